import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { commands } from '#/app/cli/commands.ts'
import { commandReference } from '#/app/cli/help/reference.ts'
import { optionsOf } from '#/app/cli/parsing/program.ts'
import { appRoutes } from '#/app/http/app-api.ts'
import { walletRoutes } from '#/app/http/wallet-routes.ts'
import { publicRoutes } from '#/app/http/public-api.ts'
import { sessionRoutes } from '#/app/http/session-routes.ts'
import { secretNames } from '#/platform/runtime/config.ts'
import { rooms } from './architecture.ts'

// Everything that the documents name exists: files, commands and their options, endpoints, variables, folders.

const docs = [...globSync('docs/**/*.md'), 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'].map(
  (path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }),
)

/** Every match in any document, with the document's name. */
function found(pattern: RegExp): { readonly path: string; readonly words: readonly string[] }[] {
  return docs.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((words) => ({ path, words: words.map((word) => word ?? '') })),
  )
}

test('what documents link to, and the files that they name, exist', () => {
  const links = found(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)
  const missing = links.filter(({ path, words }) => !existsSync(join(dirname(path), words[1]!)))
  assert.deepEqual(missing, [])
  const files = found(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|js|md|sql))(?:#\w+)?`/g)
  const unknown = files.filter(
    ({ words }) => !existsSync(words[1]!) && !existsSync(join('src', words[1]!)),
  )
  assert.deepEqual(unknown, [])
  assert.ok(links.length > 20 && files.length > 50)
})

test('commands that documents name are known, with their options', () => {
  const named = found(/\bearmark ((?:[a-z][a-z-]* ?){1,2})((?:[^\n`|>#)]|\|(?! ))*)/g)
  const wrong = named.flatMap(({ path, words: [line, words, rest] }) => {
    // All commands that begin so: `earmark rule …`.
    if (rest === '…' && commands.some((one) => one.words.startsWith(words!))) return []
    // The help on a group: `earmark expense`.
    const isHelp = /^(?:--help|-h)?$/.test(rest!.trim())
    if (isHelp && commands.some((one) => one.words.startsWith(`${words!.trim()} `))) return []
    if (words!.trim() === 'help') return []
    const command = commands
      .filter((one) => `${words}${rest}`.startsWith(one.words))
      .toSorted((a, b) => b.words.length - a.words.length)[0]
    if (!command) return [`${path}: ${line}`]
    const options = [...rest!.matchAll(/--([a-z-]+)/g)].map((match) => match[1]!)
    const known = ['help', 'all', 'profile', ...Object.keys(optionsOf(command))]
    return options.filter((one) => !known.includes(one)).map((one) => `${path}: ${line} (${one})`)
  })
  assert.deepEqual(wrong, [])
  assert.ok(named.length > 40)
})

test('command-line.md has every command as it is declared (npm run docs:commands)', () => {
  const text = readFileSync('docs/command-line.md', 'utf8')
  assert.equal(text.slice(text.indexOf('\n### ') + 1), `${commandReference(commands)}\n`)
})

test('endpoints that documents name are served', () => {
  const routes = [...publicRoutes, ...appRoutes, ...sessionRoutes, ...walletRoutes]
  // Paths that the server answers without a route, and paths that others push to.
  const own = [
    '/healthz',
    '/readyz',
    '/metrics',
    '/mcp',
    '/openapi.json',
    '/ingest/wallet',
    '/ingest/plaid',
  ]
  const paths = new Set(routes.map(([{ method, path }]) => `${method} ${path}`))
  const named = found(/\b(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}.-]+)/g)
  const unknown = named.filter(({ words: [, method, path] }) => {
    const below = path!.replace(/^\/(v1|app\/api)(?=\/)/, '')
    return !own.includes(below) && !paths.has(`${method} ${below}`)
  })
  assert.deepEqual(unknown, [])
  assert.ok(named.length > 30)
})

test('operating.md lists every environment variable, and no other', () => {
  const text = readFileSync('docs/operating.md', 'utf8')
  const table = text.slice(text.indexOf('| Variable |'), text.indexOf('## Commands'))
  const listed = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/`(\w+)`/g)].map((match) => match[1]!),
  )
  const config = readFileSync('src/platform/runtime/config.ts', 'utf8')
  const schema = config.slice(config.indexOf('z.object({'), config.indexOf('\n})'))
  const read = [...schema.matchAll(/^  ([A-Z_]+):/gm)].map((match) => match[1]!)
  assert.deepEqual(listed.toSorted(), read.toSorted())
})

test('operating.md lists the secrets that may be in a file, and no other', () => {
  const text = readFileSync('docs/operating.md', 'utf8')
  const [sentence = ''] = /(?<=\*\*Secrets from files\.\*\*)[\s\S]*? may also be/.exec(text) ?? []
  const listed = [...sentence.matchAll(/`(\w+)`/g)].map((match) => match[1]!)
  assert.deepEqual(listed.toSorted(), secretNames.toSorted())
})

test('the architecture’s tree has a line for every room, and none besides', () => {
  const { text } = docs.find(({ path }) => path === 'ARCHITECTURE.md')!
  const tree = text.slice(text.indexOf('src/\n'), text.indexOf('\nweb/'))
  const drawn = new Set(['app', 'budget', 'sources'])
  let district = ''
  for (const line of tree.split('\n').slice(1)) {
    const own = /^  ([\w-]+)\//.exec(line)?.[1]
    if (own) drawn.add((district = own))
    const [names = ''] = line.trim().split(/ {3,}/)
    if (!own)
      for (const [, name] of names.matchAll(/([\w/-]+)\//g)) drawn.add(`${district}/${name}`)
    const parent = names.trim().replace(/\/$/, '')
    // A room inside a room stands in its line: `rules/ are its arithmetic`.
    const within = own ? district : `${district}/${parent}`
    const rest = line.trim().slice(names.length)
    for (const [, name] of rest.matchAll(/(?<![\w/])([a-z-]+)\/(?=[ ,])/g))
      drawn.add(`${within}/${name}`)
  }
  const districts = rooms.map((room) => room.split('/')[0]!)
  assert.deepEqual([...drawn].toSorted(), [...new Set([...rooms, ...districts])].toSorted())
})
