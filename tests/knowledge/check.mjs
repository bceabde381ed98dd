// Checks the code in the entries of a knowledge base.
//
//   node check.mjs --packages DIR FOLDER...
//
// DIR holds `v5/node_modules` and `v4/node_modules`, installed from the lock files beside this script. Every
// Markdown file in the folders is read. A `ts` fence is type-checked in strict mode as a module of its own, a `js`
// fence is parsed (as an ES module for v5, as CommonJS for v4), a `json` fence is parsed. An entry of `both`
// versions is checked against v5. Prints `file:line: message` for each problem; ends with 1 if there are any.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

function usage(message) {
  console.error(`${message}\nusage: node check.mjs --packages DIR FOLDER...`)
  process.exit(2)
}

const folders = process.argv.slice(2)
const flag = folders.indexOf('--packages')
if (flag < 0) usage('--packages is missing')
const [, given] = folders.splice(flag, 2)
if (!given || !folders.length) usage('a folder is missing')
const packages = resolve(given)
const ts = createRequire(join(packages, 'v5', 'package.json'))('typescript')

function markdown(path) {
  if (!statSync(path).isDirectory()) return path.endsWith('.md') ? [path] : []
  return readdirSync(path).sort().flatMap((name) => markdown(join(path, name)))
}

/** The fences of an entry: language, code, and the line of the file that its first line is. */
function fences(file) {
  const lines = readFileSync(file, 'utf8').split('\n')
  const version = lines.find((line) => line.startsWith('version:'))?.slice(8).trim() === 'v4' ? 'v4' : 'v5'
  const found = []
  let open
  for (const [index, line] of lines.entries()) {
    const mark = line.match(/^( *)(`{3,}|~{3,})\s*([\w-]*)/)
    if (open && mark && mark[3] === '' && mark[2].startsWith(open.mark)) {
      found.push({ ...open, code: open.code.join('\n') + '\n' })
      open = undefined
    } else if (open) {
      open.code.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line)
    } else if (mark) {
      open = { file, version, indent: mark[1], mark: mark[2], language: mark[3], line: index + 2, code: [] }
    }
  }
  if (open) problem(file, open.line - 1, 'the fence is never closed')
  return found
}

const problems = []
function problem(file, line, message) {
  problems.push({ file: relative(process.cwd(), file), line, message })
}

/** Type-checks fences of one version in one program; those that extend a module's types get a program each. */
function checkTypes(version, all) {
  const root = join(packages, version)
  const config = ts.readConfigFile(join(here, version, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, join(here, version))
  options.typeRoots = [join(root, 'node_modules', '@types')]
  const host = ts.createCompilerHost(options)
  const readSource = host.getSourceFile.bind(host)
  const sources = new Map()
  const written = new Map()
  host.getSourceFile = (path, ...rest) => {
    if (!sources.has(path)) {
      sources.set(path, written.has(path) ? ts.createSourceFile(path, written.get(path), rest[0], true) : readSource(path, ...rest))
    }
    return sources.get(path)
  }
  const { fileExists, readFile, directoryExists } = host
  host.fileExists = (path) => written.has(path) || fileExists.call(host, path)
  host.readFile = (path) => written.get(path) ?? readFile.call(host, path)
  host.directoryExists = (path) => path.includes('/.fences/') || directoryExists.call(host, path)

  // Each fence is alone in a folder, with modules such as `declarations` of its own that it may extend.
  const companions = ['declarations', 'app'].map((name) => [name, readFileSync(join(here, version, `${name}.ts`), 'utf8')])
  const byPath = new Map()
  for (const [index, fence] of all.entries()) {
    const folder = join(root, '.fences', String(index))
    for (const [name, text] of companions) written.set(join(folder, `${name}.ts`), text)
    const path = join(folder, 'fence.ts')
    written.set(path, fence.code)
    byPath.set(path, fence)
  }
  const cache = ts.createModuleResolutionCache(root, (path) => path, options)
  host.resolveModuleNameLiterals = (literals, from, redirect) =>
    literals.map(({ text }) => {
      const companion = text.match(/^\.{1,2}\/(?:[^@]*\/)?(declarations|app)(?:\.js)?$/)
      if (companion && from.includes('/.fences/')) {
        const resolvedFileName = join(dirname(from), `${companion[1]}.ts`)
        return { resolvedModule: { resolvedFileName, extension: '.ts', isExternalLibraryImport: false } }
      }
      return ts.resolveModuleName(text, from, options, host, cache, redirect)
    })

  const alone = (path) => /^\s*declare (module ['"][^.]|global)/m.test(written.get(path))
  const paths = [...byPath.keys()]
  const programs = [paths.filter((path) => !alone(path)), ...paths.filter(alone).map((path) => [path])]
  for (const names of programs.filter((names) => names.length)) {
    const program = ts.createProgram(names, options, host)
    for (const { messageText } of program.getOptionsDiagnostics()) {
      problem(join(here, version, 'tsconfig.json'), 1, ts.flattenDiagnosticMessageText(messageText, '\n'))
    }
    for (const name of names) {
      const fence = byPath.get(name)
      const source = program.getSourceFile(name)
      for (const found of [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]) {
        const { line } = source.getLineAndCharacterOfPosition(found.start ?? 0)
        problem(fence.file, fence.line + line, ts.flattenDiagnosticMessageText(found.messageText, '\n'))
      }
    }
  }
}

/** Parses JavaScript with Node's own parser, in one process for all fences. */
function checkScripts(all) {
  const script = `
    const vm = require('node:vm')
    const found = JSON.parse(require('node:fs').readFileSync(0, 'utf8')).map(({ code, version }) => {
      const filename = 'fence.js'
      try {
        if (version === 'v4') vm.compileFunction(code, ['exports', 'require', 'module', '__filename', '__dirname'], { filename })
        else new vm.SourceTextModule(code, { identifier: filename })
      } catch (error) {
        return String(error)
      }
    })
    process.stdout.write(JSON.stringify(found))`
  const flags = ['--experimental-vm-modules', '--no-warnings', '--eval', script]
  const { stdout, stderr, status } = spawnSync(process.execPath, flags, {
    input: JSON.stringify(all.map(({ code, version }) => ({ code, version }))),
    encoding: 'utf8',
    maxBuffer: 1 << 28
  })
  if (status !== 0) throw new Error(stderr)
  for (const [index, message] of JSON.parse(stdout).entries()) {
    if (!message) continue
    const { file, line, version, code } = all[index]
    const type = version === 'v4' ? 'commonjs' : 'module'
    const again = spawnSync(process.execPath, [`--input-type=${type}`, '--check', '-'], { input: code, encoding: 'utf8' })
    problem(file, line + Number(/^\[stdin\]:(\d+)/.exec(again.stderr)?.[1] ?? 1) - 1, message)
  }
}

function checkJson({ file, line, code }) {
  try {
    JSON.parse(code)
  } catch (error) {
    const position = Number(/position (\d+)/.exec(error.message)?.[1] ?? 0)
    problem(file, line + code.slice(0, position).split('\n').length - 1, error.message)
  }
}

const checked = ['ts', 'js', 'json']
const unchecked = ['bash', 'text', 'http']
const entries = folders.flatMap((folder) => markdown(resolve(folder)))
const all = entries.flatMap(fences)
for (const { file, line, language } of all) {
  if (![...checked, ...unchecked].includes(language)) {
    problem(file, line - 1, `a fence of "${language}"; use one of ${[...checked, ...unchecked].join(', ')}`)
  }
}
const of = (language) => all.filter((fence) => fence.language === language)
for (const version of ['v5', 'v4']) {
  const typed = of('ts').filter((fence) => fence.version === version)
  if (typed.length) checkTypes(version, typed)
}
if (of('js').length) checkScripts(of('js'))
of('json').forEach(checkJson)

problems.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line))
for (const { file, line, message } of problems) console.log(`${file}:${line}: ${message}`)
const counts = checked.map((language) => `${of(language).length} ${language}`).join(', ')
console.error(`${entries.length} entries, ${counts}: ${problems.length || 'no'} problem${problems.length === 1 ? '' : 's'}`)
process.exitCode = problems.length ? 1 : 0
