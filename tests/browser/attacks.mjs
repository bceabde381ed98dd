// Opens pages that are full of attacks and uses everything on them. Nothing may run, nothing may be asked for, and the
// browser may have nothing to refuse. Prints what it found as JSON.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { drawn, launch } from './chromium.mjs';

const folder = process.argv[2];
const trouble = [];
let clicks = 0;
const files = readdirSync(folder).filter((file) => file.endsWith('.html')).sort();
const browser = await launch();

async function look(file) {
  const start = Date.now();
  const url = pathToFileURL(join(folder, file)).href;
  const report = (what) => trouble.push(`${file}: ${what}`);
  const context = await browser.newContext();
  const page = await context.newPage();
  page.on('dialog', (dialog) => { report(`a dialog: ${dialog.message()}`); dialog.dismiss(); });
  // What the policy refuses is told here, in the page and in its frames.
  page.on('console', (message) => report(`the console says: ${message.text()}`));
  page.on('pageerror', (error) => report(`an error: ${error.message}`));
  page.on('download', () => report('a download'));
  context.on('page', () => report('another page opened'));
  page.on('request', (request) => {
    const is = request.url();
    if (is !== url && !is.startsWith('data:image/') && !is.startsWith('data:audio/')) report(`a request: ${is}`);
  });
  await context.route('**/*', (route) => (route.request().url() === url ? route.continue() : route.abort()));
  await page.goto(url, { waitUntil: 'load' });
  clicks += await page.evaluate(useAll);
  await drawn(page);
  if (page.url() !== url) report(`it went to ${page.url()}`);
  for (const found of await page.evaluate(judge)) report(found);
  for (const frame of page.frames()) {
    if (frame !== page.mainFrame() && frame.url() !== 'about:srcdoc') report(`a frame of ${frame.url()}`);
  }
  await context.close();
  if (process.env.RETORT_TIMES) console.error(file, Date.now() - start);
}

// In the page: uses every control, but for those that ask for an image, and counts them.
function useAll() {
  let used = 0;
  const use = (selector, how) => { for (const element of document.querySelectorAll(selector)) { how(element); used += 1; } };
  use('summary', (summary) => summary.click());
  use('[data-sort]', (button) => { button.click(); button.click(); });
  use('.tools input', (input) => { input.value = 'a'; input.dispatchEvent(new Event('input', { bubbles: true })); });
  use('.tools input', (input) => { input.value = ''; input.dispatchEvent(new Event('input', { bubbles: true })); });
  use('[data-fold], [data-more], [data-theme-toggle]', (button) => button.click());
  use('li.leaf, li summary', (node) => node.dispatchEvent(new FocusEvent('focusin', { bubbles: true })));
  use('.tree li', (node) => node.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })));
  use('audio', (audio) => { audio.play().catch(() => {}); });
  return used;
}

// In the page: what an attack would leave behind.
function judge() {
  const found = [];
  if (window.__ran !== undefined && !(window.__ran instanceof Element)) found.push('a script ran');
  for (const link of document.querySelectorAll('[href]')) {
    if (link.localName !== 'a') found.push(`${link.localName} has an address`);
    else if (!['http:', 'https:', 'mailto:'].includes(link.protocol)) found.push(`a link to ${link.href}`);
    else if (!link.relList.contains('noopener') || !link.relList.contains('noreferrer') || link.target !== '_blank') found.push(`a link that tells where it is: ${link.href}`);
  }
  for (const element of document.querySelectorAll('[src]')) {
    const source = element.getAttribute('src');
    const isFine = element.localName === 'x-picture' ? /^https?:/.test(source)
      : element.localName === 'img' ? /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]*$/.test(source)
      : element.localName === 'audio' && /^data:audio\/(wav|ogg|flac|mpeg);base64,[A-Za-z0-9+/=]*$/.test(source);
    if (!isFine) found.push(`${element.localName} loads ${source.slice(0, 80)}`);
  }
  for (const frame of document.querySelectorAll('iframe')) {
    if (frame.getAttribute('sandbox') !== '') found.push('a frame that may do something');
    const inside = new DOMParser().parseFromString(frame.srcdoc, 'text/html');
    const bad = inside.querySelector('body style, [href], form, link, base, script, img, [src]:not(x-picture), [style], meta:not([charset])');
    if (bad) found.push(`a frame with ${bad.outerHTML.slice(0, 80)}`);
  }
  const known = 'script, style, link, meta, base, object, embed, form, svg, math, template, noscript, select, textarea, video, dialog, x-picture[onerror]';
  const own = document.querySelectorAll('head > style, head > meta, body > script[type=module]').length;
  if (document.querySelectorAll(known).length !== own) found.push('elements that only an attack can have made');
  for (const element of document.querySelectorAll('*')) {
    for (const { name } of element.attributes) if (name.startsWith('on') || name === 'style') found.push(`${element.localName} has ${name}`);
  }
  const text = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e0fff}]/u;
  while (text.nextNode()) {
    if (text.currentNode.parentElement.localName !== 'script' && hidden.test(text.currentNode.data)) {
      found.push(`a hidden character in ${JSON.stringify(text.currentNode.data.slice(0, 80))}`);
    }
  }
  if (hidden.test(document.title)) found.push('a hidden character in the title');
  return found.slice(0, 20);
}

const queue = [...files];
await Promise.all([1, 2].map(async () => { while (queue.length) await look(queue.shift()); }));
await browser.close();
console.log(JSON.stringify({ pages: files.length, clicks, trouble: trouble.slice(0, 60) }));
