// What HTML alone cannot do: tables sort, filter and show more rows, trees tell paths and copy values, images of others
// load when asked for. The page says all it has to say without it. Only rows that the page itself holds as text are
// ever read as HTML.

const one = (selector, root) => root.querySelector(selector);
const all = (selector, root) => [...root.querySelectorAll(selector)];

// Tables

// How many rows become elements at once.
const GROUP = 200;
const tables = new WeakMap();

function tableOf(element) {
  const part = element.closest('.part, .view, body');
  const scroll = element.closest('.scroll') ?? one('.scroll', part);
  if (!tables.has(scroll)) {
    const [body] = one('table', scroll).tBodies;
    const nodes = [...body.rows];
    // The text of the other rows, a line each.
    const rest = one('noscript', scroll)?.textContent.match(/^<tr>.*<\/tr>/gm) ?? [];
    const sources = nodes.map((row) => row.outerHTML).concat(rest);
    tables.set(scroll, {
      scroll, part, body, nodes, sources,
      keys: new Map(), texts: null, sort: null, filter: '',
      order: [...sources.keys()], shown: nodes.length,
    });
  }
  return tables.get(scroll);
}

const SIGNS = { lt: '<', gt: '>', quot: '"', '#39': "'", '#10': '\n', nbsp: '\u00a0', amp: '&' };
const textOf = (html) => html.replace(/<[^>]*>/g, '').replace(/&(lt|gt|quot|#39|#10|nbsp|amp);/g, (_, sign) => SIGNS[sign]);
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

// What a cell is sorted by. What is missing has nothing, and stands last whichever way is up.
function keyOfCell(source, column, kind) {
  const cell = source.split('<td', column + 2)[column + 1];
  if (cell === undefined || /^ class="(gap|null)/.test(cell)) return null;
  if (kind === 'text') return textOf(cell.slice(cell.indexOf('>') + 1));
  const number = kind === 'date' ? Date.parse(/datetime="([^"]*)"/.exec(cell)?.[1])
    : Number(textOf(cell.slice(cell.indexOf('>') + 1)));
  return Number.isNaN(number) ? null : number;
}

function keysOf(state, column, kind) {
  if (!state.keys.has(column)) state.keys.set(column, state.sources.map((source) => keyOfCell(source, column, kind)));
  return state.keys.get(column);
}

// The elements of rows, made where they are not there yet.
function nodesOf(state, rows) {
  const missing = rows.filter((row) => !state.nodes[row]);
  if (missing.length) {
    const made = document.createElement('tbody');
    made.innerHTML = missing.map((row) => state.sources[row]).join('');
    [...made.rows].forEach((node, index) => { state.nodes[missing[index]] = node; });
  }
  return rows.map((row) => state.nodes[row]);
}

function place(state) {
  let order = [...state.sources.keys()];
  if (state.filter) {
    state.texts ??= state.sources.map((source) => textOf(source.replaceAll('</td>', '\n')).toLowerCase());
    order = order.filter((row) => state.texts[row].includes(state.filter));
  }
  if (state.sort) {
    const { column, kind, sign } = state.sort;
    const keys = keysOf(state, column, kind);
    const compare = kind === 'text' ? collator.compare : (a, b) => a - b;
    const there = order.filter((row) => keys[row] !== null);
    there.sort((a, b) => sign * compare(keys[a], keys[b]) || a - b);
    order = there.concat(order.filter((row) => keys[row] === null));
  }
  state.order = order;
  state.shown = Math.min(GROUP, order.length);
  state.body.replaceChildren(...nodesOf(state, order.slice(0, state.shown)));
  const count = one('output.rows', state.part);
  const total = state.sources.length.toLocaleString('en');
  const few = order.length.toLocaleString('en');
  if (count) count.textContent = state.filter ? `${few} of ${total} rows` : `${total} ${total === '1' ? 'row' : 'rows'}`;
  tellMore(state);
}

function sortBy(button) {
  const state = tableOf(button);
  const head = button.closest('th');
  const next = { none: 'ascending', ascending: 'descending', descending: 'none' }[head.ariaSort] ?? 'ascending';
  for (const other of head.parentElement.cells) other.ariaSort = 'none';
  head.ariaSort = next;
  const sign = next === 'descending' ? -1 : 1;
  state.sort = next === 'none' ? null : { column: head.cellIndex, kind: button.dataset.sort, sign };
  place(state);
}

function showMore(button, count = GROUP) {
  const state = tableOf(button);
  state.body.append(...nodesOf(state, state.order.slice(state.shown, state.shown + count)));
  state.shown = Math.min(state.shown + count, state.order.length);
  tellMore(state);
}

function tellMore(state) {
  const more = one('.more', state.scroll);
  if (!more) return;
  more.hidden = state.shown >= state.order.length;
  // Only a change is noticed by itself, and who scrolls fast is at the end again before one is: so it is looked at anew.
  const button = one('[data-more]', more);
  near.unobserve(button);
  near.observe(button);
}

// Trees

const valueOf = (node) => one(':scope > .value, :scope > .long > .value, :scope > details > .value', node);
const keyOf = (node) => one(':scope > .key, :scope > details > summary > .key', node)?.textContent;

function pathOf(node) {
  let path = '';
  for (let at = node; at && !at.parentElement.classList.contains('root'); at = at.parentElement.closest('li')) {
    const key = keyOf(at);
    if (key === undefined) path = `[${[...at.parentElement.children].indexOf(at)}]${path}`;
    else path = (/^"[A-Za-z_$][\w$]*"$/.test(key) ? `.${key.slice(1, -1)}` : `[${key}]`) + path;
  }
  return `$${path}`;
}

// The value of a node as JSON: what is shown of it already is.
function jsonOf(node, indent = '') {
  const value = valueOf(node);
  if (value) return value.textContent;
  const details = one(':scope > details', node);
  const inner = [...one(':scope > ul', details).children].map((child) => {
    const key = keyOf(child);
    return `${indent}  ${key === undefined ? '' : `${key}: `}${jsonOf(child, `${indent}  `)}`;
  });
  const close = one(':scope > .close', details).textContent;
  return `${close === '}' ? '{' : '['}\n${inner.join(',\n')}\n${indent}${close}`;
}

function pointAt(target) {
  const node = target.closest?.('.tree li');
  const tree = node?.closest('.tree');
  const path = tree && one('.path', tree);
  if (!path || one('.here', tree) === node) return;
  one('.here', tree)?.classList.remove('here');
  node.classList.add('here');
  path.textContent = pathOf(node);
}

function walk(event) {
  const node = event.target.closest('.tree li');
  if (!node || !['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'].includes(event.key)) return;
  event.preventDefault();
  const details = one(':scope > details', node);
  if (details && event.key === 'ArrowRight' && !details.open) details.open = true;
  else if (details && event.key === 'ArrowLeft' && details.open) details.open = false;
  else if (event.key === 'ArrowLeft') focusNode(node.parentElement.closest('li'));
  else {
    const seen = all('li', node.closest('.tree')).filter((other) => other.checkVisibility());
    focusNode(seen[seen.indexOf(node) + (event.key === 'ArrowUp' ? -1 : 1)]);
  }
}

function focusNode(node) {
  if (node) (one(':scope > details > summary', node) ?? node).focus();
}

function fold(button) {
  for (const details of all('ul.root details', button.closest('.tree'))) details.open = button.dataset.fold === 'open';
}

// Copying

async function copy(button) {
  const tree = button.closest('.tree');
  const node = tree && (one('.here', tree) ?? one('.root > li', tree));
  const text = { path: () => pathOf(node), value: () => jsonOf(node), before: () => button.previousElementSibling.textContent };
  const done = await written(text[button.dataset.copy]());
  const said = (tree && one('.said', tree)) ?? button;
  const before = said === button ? button.textContent : '';
  said.textContent = done ? 'Copied' : 'Copying is not allowed here';
  setTimeout(() => { said.textContent = before; }, 1500);
}

async function written(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages that were not loaded over a safe connection have no clipboard of that kind.
    const field = document.createElement('textarea');
    field.className = 'unseen';
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
}

// Images of others

const isWeb = (address) => /^https?:\/\//.test(address);

// Whoever made the page may want them at once.
const areWanted = document.documentElement.dataset.images === 'remote';

function load(button, isAsked = true) {
  const { image, alt } = button.dataset;
  if (!isWeb(image)) return;
  const picture = document.createElement('img');
  picture.referrerPolicy = 'no-referrer';
  picture.alt = alt;
  picture.tabIndex = -1;
  picture.src = image;
  button.replaceWith(picture);
  if (isAsked) picture.focus();
}

function offer(picture) {
  const address = picture.getAttribute('src') ?? '';
  if (!isWeb(address) || one('button', picture)) return;
  const alt = picture.getAttribute('alt') ?? '';
  const button = document.createElement('button');
  button.type = 'button';
  Object.assign(button.dataset, { image: address, alt });
  const host = document.createElement('bdi');
  host.textContent = new URL(address).host;
  button.append(alt ? `Show the image “${alt}” from ` : 'Show the image from ', host);
  picture.prepend(button);
}

// The theme

const THEMES = ['auto', 'light', 'dark'];

function changeTheme(button) {
  const root = document.documentElement;
  const next = THEMES[(THEMES.indexOf(root.dataset.theme ?? 'auto') + 1) % THEMES.length];
  if (next === 'auto') delete root.dataset.theme;
  else root.dataset.theme = next;
  button.textContent = `Theme: ${next}`;
}

const CLICKS = {
  sort: sortBy, more: (button) => showMore(button), copy, fold, image: (button) => load(button), themeToggle: changeTheme,
};

document.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  const kind = button && Object.keys(CLICKS).find((name) => name in button.dataset);
  if (kind) CLICKS[kind](button);
});
document.addEventListener('input', (event) => {
  if (!event.target.matches('.tools input')) return;
  const state = tableOf(event.target);
  state.filter = event.target.value.trim().toLowerCase();
  place(state);
});
document.addEventListener('focusin', (event) => pointAt(event.target));
document.addEventListener('pointerover', (event) => pointAt(event.target));
document.addEventListener('keydown', walk);
addEventListener('beforeprint', () => { for (const button of all('[data-more]', document)) showMore(button, 20_000); });

const near = new IntersectionObserver((entries) => {
  for (const entry of entries) if (entry.isIntersecting) showMore(entry.target);
}, { rootMargin: '600px' });

// Brings a piece of a page to life that was put into it after it was loaded.
export function enliven(root = document) {
  for (const picture of all('x-picture', root)) offer(picture);
  if (areWanted) for (const button of all('button[data-image]', root)) load(button, false);
  for (const button of all('[data-more]', root)) near.observe(button);
}

enliven();
