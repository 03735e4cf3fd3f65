import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer as createTlsServer } from 'node:https'
import { test } from 'node:test'
import { failureOf, get, kindOf, listening, outboundWith, serve, untouched } from './loopback.ts'
import type { OutboundRequest } from './outbound.ts'

const open = outboundWith()

test('a redirect is followed once, without repeating a body, and its address is checked', async () => {
  const { port: forbidden, visits } = await untouched()
  const seen: string[] = []
  const port = await serve((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    const to: Record<string, string> = {
      '/once': '/end',
      '/twice': '/once',
      '/metadata': 'http://169.254.169.254/latest',
      '/private': `http://[::1]:${forbidden}/`,
      '/public': 'http://1.1.1.1/',
      '/file': 'file:///etc/passwd',
      '/userinfo': `http://u:p@127.0.0.1:${forbidden}/`,
    }
    const location = to[request.url ?? '']
    if (location) response.writeHead(302, { location }).end()
    else response.end('end')
  })
  const at = (path: string) => `http://127.0.0.1:${port}/${path}`
  const follow = (path: string) => open.request(get(at(path), { redirects: 1 }))
  assert.equal((await follow('once')).body.toString(), 'end')
  assert.equal((await open.request(get(at('once')))).status, 302)
  const post = await open.request(get(at('once'), { redirects: 1, method: 'POST', body: '{}' }))
  assert.equal(post.status, 302)
  assert.equal(await kindOf(follow('twice')), 'redirect')
  assert.equal(await kindOf(follow('metadata')), 'refused_address')
  assert.equal(await kindOf(follow('private')), 'refused_address')
  assert.equal(await kindOf(follow('public')), 'bad_url')
  assert.equal(await kindOf(follow('file')), 'bad_url')
  assert.equal(await kindOf(follow('userinfo')), 'bad_url')
  assert.equal(visits(), 0)
  assert.ok(seen.includes('GET /end'))
  const empty = await open.request(get(at('once'), { redirects: 1, method: 'POST' }))
  assert.equal(empty.status, 200)
  assert.equal(seen.at(-1), 'POST /end')
})

test('a redirect to another origin drops credentials unless the caller allows them', async () => {
  const other = await serve((request, response) =>
    response.end(request.headers.authorization ?? 'none'),
  )
  const port = await serve((request, response) => {
    if (request.url === '/echo') response.end(request.headers.authorization ?? 'none')
    else
      response
        .writeHead(307, {
          location: request.url === '/self' ? '/echo' : `http://127.0.0.1:${other}/`,
        })
        .end()
  })
  const ask = (path: string, more: Partial<OutboundRequest> = {}) =>
    open.request(
      get(`http://127.0.0.1:${port}${path}`, {
        redirects: 1,
        headers: { Authorization: 'Basic x' },
        ...more,
      }),
    )
  const self = await ask('/self')
  assert.deepEqual([self.body.toString(), self.redirectedTo], ['Basic x', null])
  const away = await ask('/away')
  assert.deepEqual([away.body.toString(), away.redirectedTo], ['none', `http://127.0.0.1:${other}`])
  const vouched = await ask('/away', {
    mayCarryAuthorization: (_from, to) => to.port === String(other),
  })
  assert.equal(vouched.body.toString(), 'Basic x')
})

test('certificates are always checked, and redirects never leave https', async (t) => {
  const server = createTlsServer({ key, cert: certificate }, (request, response) => {
    if (request.url === '/down')
      response.writeHead(302, { location: 'http://127.0.0.1:9009/' }).end()
    else response.end('private')
  })
  const port = await listening(server)
  const resolve = async () => ['127.0.0.1']
  const trusting = outboundWith({ ca: certificate, resolve })
  await t.test('a certificate must be trusted and fit the host', async () => {
    const fine = await trusting.request(get(`https://bank.example:${port}/`))
    assert.equal(fine.body.toString(), 'private')
    assert.equal((await trusting.request(get(`https://127.0.0.1:${port}/`))).status, 200)
    assert.equal(await kindOf(trusting.request(get(`https://other.example:${port}/`))), 'tls')
  })
  await t.test('a redirect from https to http is refused', async () => {
    const down = trusting.request(get(`https://bank.example:${port}/down`, { redirects: 1 }))
    assert.equal(await kindOf(down), 'redirect')
  })
  await t.test('an unknown issuer is refused', async () => {
    assert.equal(await kindOf(open.request(get(`https://127.0.0.1:${port}/`))), 'tls')
  })
  await t.test('an expired certificate is refused', async () => {
    const late = await listening(
      createTlsServer({ key, cert: expired }, (_request, response) => response.end()),
    )
    const trustingLate = outboundWith({ ca: expired, resolve })
    for (const host of ['bank.example', '127.0.0.1']) {
      const failure = await failureOf(trustingLate.request(get(`https://${host}:${late}/`)))
      assert.deepEqual([failure.kind, failure.detail], ['tls', 'CERT_HAS_EXPIRED'])
    }
  })
  await t.test('a protocol older than TLS 1.2 is refused', async () => {
    const outdated = createTlsServer(
      {
        key,
        cert: certificate,
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'ALL:@SECLEVEL=0',
      },
      (_request, response) => response.end(),
    )
    const old = await listening(outdated)
    assert.equal(await kindOf(trusting.request(get(`https://127.0.0.1:${old}/`))), 'tls')
  })
  const plain = await serve((_request, response) => response.end())
  await t.test('a server that does not speak TLS is refused', async () => {
    assert.equal(await kindOf(open.request(get(`https://127.0.0.1:${plain}/`))), 'tls')
  })
  await t.test('no environment variable turns the check off or names a proxy', async () => {
    const proxy = await untouched()
    const script = `
    import { createOutbound } from ${JSON.stringify(new URL('outbound.ts', import.meta.url).href)}
    const outbound = createOutbound({ allowCidrs: '127.0.0.0/8' })
    const ask = (url) => outbound.request({ method: 'GET', url, timeoutMs: 3000, maxBytes: 9 })
      .then((answer) => answer.status, (error) => error.kind)
    console.log(await ask('https://127.0.0.1:${port}/'), await ask('http://127.0.0.1:${plain}/'))
    await outbound.close()`
    const printed = await new Promise<string>((resolvePrinted, reject) => {
      const env = {
        ...process.env,
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
        NODE_USE_ENV_PROXY: '1',
        HTTP_PROXY: `http://127.0.0.1:${proxy.port}`,
        HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      }
      execFile(process.execPath, ['--input-type=module', '-e', script], { env }, (error, stdout) =>
        error ? reject(error) : resolvePrinted(stdout),
      )
    })
    assert.equal(printed.trim(), 'tls 200')
    assert.equal(proxy.visits(), 0)
  })
})

/** A test certificate that only this test trusts: bank.example and 127.0.0.1, until 2120. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgz+fSRqlxIMvh+tSY
Wo1bW7xZB7vzhicK4ahnB40N6EShRANCAAT3MJDYdoiHpdmNctI2ifvE2QH1kr1d
M2omfC4906CC+nYjy+M7FJ9btCIfJ9evH12vpQVgSNBxocUYbmYNRGCI
-----END PRIVATE KEY-----`
const certificate = `-----BEGIN CERTIFICATE-----
MIIBbzCCARagAwIBAgIBATAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxlYXJtYXJr
LXRlc3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBcxFTATBgNV
BAMMDGVhcm1hcmstdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABPcwkNh2
iIel2Y1y0jaJ+8TZAfWSvV0zaiZ8Lj3ToIL6diPL4zsUn1u0Ih8n168fXa+lBWBI
0HGhxRhuZg1EYIijUTBPMB0GA1UdEQQWMBSCDGJhbmsuZXhhbXBsZYcEfwAAATAP
BgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBTIBIUmH14/r5obJ0DsX6RE00VlIjAK
BggqhkjOPQQDAgNHADBEAiAcLaz/jbz3/37Vz7dae/ZAwqdS7kEiGjn30iug6RWC
zwIgeCDgdURNJuqSI17B5KDhn/QtZUSV0e1Mx9w6tocxeNU=
-----END CERTIFICATE-----`
/** The same, until 2021. */
const expired = `-----BEGIN CERTIFICATE-----
MIIBbjCCARSgAwIBAgIBATAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxlYXJtYXJr
LXRlc3QwHhcNMjAwMTAxMDAwMDAwWhcNMjEwMTAxMDAwMDAwWjAXMRUwEwYDVQQD
DAxlYXJtYXJrLXRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT3MJDYdoiH
pdmNctI2ifvE2QH1kr1dM2omfC4906CC+nYjy+M7FJ9btCIfJ9evH12vpQVgSNBx
ocUYbmYNRGCIo1EwTzAdBgNVHREEFjAUggxiYW5rLmV4YW1wbGWHBH8AAAEwDwYD
VR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQUyASFJh9eP6+aGydA7F+kRNNFZSIwCgYI
KoZIzj0EAwIDSAAwRQIhANuQ4rYGbVhJFlw8UtHRJMyI4Hgq3IGcdOoipp9r7jwI
AiBb4KKAjKR/TcKuLFOIZUmWV4FJuG+HCO0KXk9eyBoNtA==
-----END CERTIFICATE-----`
