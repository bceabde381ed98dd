// Leaves the sanitiser out: puts raw attacks into the frame of a page and counts what reaches a server. The page's policy
// and the sandbox alone must keep everything back. Takes a folder with the page `html.html`; prints what came as JSON.

import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { drawn, launch } from './chromium.mjs';

const folder = process.argv[2];
const hits = [];
let loads = 0;
const server = createServer((request, response) => {
  if (request.url === '/control') loads += 1;
  else hits.push(request.url);
  response.end();
}).listen(0, '127.0.0.1');
await new Promise((done) => server.once('listening', done));
const host = `http://127.0.0.1:${server.address().port}`;

const attacks = [
  `<meta http-equiv=refresh content="0;url=${host}/refresh">`,
  `<form action=${host}/form method=post><button autofocus>x</button></form>`,
  `<a href=${host}/link>link</a>`, `<a href=${host}/blank target=_blank>link</a>`, `<a href=${host}/top target=_top>link</a>`,
  `<a href=# ping=${host}/ping>ping</a>`, `<a href=${host}/download download>download</a>`,
  `<style>@import "${host}/import";</style>`, `<p style="background:url(${host}/style)">x</p>`,
  `<link rel=stylesheet href=${host}/sheet>`, `<link rel=prefetch href=${host}/prefetch>`,
  `<link rel=preload as=image href=${host}/preload>`, `<link rel=icon href=${host}/icon>`,
  `<img src=${host}/image>`, `<img srcset="${host}/set 1x">`, `<video src=${host}/video poster=${host}/poster autoplay></video>`,
  `<iframe src=${host}/frame></iframe>`, `<object data=${host}/object></object>`, `<embed src=${host}/embed>`,
  `<svg><image href=${host}/svg /><use href="${host}/use#x"/></svg>`, `<input type=image src=${host}/input>`,
  `<body background=${host}/body>`, `<script src=${host}/script></script>`, `<script>fetch("${host}/fetch")</script>`,
  `<img src=x onerror="fetch('${host}/handler')">`, `<base href=${host}/base/><img src=x>`,
  `<script type=speculationrules>{"prefetch":[{"urls":["${host}/speculate"]}]}</script>`,
];
const page = readFileSync(join(folder, 'html.html'), 'utf8');
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const start = page.indexOf('<iframe');
const end = page.indexOf('</iframe>') + '</iframe>'.length;
const frames = attacks.map((attack) => `<iframe sandbox srcdoc="${escaped(attack)}"></iframe>`);
const file = join(folder, 'raw-frames.html');
writeFileSync(file, page.slice(0, start) + frames.join('') + page.slice(end));

const browser = await launch();
const context = await browser.newContext();
const tab = await context.newPage();
// A frame that is kept from loading something may never be done with that, so nobody waits for it.
await tab.goto(pathToFileURL(file).href, { waitUntil: 'domcontentloaded' });
await drawn(tab);
// Clicks what can be clicked, as a person would.
let clicks = 0;
for (const frame of tab.frames().slice(1)) {
  for (const target of await frame.$$('a, button, input')) {
    await target.click({ force: true, timeout: 60_000 }).then(() => { clicks += 1; }, () => {});
  }
}
await drawn(tab);
const tabs = context.pages().length;
// What a page without a policy asks for does arrive, so that silence means something.
const control = await context.newPage();
await control.setContent(`<img src=${host}/control>`, { waitUntil: 'load' });
await browser.close();
server.close();
console.log(JSON.stringify({ frames: attacks.length, clicks, hits, tabs, control: loads }));
