import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { ConnectionError, sendSafely } from '#sdk/send.ts'
import { createClient } from '#/platform/contract/client.ts'
import { type Endpoint, isWrite, type WireAnswer } from '#/platform/contract/endpoint.ts'
import { readVersion } from '#/platform/runtime/version.ts'
import type { Given } from '#/app/cli/parsing/asking.ts'
import { CommandError } from '#/app/cli/parsing/command.ts'
import type { Remote, Target } from '#/app/cli/parsing/remote.ts'
import { settings } from '#/budget/settings/contract.ts'
import { faultOf, noEarmark, RemoteRefusal, versions } from './answer-faults.ts'
import { baseOf } from './base-of.ts'
import { finalFault } from './connection-faults.ts'

type Options = {
  /** Resolves when the person interrupts the command. */
  readonly stopped?: Promise<void>
  /** Tells the person that something is waited for. */
  readonly say: (line: string) => void
  readonly fetch?: typeof globalThis.fetch
  /** Waits for so many milliseconds, or until the signal fires. */
  readonly wait?: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>
}

/** The code of ISO 4217 for amounts whose currency is not known. */
const NO_CURRENCY = 'XXX'
/** Milliseconds until an attempt without an answer counts as cut. Large files take their time. */
const PATIENCE = 120_000
/** Milliseconds that the server may take to say which version it is. */
const VERSION_PATIENCE = 5000

/**
 * Asks the household of an API key over HTTP. Each write has an Idempotency-Key of its own for all of its attempts, so
 * that a connection that is cut in the middle never makes it happen twice.
 */
export function askInstance(target: Target, options: Options): Remote {
  const ending = new AbortController()
  let writing = 0
  void options.stopped?.then(() => {
    ending.abort(
      new CommandError(
        writing > 0
          ? 'Interrupted. The change may have been made all the same: look before you repeat it.'
          : 'Interrupted.',
      ),
    )
  })
  const { signal } = ending
  const exchange = createExchange(target, { ...options, signal })
  const ask = async <const E extends Endpoint>(endpoint: E, given: Given = {}) => {
    const base = baseOf(endpoint)
    if (base === null) throw new CommandError('No API key may do this: use the application.')
    const client = createClient(
      { asked: endpoint as Endpoint },
      {
        baseUrl: `${target.url}${base}`,
        key: target.apiKey,
        send: (request) => exchange(request, endpoint),
      },
    )
    const isOneWrite = isWrite(endpoint)
    writing += Number(isOneWrite)
    const key = isOneWrite && { idempotencyKey: `cli-${randomUUID()}` }
    try {
      return (await client.asked({ ...given, ...key } as never)) as WireAnswer<E>
    } finally {
      writing -= Number(isOneWrite)
    }
  }
  return {
    target,
    signal,
    ask,
    currency: () =>
      ask(settings.showSettings).then(
        ({ currency }) => currency,
        (error: unknown) => {
          // A restricted key may read lists and no settings.
          if (error instanceof RemoteRefusal) return NO_CURRENCY
          throw error
        },
      ),
    line: (words, ...rest) =>
      [
        'earmark',
        words,
        ...rest,
        ...(target.profile === null ? [] : [`--profile ${target.profile}`]),
      ].join(' '),
  }
}

/** Sends requests until they are answered by Earmark, as the endpoint declares. Throws errors that name their remedy. */
function createExchange(target: Target, options: Options & { readonly signal: AbortSignal }) {
  const { say, signal, fetch = globalThis.fetch, wait = pause } = options
  return async (request: Request, endpoint: Endpoint): Promise<Response> => {
    request.headers.set('user-agent', `earmark-cli/${readVersion()}`)
    const final = new AbortController()
    const giveUp = AbortSignal.any([signal, final.signal])
    let attempts = 0
    let last = ''
    const response = await sendSafely(() => request.clone(), {
      fetch: async (sent, init) => {
        attempts += 1
        try {
          const answered = await fetch(sent, { ...init, redirect: 'manual' })
          last = answered.status === 429 ? 'It asks to slow down' : `It answers ${answered.status}`
          return answered
        } catch (error) {
          last = 'The connection was cut'
          const fault = finalFault(error, attempts === 1)
          if (fault) final.abort(fault)
          throw error
        }
      },
      wait: (milliseconds, until) => {
        say(`${last}: trying again in ${Math.ceil(milliseconds / 1000)} s (Ctrl-C cancels).`)
        return wait(milliseconds, until)
      },
      signal: giveUp,
      timeout: PATIENCE,
    }).catch((error: unknown) => {
      throw error instanceof ConnectionError ? unanswered(error, endpoint) : error
    })
    return judged(response, endpoint, () => serverVersion(target, fetch))
  }
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<unknown> {
  return setTimeout(milliseconds, undefined, signal && { signal })
}

function unanswered({ attempts, cause }: ConnectionError, endpoint: Endpoint): CommandError {
  const why =
    cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause)
  const doubt = isWrite(endpoint)
    ? ' The change may have been made all the same: look before you repeat it.'
    : ''
  return new CommandError(`It does not answer, after ${attempts} attempts (${why}).${doubt}`)
}

async function judged(
  response: Response,
  { response: schema }: Endpoint,
  askVersion: () => Promise<string | null>,
): Promise<Response> {
  const text = await response.clone().text()
  const body = parse(text)
  if (response.status < 200 || response.status > 299) {
    throw await faultOf({ response, body, serverVersion: askVersion })
  }
  if (body === undefined && /json/.test(response.headers.get('content-type') ?? '')) {
    throw new CommandError('Its answer breaks off, or is not JSON: try again.')
  }
  if (!response.headers.has('x-request-id') || body === undefined) throw noEarmark(response, body)
  if (!schema.safeParse(body).success) {
    throw new CommandError(
      `Its answer is not what this version expects. ${versions(await askVersion())}`,
    )
  }
  return response
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function serverVersion(
  { url }: Target,
  fetch: typeof globalThis.fetch,
): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(VERSION_PATIENCE)
    const answer: unknown = await (await fetch(`${url}/healthz`, { signal })).json()
    const isSaid = answer !== null && typeof answer === 'object' && 'version' in answer
    return isSaid && typeof answer.version === 'string' ? answer.version : null
  } catch {
    return null
  }
}
