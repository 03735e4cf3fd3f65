import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { describeApi } from '#/app/http/describe-api.ts'
import { ORIGIN } from './examples.ts'
import { createReference } from './reference.ts'

const document = describeApi(ORIGIN)
const reference = createReference({
  readDocument: () => document,
  originOf: () => 'https://money.example',
  hasSession: (cookie) => cookie === 'signed=in',
})

async function read(path: string, cookie = ''): Promise<string> {
  const response = await reference.request(path, { headers: { cookie } })
  assert.equal(response.status, 200, path)
  return response.text()
}

const page = await read('/')
const guides = [...page.matchAll(/href="\/docs(\/[\w-]+)"/g)].map(([, path]) => path!)
const assets = [...page.matchAll(/(?:src|href)="\/docs(\/assets\/[^"]+)"/g)].map((one) => one[1]!)

test('the reference shows every operation and every event with its path', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map(({ operationId }) => [operationId, path] as const),
  )
  assert.ok(operations.length > 30)
  for (const [id, path] of operations) {
    assert.equal(page.split(`id="${id}"`).length, 2, id)
    assert.ok(page.includes(`<code>/v1${path}</code>`), path)
  }
  for (const event of Object.keys(document.webhooks ?? {})) {
    assert.ok(page.includes(`<code>${event}</code>`), event)
  }
})

test('the navigation leads to every guide', () => {
  const folder = new URL('../../../docs/', import.meta.url)
  const written = globSync('*.md', { cwd: folder }).map((file) => `/${file.slice(0, -3)}`)
  assert.deepEqual([...new Set(guides)].toSorted(), written.toSorted())
})

test('examples name the address of the instance', () => {
  assert.ok(page.includes('https://money.example/v1/transactions'))
  assert.doesNotMatch(page, /instance\.invalid|localhost/)
})

test('readers with a session are offered a key, others the sign-in before it', async () => {
  assert.ok((await read('/', 'signed=in')).includes('href="/developers/keys?new=1"'))
  assert.ok(page.includes('href="/sign-in?to=%2Fdevelopers%2Fkeys%3Fnew%3D1"'))
})

test('no page has an inline script, an inline style or a part of another host', async () => {
  assert.ok(guides.length > 14)
  for (const path of ['/', ...new Set(guides)]) {
    const text = await read(path)
    assert.doesNotMatch(text, /<script(?![^>]*\ssrc=)|<[^>]*\s(?:on\w+|style)=|<style|<img/, path)
    for (const [, address] of text.matchAll(/<(?:link|script)[^>]*(?:src|href)="([^"]+)"/g)) {
      assert.match(address!, /^\/(?!\/)/)
    }
  }
  const style = readFileSync(new URL('docs.css', import.meta.url), 'utf8')
  assert.doesNotMatch(style, /https?:|@import/)
  const script = readFileSync(new URL('docs.js', import.meta.url), 'utf8')
  assert.doesNotMatch(script, /https?:|innerHTML|eval|Function\(/)
})

test('links of guides lead to a guide that is served, and to a heading that it has', async () => {
  const seen = new Set<string>()
  const follow = async (path: string): Promise<void> => {
    if (seen.has(path)) return
    seen.add(path)
    const text = await read(path)
    for (const [, target] of text.matchAll(/<a href="([^"]+)"/g)) {
      const url = new URL(target!, `http://here/docs${path}`)
      if (url.host !== 'here' || !url.pathname.startsWith('/docs/')) continue
      const next = url.pathname.slice('/docs'.length)
      const there = await read(next)
      const anchor = decodeURIComponent(url.hash.slice(1))
      assert.ok(anchor === '' || there.includes(`id="${anchor}"`), `${path} leads to ${target}`)
      await follow(next)
    }
  }
  for (const path of guides) await follow(path)
  assert.ok([...seen].some((path) => path.startsWith('/decisions/')))
})

test('the policy allows this origin alone, and no text becomes a script or a style', async () => {
  for (const path of ['/', '/api-guide']) {
    const policy = (await reference.request(path)).headers.get('content-security-policy')!
    assert.match(policy, /^default-src 'none'; /)
    const [, ...rest] = policy.split("require-trusted-types-for 'script'")
    assert.equal(rest.join(''), "; trusted-types 'none'")
    const allowed = policy
      .split('; ')
      .filter((line) => line.includes('-src'))
      .flatMap((line) => line.split(' ').slice(1))
    assert.deepEqual([...new Set(allowed)].toSorted(), ["'none'", "'self'"])
  }
})

test('every asset is served with its type, and cached for ever under a digest of its content', async () => {
  assert.equal(assets.length, 2)
  const style = await read(assets.find((path) => path.endsWith('.css'))!)
  const inStyle = [...style.matchAll(/url\('\/docs([^']+)'\)/g)].map(([, path]) => path!)
  assert.equal(inStyle.length, style.split('url(').length - 1)
  const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }
  for (const path of [...assets, ...inStyle]) {
    const response = await reference.request(path)
    assert.equal(response.status, 200, path)
    const ending = path.split('.').at(-1)
    const type = ending === 'css' || ending === 'js' ? types[ending] : 'font/woff2'
    assert.equal(response.headers.get('content-type'), type)
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    const plain = Buffer.from(await response.arrayBuffer())
    const zipped = await reference.request(path, { headers: { 'accept-encoding': 'gzip, br' } })
    assert.equal(zipped.headers.get('content-encoding'), 'gzip')
    assert.ok(gunzipSync(Buffer.from(await zipped.arrayBuffer())).equals(plain), path)
  }
})

test('nothing else is served below the pages', async () => {
  for (const path of [
    '/assets/',
    '/assets/0/docs.js',
    '/../package.json',
    '/nowhere',
    '/decisions/nowhere',
    '/..%2FREADME',
  ]) {
    assert.equal((await reference.request(path)).status, 404, path)
  }
})
