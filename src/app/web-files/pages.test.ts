import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createPages } from './pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'earmark-pages-'))
after(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'built/assets'), { recursive: true })
const write = (name: string, text: string) => {
  writeFileSync(join(folder, 'built', name), text)
  writeFileSync(join(folder, 'built', `${name}.br`), brotliCompressSync(text))
}
write('index.html', '<!doctype html><title>Earmark</title>')
write('boot.js', 'boot()')
write('assets/main-abc.js', 'main()')
write(
  'early.json',
  JSON.stringify({
    begin: { scripts: ['/assets/begin-abc.js'], styles: ['/assets/begin-abc.css'] },
    application: { scripts: ['/assets/main-abc.js'], styles: ['/assets/main-abc.css'] },
    face: '/assets/face-abc.woff2',
    languages: { en: '/assets/english-abc.js', es: '/assets/spanish-abc.js' },
  }),
)
const hasSession = (cookie: string | undefined) => cookie?.startsWith('session=') === true
const pages = createPages({ folder: join(folder, 'built'), hasSession })

test('every address of the application is the one page, under a policy without other origins', async () => {
  for (const path of ['/', '/transactions', '/plan/1', '/settings/security', '/sign-in']) {
    const response = await pages.request(path)
    assert.equal(response.status, 200, path)
    assert.match(await response.text(), /<title>Earmark/)
    const policy = response.headers.get('content-security-policy') ?? ''
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types earmark-worker',
    ]) {
      assert.ok(policy.split('; ').includes(rule), rule)
    }
    assert.doesNotMatch(policy, /unsafe|upgrade-insecure|https?:/)
    assert.equal(response.headers.get('strict-transport-security'), null)
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(response.headers.get('cache-control'), 'no-cache')
  }
})

test('a page preloads its scripts, the browser’s language, and a signed-in person’s first reads', async () => {
  const links = async (path: string, headers: Record<string, string> = {}) => {
    const { headers: sent } = await pages.request(path, { headers })
    return sent.get('link')!.split(', ')
  }
  const begin = [
    '</assets/begin-abc.css>; rel=preload; as=style; crossorigin=anonymous',
    '</boot.js>; rel=preload; as=script',
    '</assets/begin-abc.js>; rel=modulepreload',
  ]
  const application = [
    '</assets/face-abc.woff2>; rel=preload; as=font; type=font/woff2; crossorigin=anonymous; fetchpriority=low',
    '</assets/main-abc.js>; rel=modulepreload',
    '</assets/main-abc.css>; rel=preload; as=style; crossorigin=anonymous',
  ]
  const english = '</assets/english-abc.js>; rel=modulepreload'
  const home = '</app/api/home>; rel=preload; as=fetch; crossorigin=anonymous'
  const session = '</app/api/session>; rel=preload; as=fetch; crossorigin=anonymous'
  const cookie = 'session=x'
  for (const path of ['/', '/plan/1']) {
    const named = [...begin, english, home, ...application, session]
    assert.deepEqual(await links(path, { cookie }), named, path)
  }
  assert.deepEqual(await links('/'), [...begin, english, ...application])
  const entrance = '</app/api/entrance>; rel=preload; as=fetch; crossorigin=anonymous'
  const signIn = [...begin, english, entrance, ...application]
  assert.deepEqual(await links('/sign-in', { cookie }), signIn)
  const spanish = '</assets/spanish-abc.js>; rel=modulepreload'
  for (const [accepted, words] of [
    ['es-MX,es;q=0.9,en;q=0.8', spanish],
    ['fr-FR, ES;q=0.5', spanish],
    ['fr', english],
    ['__proto__, constructor', english],
  ] as const) {
    const named = [...begin, words, ...application]
    assert.deepEqual(await links('/', { 'accept-language': accepted }), named, accepted)
  }
  assert.equal((await pages.request('/early.json')).status, 404)
})

test('a browser without a session is led to the sign-in before anything is drawn', async () => {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    pages.request(path, { headers: { accept: 'text/html', ...headers } })
  for (const [path, to] of [
    ['/', '/sign-in'],
    ['/plan/1', '/sign-in?to=%2Fplan%2F1'],
    ['/transactions?search=tea', '/sign-in?to=%2Ftransactions%3Fsearch%3Dtea'],
    ['//evil.example/', null],
  ] as const) {
    const { headers, status } = await ask(path)
    if (to === null) assert.notEqual(status, 302, path)
    else assert.deepEqual([status, headers.get('location')], [302, to], path)
    assert.equal((await ask(path, { cookie: 'session=x' })).headers.get('location'), null)
  }
  assert.equal((await ask('/')).headers.get('cache-control'), 'no-store')
  for (const path of ['/sign-in', '/setup', '/invite', '/reset', '/demo']) {
    assert.equal((await ask(path)).status, 200, path)
  }
})

test('an unknown path is not found', async () => {
  for (const path of ['/v1/nothing', '/app/api/nothing', '/assets/none.js', '/favicon.ico', '/x']) {
    assert.equal((await pages.request(path)).status, 404, path)
  }
})

test('a wrong link shows browsers the application, and programs a short text', async () => {
  const accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'
  const shown = await pages.request('/blog/2019', { headers: { accept } })
  assert.equal(shown.status, 404)
  assert.match(await shown.text(), /<title>Earmark/)
  assert.match(shown.headers.get('content-security-policy')!, /script-src 'self'/)
  const plain = await pages.request('/blog/2019', { headers: { accept: '*/*' } })
  assert.deepEqual([plain.status, await plain.text()], [404, '404 Not Found'])
})

test('files named by a digest are cached for ever; the others are revalidated', async () => {
  const hashed = await pages.request('/assets/main-abc.js')
  assert.equal(hashed.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.equal(hashed.headers.get('content-type'), 'text/javascript; charset=utf-8')
  const boot = await pages.request('/boot.js')
  assert.equal(boot.headers.get('cache-control'), 'no-cache')
  const etag = boot.headers.get('etag')!
  const again = await pages.request('/boot.js', { headers: { 'if-none-match': `W/${etag}` } })
  assert.deepEqual([again.status, await again.text()], [304, ''])
})

test('a file is sent in the smallest form that the browser accepts', async () => {
  const ask = async (accepted: string) => {
    const headers = { 'accept-encoding': accepted }
    const response = await pages.request('/assets/main-abc.js', { headers })
    assert.equal(response.headers.get('vary'), 'Accept-Encoding')
    return response
  }
  const brotli = await ask('gzip, deflate, br')
  assert.equal(brotli.headers.get('content-encoding'), 'br')
  const bytes = Buffer.from(await brotli.arrayBuffer())
  assert.equal(brotliDecompressSync(bytes).toString(), 'main()')
  for (const round of ['made', 'kept']) {
    const zipped = await ask('gzip')
    assert.equal(zipped.headers.get('content-encoding'), 'gzip', round)
    assert.equal(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString(), 'main()')
  }
  assert.equal((await ask('br;q=0')).headers.get('content-encoding'), null)
  assert.equal(await (await ask('')).text(), 'main()')
})

test('a bundle that holds only compressed files, as in a package, is served to everybody', async () => {
  mkdirSync(join(folder, 'packed'))
  writeFileSync(join(folder, 'packed/index.html.br'), brotliCompressSync('packed'))
  const packed = createPages({ folder: join(folder, 'packed'), hasSession })
  assert.equal(await (await packed.request('/sign-in')).text(), 'packed')
})

test('without a bundle the page says how to build it, and a later bundle is served', async () => {
  const later = createPages({ folder: join(folder, 'later'), hasSession })
  const missing = await later.request('/')
  assert.equal(missing.status, 503)
  assert.match(await missing.text(), /npm run build/)
  mkdirSync(join(folder, 'later'))
  writeFileSync(join(folder, 'later/index.html'), 'built')
  assert.equal(await (await later.request('/')).text(), 'built')
})
