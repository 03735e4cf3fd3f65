import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import * as z from 'zod'
import { sendSafely } from '#sdk/send.ts'

/** The instance and the key that a bridge speaks for. */
export type BridgeTarget = { readonly url: string; readonly apiKey: string }

type Options = {
  readonly target: BridgeTarget
  readonly input: Readable
  /** Writes one line of the protocol. */
  readonly write: (line: string) => Promise<void>
  readonly fetch: (request: Request, init: { readonly signal: AbortSignal }) => Promise<Response>
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>
  /** Says something to the person, never on standard output. */
  readonly say: (line: string) => void
  readonly signal?: AbortSignal
}

/** Messages that are under way at once. */
const AT_ONCE = 8
/** Characters of a line; the server takes less. */
const LINE_MAX = 1024 * 1024

const message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z
    .looseObject({
      name: z.string().optional(),
      uri: z.string().optional(),
      _meta: z.looseObject({}).optional(),
    })
    .optional(),
})
type Message = z.output<typeof message>

/**
 * Carries the messages of standard input to `POST /mcp` and the answers back, until the input ends and everything is answered.
 * A message is sent again after a cut connection: reads change nothing, and a write has its confirmation, with which it
 * happens once.
 */
export async function runBridge(options: Options): Promise<void> {
  let version: string | null = null
  const running = new Set<Promise<void>>()
  for await (const line of createInterface({ input: options.input })) {
    if (line.trim() === '') continue
    const read = parse(line)
    if (read === null) {
      await options.write(
        faultLine(undefined, {
          code: -32_700,
          message: 'This line is not a message of JSON-RPC 2.0.',
        }),
      )
      continue
    }
    const work = carry(options, read, version).then((negotiated) => {
      version = negotiated ?? version
    })
    if (read.method === 'initialize') {
      // The version that is agreed on here is a header of everything that follows.
      await work
      continue
    }
    const one = work.finally(() => running.delete(one))
    running.add(one)
    if (running.size >= AT_ONCE) await Promise.race(running)
  }
  await Promise.all(running)
}

function parse(line: string): Message | null {
  if (line.length > LINE_MAX) return null
  try {
    return message.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/** Carries one message. Returns the protocol version if it was agreed on here. */
async function carry(options: Options, sent: Message, version: string | null) {
  const { target, fetch, wait, say, signal } = options
  const headers = headersOf(target, sent, version)
  const request = () =>
    new Request(`${target.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(sent) })
  try {
    const response = await sendSafely(request, {
      fetch,
      wait: (milliseconds, until) => {
        say(
          `No answer yet from ${target.url}: trying again in ${Math.ceil(milliseconds / 1000)} s.`,
        )
        return wait(milliseconds, until)
      },
      signal,
    })
    return await answer(options, sent, response)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    say(why)
    if (sent.id !== undefined)
      await options.write(faultLine(sent.id, { code: -32_000, message: why }))
    return null
  }
}

async function answer({ write, say }: Options, sent: Message, response: Response) {
  const text = await response.text()
  if (text === '') return null
  const body = readBody(response, text)
  const isProtocol = body !== null && 'jsonrpc' in body
  if (isProtocol && sent.id !== undefined) {
    // A refusal that was made before the message was read has no id.
    await write(JSON.stringify({ ...body, id: sent.id }))
    return versionIn(body)
  }
  if (isProtocol) return null
  const { code, words } = faultIn(body, response)
  say(`${code}: ${words}`)
  if (sent.id !== undefined) {
    await write(
      faultLine(sent.id, { code: -32_000, message: `${code}: ${words}`, data: body?.['error'] }),
    )
  }
  return null
}

const object = z.looseObject({})

function readBody(response: Response, text: string): z.output<typeof object> | null {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const lines = text.split('\n').filter((line) => line.startsWith('data:'))
  const json = isStream ? (lines.at(-1)?.slice('data:'.length) ?? '') : text
  try {
    return object.parse(JSON.parse(json))
  } catch {
    return null
  }
}

const agreed = z.looseObject({ result: z.looseObject({ protocolVersion: z.string() }) })

function versionIn(body: object): string | null {
  return agreed.safeParse(body).data?.result.protocolVersion ?? null
}

const refused = z.looseObject({ error: z.looseObject({ code: z.string(), message: z.string() }) })

function faultIn(body: object | null, { status }: Response) {
  const read = refused.safeParse(body).data
  if (read) return { code: read.error.code, words: read.error.message }
  return {
    code: `http_${status}`,
    words: `There is no Earmark with assistants at this address (it answered ${status}).`,
  }
}

const VERSION_OF_REQUEST = 'io.modelcontextprotocol/protocolVersion'

function headersOf({ apiKey }: BridgeTarget, sent: Message, version: string | null): Headers {
  const headers = new Headers({
    authorization: `Bearer ${apiKey}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'user-agent': 'earmark-mcp',
    // By it the sender knows that a repetition does no harm; the confirmation of a write is what makes it true.
    'idempotency-key': randomUUID(),
  })
  const own = sent.params?._meta?.[VERSION_OF_REQUEST]
  const spoken = typeof own === 'string' ? own : version
  if (spoken !== null) headers.set('mcp-protocol-version', spoken)
  // The newest protocol repeats in headers what intermediaries route by.
  if (typeof own === 'string' && sent.method !== undefined) {
    headers.set('mcp-method', sent.method)
    const name = sent.method === 'resources/read' ? sent.params?.uri : sent.params?.name
    if (name !== undefined) headers.set('mcp-name', inHeader(name))
  }
  return headers
}

function inHeader(text: string): string {
  return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`
}

type Fault = { readonly code: number; readonly message: string; readonly data?: unknown }

function faultLine(id: Message['id'], error: Fault): string {
  return JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error })
}
