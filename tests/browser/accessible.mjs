// Lets axe-core look at pages, light and dark, wide and narrow. Prints what it found as JSON.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { launch, need } from './chromium.mjs';

const { source } = need('axe-core');
const folder = process.argv[2];
const trouble = [];
const rules = new Set();
const files = readdirSync(folder).filter((file) => file.endsWith('.html')).sort();
const browser = await launch();

for (const [colorScheme, width] of [['light', 1200], ['dark', 390]]) {
  // The policy of a page keeps strangers' scripts out, and axe-core is one.
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
  for (const file of files) {
    const page = await context.newPage();
    await page.goto(pathToFileURL(join(folder, file)).href);
    await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
    await page.evaluate(source);
    const found = await page.evaluate(() => globalThis.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // What a server's own page says in its preview is not ours.
      iframes: false,
      resultTypes: ['violations', 'incomplete'],
    }));
    for (const { id } of [...found.passes, ...found.violations]) rules.add(id);
    for (const { id, nodes } of found.violations) {
      for (const node of nodes) trouble.push(`${file}, ${colorScheme}: ${id}: ${node.target} ${node.html.slice(0, 200)} ${node.failureSummary}`);
    }
    await page.close();
  }
  await context.close();
}
await browser.close();
console.log(JSON.stringify({ pages: files.length, rules: rules.size, trouble: trouble.slice(0, 40) }));
