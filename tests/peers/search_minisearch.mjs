// Searches passages with MiniSearch for the search benchmark.
//
// The folder that it is given has `passages.jsonl` and `queries.jsonl`. It says what building took, and then, for each
// line of its input, what the queries took and for how many of them the passage that they were drawn from is among the
// ten best.

import { readFileSync, writeFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const [, , folder, packages] = process.argv
const require = createRequire(join(packages, 'package.json'))
const MiniSearch = require('minisearch')
const { version } = JSON.parse(readFileSync(join(packages, 'node_modules/minisearch/package.json'), 'utf8'))

const lines = (name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line))
const say = (said) => console.log(JSON.stringify(said))

// Those that bm25s leaves out as well: with them MiniSearch would be slower and larger.
const silent = new Set(
  ('a an and are as at be but by for if in into is it no not of on or such that the their then there these they this ' +
    'to was will with').split(' ')
)

const passages = lines('passages.jsonl')
for (const passage of passages) passage.tags = passage.tags.join(' ')
const queries = lines('queries.jsonl')

const start = performance.now()
const index = new MiniSearch({
  fields: ['title', 'tags', 'body'],
  searchOptions: { boost: { title: 4, tags: 3 } },
  processTerm: (term) => {
    const lower = term.toLowerCase()
    return silent.has(lower) ? null : lower
  }
})
index.addAll(passages)
const seconds = (performance.now() - start) / 1000
const file = join(folder, 'minisearch.json')
writeFileSync(file, JSON.stringify(index))

const ask = () => queries.map(({ text }) => index.search(text).slice(0, 10))
say({ name: `MiniSearch ${version}`, seconds, bytes: statSync(file).size })
for await (const _ of createInterface({ input: process.stdin })) {
  const start = performance.now()
  const found = ask()
  const seconds = (performance.now() - start) / 1000
  const isThere = (best, { passage }) => best.some(({ id }) => id === passage)
  say({ seconds, found: queries.filter((query, at) => isThere(found[at], query)).length })
}
