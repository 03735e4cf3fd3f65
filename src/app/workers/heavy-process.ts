// Answers heavy requests, one after the other, for the server that started it (`heavy.ts`).
import process from 'node:process'
import { appRoutes } from '#/app/http/app-api.ts'
import { createErrands, type Errand } from '#/app/http/errand.ts'
import { toRefusal } from '#/app/http/wire/exchange.ts'
import type { Ran } from '#/app/http/run.ts'
import { createBell } from '#/platform/runtime/bell.ts'
import type { Begin } from './child.ts'
import { followServer, openRuntime } from './child-runtime.ts'
import type { HelperCommand, HelperReport } from './heavy-messages.ts'

/** One for the transaction, and some for statements beside it. */
const CONNECTIONS_MAX = 3
/** Milliseconds between reports that it is at work. */
const PULSE = 500
/** Bytes that are sent at once. */
const PIECE = 64 * 1024
/** Lower than the server's priority: smaller requests come first. */
const NICENESS = 5

followServer(NICENESS)

const begun = Promise.withResolvers<Begin>()
let wanted = Promise.withResolvers<HelperCommand>()
let cancel: AbortController | null = null
const next = async () => {
  const command = await wanted.promise
  wanted = Promise.withResolvers()
  return command
}
process.on('message', (command: Begin | HelperCommand) => {
  if ('config' in command) begun.resolve(command)
  else if ('errand' in command) void serve(command.errand, command.hasBody)
  else if ('cancel' in command) cancel?.abort()
  else wanted.resolve(command)
})

const bell = createBell()
bell.listen((word) => void send({ word }))
const runtime = await openRuntime(await begun.promise, { bell, connectionsMax: CONNECTIONS_MAX })
const perform = createErrands(runtime, appRoutes)
await send({ ready: true })

/** Resolves when the server can take more. */
function send(report: HelperReport): Promise<void> {
  return new Promise((resolve) => process.send!(report, () => resolve()))
}

async function serve(errand: Errand, hasBody: boolean): Promise<void> {
  const stopping = (cancel = new AbortController())
  // Discards a command left over from the request before, whose answer may not have been read to its end.
  wanted = Promise.withResolvers()
  const began = process.cpuUsage()
  const pulse = setInterval(() => {
    const { user, system } = process.cpuUsage(began)
    void send({ computed: (user + system) / 1000 })
  }, PULSE)
  try {
    const ran = await perform(errand, hasBody ? ReadableStream.from(readBody()) : null)
    await answer(ran, stopping.signal)
    await send({ end: true })
  } catch (error) {
    const { code, message, param, detail, retryAfterSeconds, cause } = toRefusal(error)
    const refused = { code, message, param, detail, retryAfterSeconds }
    const fault = cause instanceof Error ? (cause.stack ?? cause.message) : null
    await send({ refused, fault })
  } finally {
    clearInterval(pulse)
  }
}

/** Reads the body, which the server hands over piece by piece on request. */
async function* readBody(): AsyncGenerator<Uint8Array> {
  for (;;) {
    await send({ read: true })
    const given = await next()
    if (!('bytes' in given)) return
    yield given.bytes
  }
}

async function answer(ran: Ran, signal: AbortSignal): Promise<void> {
  const { status, replayed, body, pieces, file } = ran
  if (!pieces) {
    const bytes = Buffer.from(body)
    await send({ head: { status, replayed, length: bytes.length } })
    for (let at = 0; at < bytes.length; at += PIECE) {
      await give(bytes.subarray(at, at + PIECE), signal)
    }
    return
  }
  // Sends the head only with the first piece: until then a refusal is still possible.
  let isFirst = true
  for await (const piece of pieces) {
    if (isFirst) await send({ head: { status, replayed, length: null, ...(file && { file }) } })
    isFirst = false
    await give(Buffer.from(piece), signal)
  }
}

/** Hands a piece over when the server wants one. Throws if the request was cancelled. */
async function give(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  const ended = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(new Error('nobody waits for it'))
    signal.addEventListener('abort', () => reject(new Error('nobody waits for it')), { once: true })
  })
  await Promise.race([next(), ended])
  await send({ bytes })
}
