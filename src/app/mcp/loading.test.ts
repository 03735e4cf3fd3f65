import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const source = join(import.meta.dirname, '../..')

/** The files and packages that a file loads as soon as it is loaded. */
function importsOf(path: string): string[] {
  const found = readFileSync(path, 'utf8').matchAll(
    /^(?:import|export) (?!type\b)[^'"]*?'([^']+)'/gms,
  )
  return [...found].map(([, name]) => {
    if (name!.startsWith('#/')) return join(source, name!.slice(2))
    return name!.startsWith('.') ? join(dirname(path), name!) : name!
  })
}

test('a server that no assistant asks loads nothing of the protocol and its tools', () => {
  const seen = new Set<string>()
  const waiting = [
    join(source, 'app/cli/commands/serve-command.ts'),
    join(source, 'app/cli/serving/serve.ts'),
  ]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    if (path.endsWith('.ts') && existsSync(path)) waiting.push(...importsOf(path))
  }
  assert.ok(seen.has(join(source, 'app/http/mcp-route.ts')) && seen.has('hono'))
  const wrong = [...seen].filter(
    (path) => path.startsWith('@modelcontextprotocol') || path.includes('/app/mcp/'),
  )
  assert.deepEqual(wrong, [join(source, 'app/mcp/watch.ts')])
})
