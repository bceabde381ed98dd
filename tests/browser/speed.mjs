// Measures a page with a large table: until it can be used, and each sort until it can be seen. Prints milliseconds, the
// median of five runs, as JSON.

import { pathToFileURL } from 'node:url';

import { launch } from './chromium.mjs';

const url = pathToFileURL(process.argv[2]).href;
const median = (numbers) => Math.round(numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]);
const runs = [];
const browser = await launch();
for (let run = 0; run < 5; run += 1) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'load' });
  runs.push(await page.evaluate(async () => {
    const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    await painted();
    const [navigation] = performance.getEntriesByType('navigation');
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now();
    const measured = { paint, open: Math.max(paint, navigation.loadEventEnd) };
    const timed = async (name, act) => {
      const start = performance.now();
      act();
      await painted();
      measured[name] = performance.now() - start;
    };
    const button = (kind) => document.querySelector(`[data-sort="${kind}"]`);
    for (const kind of ['number', 'text', 'date']) await timed(`sort by ${kind}`, () => button(kind).click());
    await timed('sort the other way', () => button('text').click());
    const input = document.querySelector('.tools input');
    await timed('filter', () => { input.value = '77'; input.dispatchEvent(new Event('input', { bubbles: true })); });
    await timed('show all', () => { input.value = ''; input.dispatchEvent(new Event('input', { bubbles: true })); });
    measured.rows = Number(document.querySelector('output.rows').textContent.replace(/\D/g, ''));
    return measured;
  }));
  await context.close();
}
await browser.close();
console.log(JSON.stringify(Object.fromEntries(Object.keys(runs[0]).map((name) => [name, median(runs.map((run) => run[name]))]))));
