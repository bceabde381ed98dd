// Uses pages as people do, with the mouse and with keys alone, and without scripts. Prints what did not work as JSON.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { launch, until } from './chromium.mjs';

const folder = process.argv[2];
const trouble = [];
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
await context.grantPermissions(['clipboard-read', 'clipboard-write']);
const requests = [];
await context.route(/^https?:/, (route) => { requests.push(route.request()); return route.abort(); });

const same = (what, is, should) => {
  const [one, other] = [is, should].map((value) => JSON.stringify(value));
  if (one !== other) trouble.push(`${what}: it is ${one} and should be ${other}`);
};
const open = async (name, from = context) => {
  const page = await from.newPage();
  await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
  return page;
};
// What is on the clipboard once something new was copied there.
const copied = async (page, copy) => {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await copy();
  return until(() => page.evaluate(() => navigator.clipboard.readText()), (text) => text !== '');
};
const column = (page, index) => page.locator(`tbody td:nth-child(${index})`).allInnerTexts();
const focused = (page) => page.evaluate(() => document.activeElement.innerText?.trim().split('\n')[0] || document.activeElement.localName);

{
  const page = await open('table');
  const boats = await column(page, 2);
  // Tab goes through the page as the eye does.
  const order = [];
  for (let step = 0; step < 5; step += 1) { await page.keyboard.press('Tab'); order.push(await focused(page)); }
  same('the order of Tab', order, ['Theme: auto', 'input', 'id', 'id', 'boat']);
  await page.keyboard.press('Enter');
  same('sorted by key', await column(page, 2), [...boats].sort(new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare));
  same('aria-sort', await page.locator('th').nth(1).getAttribute('aria-sort'), 'ascending');
  await page.keyboard.press('Space');
  same('aria-sort, once more', await page.locator('th').nth(1).getAttribute('aria-sort'), 'descending');
  same('the focus stays', await focused(page), 'boat');
  await page.keyboard.press('Enter');
  same('as it was sent', await column(page, 2), boats);
  const fee = page.locator('th', { hasText: 'fee' });
  await fee.getByRole('button').click();
  const fees = (await column(page, 1 + await fee.evaluate((head) => head.cellIndex))).map(Number);
  same('sorted as numbers', fees, [...fees].sort((a, b) => a - b));
  await page.getByLabel('Filter').fill('GREY');
  same('filtered', [await column(page, 2), await page.getByRole('status').innerText()], [['Grey Seal'], '1 of 6 rows']);
  await page.getByLabel('Filter').fill('');
  same('all again', await page.getByRole('status').innerText(), '6 rows');
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('button', { name: 'Theme' }).click();
  same('the dark theme', await page.evaluate(() => [document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor]), ['dark', 'rgb(20, 22, 25)']);
  await page.close();
}
{
  const page = await open('gaps');
  await page.getByRole('button', { name: 'visitors' }).click();
  same('what is missing stands last', (await column(page, 4)).map((text) => text.trim()), ['932', '1280', '', 'null']);
  await page.close();
}
{
  const page = await open('json');
  // What is said about a copy would be gone after a while, which may be over before anybody looks.
  await page.evaluate(() => { window.setTimeout = () => 0; });
  await page.locator('summary').first().focus();
  same('the path of all', await page.locator('.path').innerText(), '$');
  await page.keyboard.press('ArrowDown');
  same('the path of a member', await page.locator('.path').innerText(), '$.station');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  same('folded by key', await page.locator('.here > details').getAttribute('open'), null);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  same('the path of a member within', await page.locator('.path').innerText(), '$.position.lat');
  await page.locator('summary').nth(1).focus();
  await page.keyboard.press('Enter');
  same('folded as any browser does it', await page.locator('summary').nth(1).evaluate((summary) => summary.parentElement.open), false);
  await page.getByRole('button', { name: 'Unfold all' }).click();
  await page.locator('li', { hasText: 'languages' }).last().locator('li').nth(1).hover();
  same('the path of an item', await page.locator('.path').innerText(), '$.keeper.languages[1]');
  const press = (name) => page.getByRole('button', { name }).click();
  same('the path, copied', await copied(page, () => press('Copy path')), '$.keeper.languages[1]');
  await page.locator('summary', { hasText: 'position' }).hover();
  same('the value, copied', JSON.parse(await copied(page, () => press('Copy value'))), { lat: 57.12345, lon: -6.54321, datum: 'WGS 84' });
  await page.locator('summary').first().hover();
  same('all digits, copied', /"serial": 12345678901234567890123\b/.test(await copied(page, () => press('Copy value'))), true);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('no'));
    document.querySelector('.said').textContent = '';
  });
  await press('Copy path');
  same('copied without the clipboard', await until(() => page.locator('.said').innerText(), (said) => said !== ''), 'Copied');
  await page.close();
}
{
  const page = await open('search_results');
  same('nothing was asked for', requests.length, 0);
  await Promise.all([page.waitForRequest(/^https?:/), page.getByRole('button', { name: 'Show the image from coast.example.org' }).click()]);
  await until(async () => requests.length, (count) => count > 0);
  same('one image was asked for', requests.map((request) => [new URL(request.url()).host, request.headers().referer ?? null]), [['coast.example.org', null]]);
  await page.close();
}
{
  const before = requests.length;
  const page = await open('remote');
  await until(async () => requests.length, (count) => count > before);
  same('images at once, where they are wanted', requests.slice(before).map((request) => new URL(request.url()).host), ['coast.example.org']);
  await page.close();
}
{
  const page = await open('page');
  const command = await copied(page, () => page.getByRole('button', { name: 'Copy', exact: true }).click());
  same('the command for the rest', command.startsWith('retort call'), true);
  await page.close();
}
{
  const page = await open('large');
  const rows = () => page.locator('tbody tr').count();
  same('few rows at first', [await rows(), await page.getByRole('status').innerText()], [200, '450 rows']);
  await page.getByRole('button', { name: 'mixed' }).click();
  same('sorted across all rows', (await column(page, 3)).slice(0, 5), ['0', '1', '2', '3', '4']);
  await page.getByRole('button', { name: 'mixed' }).click();
  same('and the other way', (await column(page, 3)).slice(0, 3), ['449', '448', '447']);
  const text = (await page.locator('tbody td:nth-child(4)').first().innerText()).replace(/\d+/g, 'n');
  same('signs stay signs', text, '"n" <td> & </tr>\n<tr>\'s n');
  await page.getByLabel('Filter').fill('"449" <TD>');
  same('filtered across all rows', [await column(page, 1), await page.getByRole('status').innerText()], [['449'], '1 of 450 rows']);
  await page.getByLabel('Filter').fill('');
  // Who drags the bar is at the end again before anything else is noticed.
  await page.locator('.scroll').evaluate((scroll) => {
    new MutationObserver(() => { scroll.scrollTop = scroll.scrollHeight; }).observe(scroll.querySelector('tbody'), { childList: true });
  });
  await until(async () => {
    await page.locator('.scroll').evaluate((scroll) => { scroll.scrollTop = scroll.scrollHeight; });
    return rows();
  }, (count) => count >= 450);
  same('all rows once they are scrolled to', [await rows(), await page.getByRole('button', { name: 'Show more rows' }).isVisible()], [450, false]);
  await page.close();
}
{
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const long = await open('large', plain);
  same('all of many rows without a script', await long.locator('tbody tr:visible').count(), 450);
  const page = await open('table', plain);
  same('all rows without a script', await page.locator('tbody tr:visible').count(), 6);
  same('no control that does nothing', await page.locator('.scripted:visible').count(), 0);
  await plain.close();
}
await browser.close();
console.log(JSON.stringify({ trouble }));
