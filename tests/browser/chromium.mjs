// Chromium, driven by playwright-core: started without anything that would ask the network on its own.

import { createRequire } from 'node:module';
import { join } from 'node:path';

const peers = process.env.RETORT_PEERS;
if (!peers) throw new Error('RETORT_PEERS does not say where the npm packages are; ./test installs them');
export const need = createRequire(join(peers, 'package.json'));

const { chromium } = need('playwright-core');

// How long anything may take, in milliseconds. It is no promise of speed: it ends a run in which nothing happens any more.
export const PATIENCE = 15 * 60_000;

// Frames of a page share its process, as they do where memory is short: thousands of them are opened here.
export async function launch() {
  const browser = await chromium.launch({
    executablePath: process.env.RETORT_CHROMIUM ?? '/usr/bin/chromium',
    timeout: PATIENCE,
    args: [
      '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--disable-features=IsolateSandboxedIframes',
    ],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE);
    context.setDefaultNavigationTimeout(PATIENCE);
    return context;
  };
  return browser;
}

// Asks again and again until something is so, and gives what was found.
export async function until(ask, isSo) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const found = await ask();
    if (isSo(found)) return found;
    if (Date.now() > end) throw new Error(`waited in vain: ${ask} gave ${JSON.stringify(found)}`);
    await new Promise((done) => { setTimeout(done, 20); });
  }
}

// Waits until a page is drawn and has nothing left to do: what it was asked for is done or asked for.
export function drawn(page) {
  return page.evaluate(() => new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done)));
  }));
}
