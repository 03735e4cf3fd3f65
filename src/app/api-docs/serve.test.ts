import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describeApi } from '#/app/http/describe-api.ts'
import { ORIGIN } from './places.ts'
import { createDocs, DOCS_FOLDER } from './serve.ts'

const document = describeApi(ORIGIN)
const served = (folder: string) => {
  const { pages, texts } = createDocs({
    folder,
    originOf: () => 'https://money.example',
    hasSession: (cookie) => cookie === 'signed=in',
  })
  return new Hono().route('/docs', pages).route('/', texts)
}
const docs = served(DOCS_FOLDER)
const reference = { request: (path: string, init?: RequestInit) => docs.request(below(path), init) }

function below(path: string): string {
  return path === '/' ? '/docs' : `/docs${path}`
}

async function read(path: string, cookie = ''): Promise<string> {
  const response = await reference.request(path, { headers: { cookie } })
  assert.equal(response.status, 200, path)
  return response.text()
}

const page = await read('/')
const guides = [...page.matchAll(/href="\/docs(\/[\w/-]+)"/g)].map(([, path]) => path!)
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
  const written = globSync('**/*.md', { cwd: folder })
    .filter((file) => !file.startsWith('decisions/'))
    .map((file) => `/${file.slice(0, -3)}`)
  assert.deepEqual([...new Set(guides)].toSorted(), [...written, '/guides'].toSorted())
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
  for (const name of ['docs.js', 'search.js']) {
    const script = readFileSync(new URL(name, import.meta.url), 'utf8')
    assert.doesNotMatch(script, /https?:|innerHTML|eval|Function\(/)
  }
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
      if (next.endsWith('.md')) continue
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
    assert.deepEqual([...new Set<string>(allowed)].toSorted(), ["'none'", "'self'"])
  }
})

test('every asset is served with its type, and cached for ever under a digest of its content', async () => {
  assert.equal(assets.length, 2)
  const style = await read(assets.find((path) => path.endsWith('.css'))!)
  const inStyle = [...style.matchAll(/url\('\.\.\/\.\.(\/assets\/[^']+)'\)/g)].map((one) => one[1]!)
  assert.equal(inStyle.length, style.split('url(').length - 1)
  const later = [...page.matchAll(/data-\w+="\/docs(\/assets\/[^"]+)"/g)].map((one) => one[1]!)
  assert.equal(later.length, 2)
  const types: Readonly<Record<string, string>> = {
    css: 'text/css; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    json: 'application/json; charset=utf-8',
    woff2: 'font/woff2',
  }
  for (const path of [...assets, ...inStyle, ...later]) {
    const response = await reference.request(path)
    assert.equal(response.status, 200, path)
    const ending = path.split('.').at(-1)!
    assert.equal(response.headers.get('content-type'), types[ending])
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    const plain = Buffer.from(await response.arrayBuffer())
    const zipped = await reference.request(path, { headers: { 'accept-encoding': 'gzip, br' } })
    const sent = Buffer.from(await zipped.arrayBuffer())
    const isZipped = zipped.headers.get('content-encoding') === 'gzip'
    assert.equal(isZipped, ending !== 'woff2')
    assert.ok((isZipped ? gunzipSync(sent) : sent).equals(plain), path)
  }
})

test('the reference has one address, to which others lead', async () => {
  for (const path of ['/docs/', '/docs/reference']) {
    const response = await docs.request(path)
    assert.deepEqual([response.status, response.headers.get('location')], [301, '/docs'], path)
  }
})

test('nothing else is served below the pages', async () => {
  for (const path of [
    '/assets/',
    '/assets/0/docs.js',
    '/assets/..%2F..%2F/package.json',
    '/llms.txt',
    '/api-guide.html',
    '/../package.json',
    '/nowhere',
    '/decisions/nowhere',
    '/..%2FREADME',
  ]) {
    assert.equal((await reference.request(path)).status, 404, path)
  }
})

test('the search finds nothing in a page that is not served, and every operation', async () => {
  const index = /data-index="\/docs([^"]+)"/.exec(page)![1]!
  const { storedFields } = JSON.parse(await read(index)) as {
    storedFields: Record<string, { path: string; method: string }>
  }
  const found = Object.values(storedFields)
  const pages = new Map<string, string>()
  for (const { path } of found) {
    const { pathname, hash } = new URL(path, 'http://here')
    const text = pages.get(pathname) ?? (await read(pathname.slice('/docs'.length) || '/'))
    pages.set(pathname, text)
    assert.ok(hash === '' || text.includes(`id="${decodeURIComponent(hash.slice(1))}"`), path)
  }
  assert.equal(
    found.filter(({ method }) => method !== '').length,
    page.match(/<article class="part"/g)!.length,
  )
  assert.ok(pages.size > 25)
})

test('each guide is served as Markdown too, with the address of the instance', async () => {
  for (const path of new Set(guides)) {
    if (path === '/guides') continue
    const response = await reference.request(`${path}.md`)
    assert.equal(response.status, 200, path)
    assert.equal(response.headers.get('content-type'), 'text/markdown; charset=utf-8')
    const text = await response.text()
    assert.match(text, /^# /)
    assert.doesNotMatch(text, /instance\.invalid|localhost:3000/)
  }
})

test('llms.txt has the form of llmstxt.org, and leads to Markdown that is served', async () => {
  const text = await (await docs.request('/llms.txt')).text()
  assert.match(text, /^# Earmark\n\n> [^\n]+\n\n(?:[^#\n][^\n]*\n)+\n## /)
  const lines = text
    .slice(text.indexOf('\n## '))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('## '))
  for (const line of lines) {
    const [, address] = /^- \[[^\]]+\]\((https:\/\/money\.example\/[^)]+)\): .+\.$/.exec(line) ?? []
    assert.ok(address, line)
    assert.equal((await docs.request(new URL(address).pathname)).status, 200, line)
  }
  assert.ok(lines.length > 20 && text.includes('\n## Optional\n'))
  const all = await (await docs.request('/llms-full.txt')).text()
  for (const heading of ['# How the engine decides', '# Verifying webhooks']) {
    assert.ok(all.includes(`\n${heading}\n`), heading)
  }
  assert.doesNotMatch(all, /instance\.invalid/)
})

test('before the documentation is built, the instance says how to build it', async () => {
  const empty = served(new URL('nowhere', import.meta.url).pathname)
  for (const path of ['/docs', '/docs/api-guide', '/llms.txt', '/llms-full.txt']) {
    const response = await empty.request(path)
    assert.equal(response.status, 503, path)
    assert.match(await response.text(), /npm run build/)
  }
})
