import type * as z from 'zod'
import { concealing } from '#/core/values/conceal.ts'
import { OutboundFailure } from '#/platform/outbound/failure.ts'
import type { OutboundAnswer } from '#/platform/outbound/outbound.ts'
import type { EnableBanking } from '#/platform/runtime/runtime.ts'
import { asProviderFailure } from '#/sources/provider/as-provider-failure.ts'
import { parseInTurns } from '#/sources/provider/parse-in-turns.ts'
import { type Io, ProviderFailure } from '#/sources/provider/provider.ts'
import { errorAnswer } from './answer.ts'
import { failureOf } from './failure.ts'
import type { Present } from './presence.ts'
import { tokenOf } from './sign.ts'

/** The address of Enable Banking and our identity there. */
export type EnableBankingAccess = Pick<EnableBanking, 'url' | 'applicationId' | 'key'>

/** Throws ProviderFailure `refused` when the operator has not set Enable Banking up. */
export function requireEnableBanking<A extends EnableBankingAccess>(access: A | null): A {
  if (access !== null) return access
  throw new ProviderFailure('refused', 'Enable Banking is not set up on this Earmark.')
}

// Enable Banking asks the bank while we wait.
const TIMEOUT_MS = 90_000
const BYTES_MAX = 16 * 1024 * 1024
/** Depth of the rows in the JSON: transactions, transaction. */
const ROWS_DEPTH = 2

export type Asking<S extends z.ZodType> = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly answer: S
  readonly present?: Present | null
}

export type Connectivity = Pick<Io, 'outbound' | 'now' | 'signal'>

/** Sends one request. Throws EnableBankingFailure when the answer is an error, else ProviderFailure. */
export async function askEnableBanking<S extends z.ZodType>(
  access: EnableBankingAccess,
  io: Connectivity,
  asking: Asking<S>,
): Promise<z.output<S>> {
  const token = await tokenOf(access, io.now())
  const { status, headers, body } = await send(access, io, { ...asking, token })
  // Not the ids of consents and accounts: a continuation key may hold them.
  const json = await read(body, concealing([token]))
  if (status < 200 || status > 299) {
    const named = errorAnswer.safeParse(json)
    throw failureOf({
      status,
      code: named.success ? named.data.error : '',
      retryAfter: headers['retry-after'],
      isOfConsent: /^\/(?:accounts|sessions)\/./.test(asking.path),
    })
  }
  const parsed = asking.answer.safeParse(json)
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? ''
    throw new ProviderFailure(
      'nonsense',
      `Enable Banking answered without a usable ${where || 'body'}.`,
    )
  }
  return parsed.data
}

async function send(
  access: EnableBankingAccess,
  { outbound, signal }: Connectivity,
  { method, path, query, body, present, token }: Asking<z.ZodType> & { readonly token: string },
): Promise<OutboundAnswer> {
  const base = access.url.replace(/(?<!\/)\/+$/, '')
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`
  try {
    return await outbound.request({
      method,
      url: `${base}${path}${search}`,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(present && presence(present)),
      },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: BYTES_MAX,
      ...(signal && { signal }),
    })
  } catch (error) {
    if (error instanceof OutboundFailure) throw asProviderFailure(error)
    throw error
  }
}

function presence({ address, agent }: Present): Record<string, string> {
  return {
    'psu-ip-address': address,
    'psu-user-agent': agent.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 300) || 'Mozilla/5.0',
  }
}

/** Reads JSON, in turns; null for anything else. */
async function read(body: Buffer, prepare: (text: string) => string): Promise<unknown> {
  if (body.length === 0) return null
  try {
    return await parseInTurns(body, { depth: ROWS_DEPTH, prepare })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return null
  }
}
