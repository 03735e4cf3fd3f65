import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeLink } from '#/people/links.ts'
import { serve } from '#/app/cli/serving/serve.ts'
import { openProduct } from '#/app/cli/serving/open.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { blocks } from '../documents/blocks.ts'
import { createTestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { PASSWORD } from '../support/given-account.ts'
import { until } from '../support/other-processes.ts'
import { certificate, key } from '../support/test-certificate.ts'

// Runs the real proxies with the configurations of docs/behind-a-proxy.md, in which only ports and paths are replaced.

const HOST = 'budget.example.com'
const ORIGIN = `https://${HOST}`
/** Leads to a server that a test controls, through the same configuration. */
const STUB = 'stub.example.com'
/** The address of the client: every address of 127.0.0.0/8 is this machine. */
const CLIENT = '127.0.0.5'

const documented = (language: string) =>
  blocks.find((one) => one.path === 'docs/behind-a-proxy.md' && one.language === language)!.text
const folder = mkdtempSync(join(tmpdir(), 'earmark-proxies-'))
const proxies: ChildProcess[] = []
after(() => {
  for (const proxy of proxies) proxy.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const config = readConfig({
  DATABASE_URL: (await createTestDatabase()).url,
  EARMARK_DATA: join(folder, 'data'),
  PORT: '0',
  ...Object.fromEntries(
    documented('ini')
      .split('\n')
      .map((line) => line.split('=')),
  ),
})
const product = await openProduct({ config, connectionsMax: 2, notice: () => {} })
const served = await serve(config, { role: 'api', notice: () => {} })
after(async () => {
  await served.stop()
  await product.close()
})
const { token } = await makeLink(product.runtime, { purpose: 'setup', personId: null })

/** Answers in two parts, the second only after the client has the first; to an upload with the number of its bytes. */
const received: IncomingMessage['headers'][] = []
let release = () => {}
const stub = createServer((request, response) => {
  received.push(request.headers)
  if (request.url === '/upload') {
    let length = 0
    request.on('data', (part: Buffer) => (length += part.length))
    request.on('end', () => response.end(String(length)))
    return
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('[1,')
  release = () => void response.end('2]')
  if (request.url !== '/slow') release()
}).listen(0, '127.0.0.1')
await once(stub, 'listening')
after(() => {
  stub.closeAllConnections()
  stub.close()
})

const ports = {
  served: new URL(served.url).port,
  stub: String((stub.address() as AddressInfo).port),
}

/** The block of a document twice: in front of Earmark, and in front of the stub. */
function bothSites(text: string, port: number): string {
  const site = text.replaceAll(/\b443\b/g, String(port))
  const to = (upstream: string) => site.replaceAll('127.0.0.1:3000', `127.0.0.1:${upstream}`)
  return `${to(ports.served)}\n${to(ports.stub).replaceAll(HOST, STUB)}\n`
}

type Sent = {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly host?: string
  readonly onPart?: (text: string) => void
}

/** Sends a request through the proxy on a port: `GET /readyz`. */
async function ask(port: number, line: string, sent: Sent = {}) {
  const [method, path] = line.split(' ')
  const { headers = {}, body, host = HOST, onPart } = sent
  const request = httpsRequest({
    host: '127.0.0.1',
    port,
    localAddress: CLIENT,
    method,
    path,
    servername: host,
    // A proxy that holds an answer back would hold the test up.
    signal: AbortSignal.timeout(60_000),
    // Nobody vouches for the certificates of this test.
    rejectUnauthorized: false,
    headers: { host, origin: ORIGIN, 'sec-fetch-site': 'same-origin', ...headers },
  })
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part
    onPart?.(text)
  })
  await once(response, 'end')
  return { status: response.statusCode!, headers: response.headers, text }
}

/** Starts nginx in the foreground, with files of its own. */
async function startNginx(port: number): Promise<void> {
  writeFileSync(join(folder, 'fullchain.pem'), certificate)
  writeFileSync(join(folder, 'privkey.pem'), key, { mode: 0o600 })
  const sites = bothSites(documented('nginx'), port).replaceAll(
    /\/etc\/letsencrypt\/live\/[\w.]+/g,
    folder,
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  const whole = `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
    events {}
    http { access_log off; ${temporary}
    ${sites} }`
  writeFileSync(join(folder, 'nginx.conf'), whole)
  await start('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'nginx.log')], {
    port,
  })
}

/** Starts Caddy with certificates that it signs itself. */
async function startCaddy(port: number): Promise<void> {
  const global = `{
    admin off
    https_port ${port}
    http_port ${await freePort()}
    local_certs
    skip_install_trust
    storage file_system ${folder}/caddy
  }\n`
  writeFileSync(join(folder, 'Caddyfile'), global + bothSites(documented('caddy'), port))
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder }
  const file = join(folder, 'Caddyfile')
  await start('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { port, env })
}

type Starting = { readonly port: number; readonly env?: NodeJS.ProcessEnv }

async function start(
  program: string,
  words: readonly string[],
  { port, env = process.env }: Starting,
): Promise<void> {
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'], env })
  proxies.push(child)
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  await until(`${program} serves`, async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`)
    const answer = await ask(port, 'GET /readyz').catch(() => null)
    return answer?.status === 200
  })
}

const isInstalled = (program: string) => spawnSync(program, ['-h']).error === undefined

for (const [program, begin] of [
  ['nginx', startNginx],
  ['caddy', startCaddy],
] as const) {
  const skip = isInstalled(program)
    ? false
    : `${program} is not installed: apt-get install ${program}`
  test(
    `behind ${program} people sign in, upload and export as the documents promise`,
    { skip },
    async (t) => {
      const port = await freePort()
      await begin(port)
      const json = { 'content-type': 'application/json' }
      const cookies = await signIn(port, program)

      await t.test(
        `behind ${program} the caller’s address is the client’s and cannot be forged`,
        async () => {
          const forged = {
            ...cookies,
            'x-forwarded-for': '203.0.113.9, 127.0.0.1',
            'x-real-ip': '203.0.113.9',
          }
          const wrong = JSON.stringify({ email: 'ada@example.com', password: 'a wrong password' })
          const refused = await ask(port, 'POST /app/api/sign-in', {
            headers: { ...json, ...forged },
            body: wrong,
          })
          assert.equal(refused.status, 401, refused.text)
          const { text } = await ask(port, 'GET /app/api/profile/events', { headers: cookies })
          const [event] = JSON.parse(text) as { action: string; address: string }[]
          assert.deepEqual([event!.action, event!.address], ['sign_in.failed', CLIENT])
        },
      )

      await t.test(`behind ${program} Host, scheme and address reach the server`, async () => {
        await ask(port, 'GET /', { host: STUB, headers: { 'x-forwarded-proto': 'http' } })
        const { host, 'x-forwarded-for': from, 'x-forwarded-proto': scheme } = received.at(-1)!
        assert.deepEqual([host, from, scheme], [STUB, CLIENT, 'https'])
      })

      await t.test(`behind ${program} a statement of 40 MB arrives`, async () => {
        const body = Buffer.alloc(40 * 1024 * 1024, '%PDF-1.7\n')
        const { text } = await ask(port, 'POST /upload', { host: STUB, body })
        assert.equal(text, String(body.length))
        // More than proxies allow by themselves; Earmark says what is wrong with it, so all of it has passed.
        const account = await givenAccountIn(port, cookies)
        const path = `/app/api/imports?account_id=${account}&file_name=march.pdf`
        const headers = { ...cookies, 'content-type': 'application/octet-stream' }
        const answer = await ask(port, `POST ${path}`, {
          headers,
          body: body.subarray(0, 1_500_000),
        })
        assert.equal(answer.status, 400, answer.text)
        assert.match(answer.text, /"code":"invalid_parameter"/)
      })

      await t.test(`behind ${program} an export passes as it is made`, async () => {
        const { text } = await ask(port, 'GET /slow', {
          host: STUB,
          onPart: (all) => {
            if (all === '[1,') release()
          },
        })
        assert.equal(text, '[1,2]')
        const exported = await ask(port, 'GET /app/api/export', { headers: cookies })
        assert.equal(exported.status, 200, exported.text)
        assert.ok('household' in (JSON.parse(exported.text) as object))
      })
    },
  )
}

/** Signs in through the proxy, as the first account or again; checks the cookies, and returns them. */
async function signIn(port: number, program: string): Promise<{ cookie: string }> {
  const person = { email: 'ada@example.com', password: PASSWORD }
  const household = { name: 'Home', timezone: 'Europe/Madrid', currency: 'EUR' }
  const isFirst = !hasAccount
  const [path, body] = isFirst
    ? ['/app/api/setup', { ...person, token, name: 'Ada', household }]
    : ['/app/api/sign-in', person]
  hasAccount = true
  const answer = await ask(port, `POST ${path}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(answer.status, isFirst ? 201 : 200, `${program}: ${answer.text}`)
  const set = answer.headers['set-cookie']!
  assert.ok(set.length > 0)
  for (const cookie of set) assert.match(cookie, /^__Host-earmark_\w+=.*; Secure/)
  return { cookie: set.map((cookie) => cookie.split(';')[0]).join('; ') }
}
let hasAccount = false

async function givenAccountIn(port: number, cookies: { cookie: string }): Promise<string> {
  const { text } = await ask(port, 'POST /app/api/accounts', {
    headers: { ...cookies, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Checking ${port}`, type: 'depository' }),
  })
  return (JSON.parse(text) as { id: string }).id
}
