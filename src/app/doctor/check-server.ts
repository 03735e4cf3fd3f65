import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import type { Config } from '#/platform/runtime/config.ts'
import { codeOf } from '#/platform/postgres/failure.ts'
import { readVersion } from '#/platform/runtime/version.ts'
import { type Check, fault, ok, skipped, warning } from './check.ts'
import { type Sighting, sighting, SIGHTING_PATH } from '#/app/http/wire/sighting.ts'

const PATIENCE_MS = 5000
const BODY_MAX = 10_000

/** The answer of a server to the question how it sees a request. */
export type Asked =
  | { readonly seen: Sighting }
  | { readonly status: number }
  | { readonly error: Error }

type Asking = {
  readonly config: Config
  /** Where a server of this machine answers; null: none does. */
  readonly origin: string | null
  /** Proves that the doctor knows the master secret; null: it does not. */
  readonly ticket: string | null
}

/** Asks the running server how it sees a request that comes directly, and one that comes by the public address. */
export async function checkServer({ config, origin, ticket }: Asking): Promise<readonly Check[]> {
  if (origin === null) {
    return [
      fault(
        'server',
        'No server answers on this machine.',
        'Start it (`systemctl start earmark`, `docker compose up -d` or `npm start`); if it runs, name its PORT, HOST and EARMARK_DATA to this command too.',
      ),
      skipped('proxy', 'No server was asked.'),
    ]
  }
  if (ticket === null) {
    return [
      ok('server', `It answers on ${origin}.`),
      skipped('proxy', 'No master secret is known to ask with.'),
    ]
  }
  const direct = await ask(origin, ticket)
  const server = judgeServer(origin, direct, readVersion())
  if (!('seen' in direct)) return [server, skipped('proxy', 'The server did not say what it sees.')]
  const publicUrl = direct.seen.public_url
  const through = publicUrl === null ? null : await ask(publicUrl, ticket)
  return [server, judgeProxy({ config, publicUrl, through })]
}

export function judgeServer(origin: string, direct: Asked, version: string): Check {
  if (!('seen' in direct)) {
    return fault(
      'server',
      `The server on ${origin} does not take this command for its operator’s.`,
      'Give this command the environment of the server: the same EARMARK_DATA and EARMARK_SECRET.',
    )
  }
  if (direct.seen.version !== version) {
    return fault(
      'server',
      `The server runs version ${direct.seen.version}, and ${version} is installed.`,
      'Restart the server.',
    )
  }
  return ok('server', `It answers on ${origin}.`)
}

type Judged = {
  readonly config: Pick<Config, 'trustedProxies'>
  readonly publicUrl: string | null
  readonly through: Asked | null
}

/** Judges how requests reach the server by the address that people use. */
export function judgeProxy({ config, publicUrl, through }: Judged): Check {
  const everybody = config.trustedProxies.find((range) => /\/0+$/.test(range))
  if (everybody !== undefined) {
    return fault(
      'proxy',
      `EARMARK_TRUSTED_PROXIES contains ${everybody}: everybody may claim any address.`,
      'Name only the addresses of your proxies.',
    )
  }
  if (publicUrl === null || through === null)
    return ok('proxy', 'PUBLIC_URL is not set: no proxy is expected.')
  if ('error' in through) return judgeUnreached(publicUrl, through.error)
  if ('status' in through) {
    return fault(
      'proxy',
      `${publicUrl} answers ${through.status}, and not as this server.`,
      'Correct PUBLIC_URL, or let the proxy pass all paths on to this server.',
    )
  }
  return judgeSeen(publicUrl, through.seen)
}

function judgeUnreached(publicUrl: string, error: Error): Check {
  const reason = error.message || codeOf(error)
  if (/CERT|SIGNED|ISSUER|TLS|SSL|ALTNAME/i.test(codeOf(error))) {
    return fault(
      'proxy',
      `The certificate of ${publicUrl} is not accepted: ${reason}.`,
      'Renew or correct the proxy’s certificate.',
    )
  }
  return warning(
    'proxy',
    `${publicUrl} cannot be reached from this machine: ${reason}.`,
    'If people reach it, all is well. Otherwise start the proxy, or correct PUBLIC_URL.',
  )
}

function judgeSeen(publicUrl: string, seen: Sighting): Check {
  const isHttps = publicUrl.startsWith('https:')
  const speaksFor = seen.forwarded_for !== null
  if (!seen.trusted && (speaksFor || isHttps)) {
    return fault(
      'proxy',
      `Requests to ${publicUrl} come from ${seen.remote}, which is not trusted: all people count as one caller.`,
      `Add ${seen.remote} to EARMARK_TRUSTED_PROXIES and restart the server.`,
    )
  }
  if (!seen.trusted) return ok('proxy', `${publicUrl} leads here without a proxy.`)
  if (!speaksFor) {
    return fault(
      'proxy',
      `The proxy ${seen.remote} sends no X-Forwarded-For: all people count as one caller.`,
      'Let the proxy send X-Forwarded-For (docs/operating.md, Behind a proxy).',
    )
  }
  const scheme = isHttps ? 'https' : 'http'
  if (seen.forwarded_proto !== null && seen.forwarded_proto !== scheme) {
    return fault(
      'proxy',
      `The proxy ${seen.remote} says X-Forwarded-Proto: ${seen.forwarded_proto}, but PUBLIC_URL begins with ${scheme}:.`,
      'Correct PUBLIC_URL, or the header that the proxy sends.',
    )
  }
  return ok(
    'proxy',
    `${publicUrl} comes through ${seen.remote}; this machine is seen as ${seen.address}.`,
  )
}

/** Never rejects. */
async function ask(origin: string, ticket: string): Promise<Asked> {
  try {
    const { status, body } = await request(`${origin}${SIGHTING_PATH}`, ticket)
    if (status !== 200) return { status }
    const read = sighting.safeParse(JSON.parse(body))
    return read.success ? { seen: read.data } : { status }
  } catch (error) {
    if (error instanceof SyntaxError) return { status: 200 }
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }
}

function request(url: string, ticket: string): Promise<{ status: number; body: string }> {
  const get = url.startsWith('https:') ? getHttps : getHttp
  return new Promise((resolve, reject) => {
    const options = { timeout: PATIENCE_MS, headers: { authorization: `Doctor ${ticket}` } }
    const sent = get(url, options, (answer) => {
      text(answer).then(
        (body) => resolve({ status: answer.statusCode ?? 0, body: body.slice(0, BODY_MAX) }),
        reject,
      )
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} s`)))
    sent.on('error', reject)
  })
}
