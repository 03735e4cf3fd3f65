// Answers heavy requests, one after the other, for the server that has started it (`heavy.ts`).
import { engine } from '#/budget/funding/engine.ts'
import { setPriority } from 'node:os'
import process from 'node:process'
import { openDatabase } from '#/platform/database/database.ts'
import { appRoutes } from '#/app/http/app-api.ts'
import { createErrands, type Errand } from '#/app/http/errand.ts'
import { toRefusal } from '#/app/http/wire/exchange.ts'
import type { Ran } from '#/app/http/run.ts'
import { createBell } from '#/platform/runtime/bell.ts'
import { createRuntime } from '#/platform/runtime/real.ts'
import type { Asked, Begin, Said } from './heavy-words.ts'

/** A transaction, and what is asked beside it. */
const CONNECTIONS_MAX = 3
/** See `openDatabase`. */
const PATIENCE_SECONDS = 75
/** How often it says that it is at work, in milliseconds. */
const PULSE = 500
/** Bytes that are sent at once. */
const PIECE = 64 * 1024
/** Somebody waits for the answer; but whoever asked for less comes first. */
const NICENESS = 5

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit(1))
setPriority(NICENESS)

const begun = Promise.withResolvers<Begin>()
let wanted = Promise.withResolvers<Asked>()
let cancel: AbortController | null = null
const next = async () => {
  const asked = await wanted.promise
  wanted = Promise.withResolvers()
  return asked
}
process.on('message', (asked: Begin | Asked) => {
  if ('config' in asked) begun.resolve(asked)
  else if ('errand' in asked) void serve(asked.errand, asked.hasBody)
  else if ('cancel' in asked) cancel?.abort()
  else wanted.resolve(asked)
})

const { config, databaseUrl, serverPid } = await begun.promise
const db = openDatabase({
  url: databaseUrl,
  connectionsMax: CONNECTIONS_MAX,
  patienceSeconds: PATIENCE_SECONDS,
  onLost: (error) => runtime.log('warn', 'database.connection_lost', { error }),
})
const now = config.now === null ? null : Temporal.Instant.from(config.now)
const bell = createBell()
bell.listen((word) => void say({ word }))
const real = createRuntime({ ...config, now }, db, engine)
const runtime = { ...real, bell, host: { ...real.host, pid: serverPid } }
await runtime.synchronize()
const perform = createErrands(runtime, appRoutes)
await say({ ready: true })

/** Resolves once the server can be said more. */
function say(said: Said): Promise<void> {
  return new Promise((resolve) => process.send!(said, () => resolve()))
}

async function serve(errand: Errand, hasBody: boolean): Promise<void> {
  const stopping = (cancel = new AbortController())
  // The one before may have left an answer untaken.
  wanted = Promise.withResolvers()
  const began = process.cpuUsage()
  const pulse = setInterval(() => {
    const { user, system } = process.cpuUsage(began)
    void say({ computed: (user + system) / 1000 })
  }, PULSE)
  try {
    const ran = await perform(errand, hasBody ? ReadableStream.from(readBody()) : null)
    await answer(ran, stopping.signal)
    await say({ end: true })
  } catch (error) {
    const { code, message, param, detail, retryAfterSeconds, cause } = toRefusal(error)
    const refused = { code, message, param, detail, retryAfterSeconds }
    const fault = cause instanceof Error ? (cause.stack ?? cause.message) : null
    await say({ refused, fault })
  } finally {
    clearInterval(pulse)
  }
}

/** The body, of which the server hands over a piece whenever one is asked for. */
async function* readBody(): AsyncGenerator<Uint8Array> {
  for (;;) {
    await say({ read: true })
    const given = await next()
    if (!('bytes' in given)) return
    yield given.bytes
  }
}

async function answer({ status, replayed, body, pieces }: Ran, signal: AbortSignal): Promise<void> {
  if (!pieces) {
    const bytes = Buffer.from(body)
    await say({ head: { status, replayed, length: bytes.length } })
    for (let at = 0; at < bytes.length; at += PIECE) {
      await give(bytes.subarray(at, at + PIECE), signal)
    }
    return
  }
  // Nothing is promised before the first piece: until then a refusal is still an answer of its own.
  let isFirst = true
  for await (const piece of pieces) {
    if (isFirst) await say({ head: { status, replayed, length: null } })
    isFirst = false
    await give(Buffer.from(piece), signal)
  }
}

/** Hands a piece over when it is wanted. Throws when nobody wants one any more. */
async function give(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  const ended = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(new Error('nobody waits for it'))
    signal.addEventListener('abort', () => reject(new Error('nobody waits for it')), { once: true })
  })
  await Promise.race([next(), ended])
  await say({ bytes })
}
