// Chromium, driven by playwright-core: started without anything that would ask the network on its own.

import { createRequire } from 'node:module';
import { join } from 'node:path';

const peers = process.env.RETORT_PEERS;
if (!peers) throw new Error('RETORT_PEERS does not say where the npm packages are; ./test installs them');
export const need = createRequire(join(peers, 'package.json'));

const { chromium } = need('playwright-core');

// Frames of a page share its process, as they do where memory is short: thousands of them are opened here.
export function launch() {
  return chromium.launch({
    executablePath: process.env.RETORT_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--disable-features=IsolateSandboxedIframes',
    ],
  });
}
