import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createReference } from './reference.ts'

const reference = createReference()
const html = await (await reference.request('/')).text()
const referred = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!)
const assets = referred.filter((path) => path.startsWith('/docs/'))

test('the page names no other host and has no inline script', () => {
  for (const path of referred) assert.match(path, /^(\/(?!\/)|data:,$)/)
  assert.doesNotMatch(html, /https?:|\/\/\w/)
  assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|\son\w+=|<style/)
  for (const name of ['start.js', 'earmark.css']) {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8')
    assert.doesNotMatch(text, /https?:|@import|url\(/)
  }
})

test('the policy forbids every other origin', async () => {
  const policy = (await reference.request('/')).headers.get('content-security-policy')!
  assert.match(policy, /^default-src 'none'; /)
  const sources = policy.split('; ').flatMap((directive) => directive.split(' ').slice(1))
  assert.deepEqual(
    [...new Set(sources)].toSorted(),
    ["'none'", "'self'", "'unsafe-inline'", 'data:'].toSorted(),
  )
  assert.match(policy, /script-src 'self';/)
})

test('the renderer reports to nobody and stores no key', () => {
  const start = readFileSync(new URL('start.js', import.meta.url), 'utf8')
  assert.match(start, /validatorUrl: null/)
  assert.match(start, /persistAuthorization: false/)
  assert.match(start, /credentials: 'omit'/)
})

test('every asset is served with its type, and cached for ever under a digest of its content', async () => {
  assert.equal(assets.length, 4)
  for (const path of assets) {
    const response = await reference.request(path.slice('/docs'.length))
    assert.equal(response.status, 200, path)
    const type = path.endsWith('.css') ? 'text/css' : 'text/javascript'
    assert.equal(response.headers.get('content-type'), `${type}; charset=utf-8`)
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    const plain = Buffer.from(await response.arrayBuffer())
    const zipped = await reference.request(path.slice('/docs'.length), {
      headers: { 'accept-encoding': 'gzip, br' },
    })
    assert.equal(zipped.headers.get('content-encoding'), 'gzip')
    assert.ok(gunzipSync(Buffer.from(await zipped.arrayBuffer())).equals(plain), path)
  }
})

test('nothing else is served below the page', async () => {
  for (const path of [
    '/assets/',
    '/assets/0/start.js',
    '/assets/../package.json',
    '/package.json',
  ]) {
    assert.equal((await reference.request(path)).status, 404, path)
  }
})
