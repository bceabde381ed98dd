// Takes the pictures in docs/images: `node tests/browser/screenshots.mjs PAGES OUT`, where PAGES is a folder of the pages
// that `cargo test -p retort-render --test it browser` leaves in the folder `tmp/accessible` of the target folder.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { launch } from './chromium.mjs';

const [pages, out] = process.argv.slice(2);
const SHOTS = [
  ['search_results', 'cards', 'light', 640],
  ['page', 'table', 'light', 560],
  ['json', 'tree', 'dark', 640],
  ['error', 'error', 'light', 470],
  ['markdown', 'markdown', 'dark', 760],
  ['html', 'preview', 'light', 580],
];
mkdirSync(out, { recursive: true });
const browser = await launch();
for (const [page, name, colorScheme, height] of SHOTS) {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1200, height } });
  const tab = await context.newPage();
  await tab.goto(pathToFileURL(join(pages, `${page}.html`)).href);
  if (name === 'table') await tab.getByRole('button', { name: 'loans' }).dblclick();
  if (name === 'tree') await tab.locator('summary', { hasText: 'position' }).hover();
  await tab.screenshot({ path: join(out, `${name}-${colorScheme}.png`) });
  await context.close();
}
await browser.close();
