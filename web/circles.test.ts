import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const root = import.meta.dirname
const files = globSync('**/*.{ts,tsx}', { cwd: root })

/** The files of this folder that each file imports, types included: `import/no-cycle` ignores those. */
const imports = new Map(
  files.map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const sources = [...text.matchAll(/\b(?:from|import) ?\(?'(#web\/|\.{1,2}\/)([^'\n]+)'/g)]
    return [
      path,
      sources.map(([, start, rest]) =>
        start === '#web/' ? rest! : join(dirname(path), `${start}${rest}`),
      ),
    ] as const
  }),
)

/** Returns the first circle of imports that a file leads to, or null. Files in `clean` lead to none. */
function circleFrom(
  path: string,
  clean: Set<string>,
  trail: readonly string[] = [],
): string[] | null {
  if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
  if (clean.has(path)) return null
  for (const source of imports.get(path) ?? []) {
    const circle = circleFrom(source, clean, [...trail, path])
    if (circle) return circle
  }
  clean.add(path)
  return null
}

test('no file imports a file that imports it back, not even a type', () => {
  assert.ok(files.length > 300 && imports.get('shell/shell.tsx')!.includes('ui/toasts.tsx'))
  const clean = new Set<string>()
  for (const path of files) {
    const circle = circleFrom(path, clean)
    assert.equal(circle?.join(' > '), undefined)
  }
})
