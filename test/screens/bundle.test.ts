import assert from 'node:assert/strict'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { BUNDLE_FOLDER } from '#/app/web-files/bundle.ts'
import { buildBundle } from '../support/chromium.ts'

buildBundle()
const files = new Map(
  globSync('**/*.{js,css,html}', { cwd: BUNDLE_FOLDER }).map((name) => {
    return [name, readFileSync(join(BUNDLE_FOLDER, name), 'utf8')]
  }),
)
const zipped = (name: string) => gzipSync(files.get(name)!, { level: 9 }).length
const KB = 1024

/** Collects the scripts that a module imports statically, and their imports. */
function loadedWith(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const [, path] of files.get(name)!.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) {
    loadedWith(`assets/${path}`, found)
  }
  return found
}

function nameOf(start: string): string {
  return [...files.keys()].find(
    (name) => name.startsWith(`assets/${start}-`) && name.endsWith('.js'),
  )!
}

/** The scripts that the page itself names. */
const named = [...files.get('index.html')!.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
  ([, name]) => name!,
)

test('the bundle contains no contract and no zod', () => {
  for (const [name, text] of files) {
    assert.doesNotMatch(text, /ZodError|_zod\b|invalid_union|z\.strictObject/, name)
  }
})

test('the first load of Home, with its language, stays within 175 KB', () => {
  const first = [...named, nameOf('english')]
  const all = new Set(first.flatMap((name) => [...loadedWith(name)]))
  const size = [...all].reduce((sum, name) => sum + zipped(name), 0)
  assert.ok(size <= 175 * KB, `${size} bytes`)
})

test('every later chunk stays within 80 KB, and all styles within 32 KB', () => {
  for (const name of files.keys()) {
    if (named.includes(name) || !name.endsWith('.js')) continue
    assert.ok(zipped(name) <= 80 * KB, `${name}: ${zipped(name)} bytes`)
  }
  const styles = [...files.keys()].filter((name) => name.endsWith('.css'))
  const size = styles.reduce((sum, name) => sum + zipped(name), 0)
  assert.ok(size <= 32 * KB, `${size} bytes`)
})

test('the typeface stays within 40 KB, and the page asks for it with its scripts', () => {
  const [face, ...others] = globSync('**/*.woff2', { cwd: BUNDLE_FOLDER })
  assert.deepEqual(others, [])
  assert.ok(statSync(join(BUNDLE_FOLDER, face!)).size <= 40 * KB)
  assert.match(
    files.get('index.html')!,
    new RegExp(
      `<link rel="preload" as="font" type="font/woff2" fetchpriority="low" href="/${face}" crossorigin`,
    ),
  )
})

test('the page has no inline script or style and requests no other origin', () => {
  const html = files.get('index.html')!
  assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=|https?:/)
})
