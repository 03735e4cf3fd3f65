import type * as z from 'zod'
import { OutboundFailure } from '#/platform/outbound/failure.ts'
import type { OutboundAnswer } from '#/platform/outbound/outbound.ts'
import { asProviderFailure } from '#/sources/provider/as-provider-failure.ts'
import { type Io, ProviderFailure } from '#/sources/provider/provider.ts'
import { concealing } from '#/core/values/conceal.ts'
import { errorAnswer } from './answer.ts'
import { failureOf } from './failure.ts'

/** The address of Plaid and our credentials there. Null when the operator has not set Plaid up. */
export type PlaidAccess = {
  readonly url: string
  readonly clientId: string
  readonly secret: string
}

/** Throws ProviderFailure `refused` when the operator has not set Plaid up. */
export function requirePlaid<A extends PlaidAccess>(access: A | null): A {
  if (access !== null) return access
  throw new ProviderFailure('refused', 'Plaid is not set up on this Earmark.')
}

const TIMEOUT_MS = 60_000
const BYTES_MAX = 16 * 1024 * 1024
const VERSION = '2020-09-14'

type PlaidRequest<S extends z.ZodType> = {
  readonly path: string
  /** Fields whose names end with `_token` are secrets: they are concealed when the answer repeats them. */
  readonly body: Readonly<Record<string, unknown>>
  readonly answer: S
}

/** Sends one request to Plaid. Throws PlaidFailure when Plaid names an error, else ProviderFailure. */
export async function askPlaid<S extends z.ZodType>(
  access: PlaidAccess,
  io: Pick<Io, 'outbound' | 'signal'>,
  { path, body, answer }: PlaidRequest<S>,
): Promise<z.output<S>> {
  const sent = await send(access, io, { path, body })
  const conceal = concealing([access.secret, ...tokensIn(body)])
  const json = parse(conceal(sent.body.toString('utf8')))
  if (sent.status !== 200) {
    const named = errorAnswer.safeParse(json)
    if (named.success) throw failureOf(named.data, sent.status)
    if (sent.status === 429)
      throw new ProviderFailure('quota', 'Plaid asks for fewer requests.', 60)
    throw new ProviderFailure('unavailable', `Plaid could not answer (HTTP ${sent.status}).`)
  }
  const read = answer.safeParse(json)
  if (!read.success) {
    const where = read.error.issues[0]?.path.join('.') ?? ''
    throw new ProviderFailure('nonsense', `Plaid answered without a usable ${where || 'body'}.`)
  }
  return read.data
}

async function send(
  access: PlaidAccess,
  { outbound, signal }: Pick<Io, 'outbound' | 'signal'>,
  { path, body }: { readonly path: string; readonly body: object },
): Promise<OutboundAnswer> {
  try {
    return await outbound.request({
      method: 'POST',
      url: `${access.url.replace(/(?<!\/)\/+$/, '')}${path}`,
      headers: {
        'content-type': 'application/json',
        'plaid-client-id': access.clientId,
        'plaid-secret': access.secret,
        'plaid-version': VERSION,
      },
      body: JSON.stringify(body),
      timeoutMs: TIMEOUT_MS,
      maxBytes: BYTES_MAX,
      ...(signal && { signal }),
    })
  } catch (error) {
    if (error instanceof OutboundFailure) throw asProviderFailure(error)
    throw error
  }
}

function tokensIn(body: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(body).flatMap(([name, value]) =>
    name.endsWith('_token') && typeof value === 'string' ? [value] : [],
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
