import assert from 'node:assert/strict'
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { certificate, key } from '../support/test-certificate.ts'

/** A push that arrived, decrypted by its browser. */
export type Shown = {
  readonly title: string
  readonly text: string
  readonly tag: string
  readonly place: string
}

export type Arrived = {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/**
 * A push service on a real socket with TLS, and browsers that subscribe there. It checks each request as RFC 8030, 8188, 8291
 * and 8292 want it, with Node's own cryptography and none of the product's code.
 */
export async function startPushService(now: () => Temporal.Instant) {
  const browsers = new Map<string, FakeBrowser>()
  const replies = new Map<string, { status: number; headers?: Record<string, string> }>()
  const arrived: Arrived[] = []
  const shown: Shown[] = []
  const server = createServer({ cert: certificate, key }, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      const reply = replies.get(path)
      const one = { headers: request.headers, body: Buffer.concat(parts) }
      arrived.push(one)
      if (!reply) {
        const browser = browsers.get(path)
        assert.ok(browser, path)
        assertSigned(one, `https://stub.example.com:${port}`, now())
        shown.push(JSON.parse(decrypt(one.body, browser)) as Shown)
      }
      response.writeHead(reply?.status ?? 201, reply?.headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const outbound = createOutbound({
    allowCidrs: '127.0.0.0/8',
    ca: certificate,
    resolve: () => Promise.resolve(['127.0.0.1']),
  })
  after(async () => {
    await outbound.close()
    server.closeAllConnections()
    server.close()
  })
  let count = 0
  return {
    outbound,
    arrived,
    /** The notices that browsers got, and forgets them. */
    take: () => shown.splice(0),
    /** A browser that subscribes; what it tells the application. */
    subscribe: () => {
      const path = `/push/${(count += 1)}`
      const browser = createBrowser()
      browsers.set(path, browser)
      return {
        url: `https://stub.example.com:${port}${path}`,
        p256dh: browser.own.getPublicKey('base64url'),
        auth: browser.auth.toString('base64url'),
      }
    },
    /** Answers the pushes for one subscription otherwise than with 201. */
    answer: (url: string, status: number, headers: Record<string, string> = {}) =>
      replies.set(new URL(url).pathname, { status, headers }),
  }
}

export type FakeBrowser = { readonly own: ECDH; readonly auth: Buffer }

export function createBrowser(): FakeBrowser {
  const own = createECDH('prime256v1')
  own.generateKeys()
  return { own, auth: randomBytes(16) }
}

/** Decrypts one record as a browser does (RFC 8188, 2.1; RFC 8291, 3.4). */
export function decrypt(body: Buffer, { own, auth }: FakeBrowser): string {
  const salt = body.subarray(0, 16)
  assert.ok(body.readUInt32BE(16) >= body.length - 86, 'the message is one record')
  assert.equal(body[20], 65)
  const sender = body.subarray(21, 86)
  const shared = own.computeSecret(sender)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const derive = (use: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${use}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  assert.equal(padded[end], 2, 'the delimiter of the last record')
  return padded.subarray(0, end).toString()
}

/** Checks what a push service checks: the headers, and the signature of RFC 8292. */
function assertSigned({ headers, body }: Arrived, origin: string, now: Temporal.Instant): void {
  assert.equal(headers['content-encoding'], 'aes128gcm')
  assert.match(String(headers['ttl']), /^\d+$/)
  assert.match(String(headers['topic']), /^[A-Za-z0-9_-]{1,32}$/)
  assert.ok(body.length <= 4096, `${body.length} bytes`)
  const [, token = '', point = ''] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(String(headers['authorization'])) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown
  assert.deepEqual(read(head), { typ: 'JWT', alg: 'ES256' })
  const raw = Buffer.from(point, 'base64url')
  const coordinate = (from: number) => raw.subarray(from, from + 32).toString('base64url')
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) },
    format: 'jwk',
  })
  const signed = Buffer.from(`${head}.${claims}`)
  const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  assert.ok(verify('sha256', signed, options, Buffer.from(signature, 'base64url')))
  const { aud, exp, sub } = read(claims) as { aud: string; exp: number; sub: string }
  assert.equal(aud, origin)
  assert.match(sub, /^(https:|mailto:)/)
  const seconds = now.epochMilliseconds / 1000
  assert.ok(exp > seconds && exp <= seconds + 86_400, `${exp} at ${seconds}`)
}
