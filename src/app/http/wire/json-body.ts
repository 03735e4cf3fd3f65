import * as z from 'zod'
import { Refusal } from '#/platform/contract/refusal.ts'
import { decode } from './decode.ts'

export const BODY_BYTES_MAX = 256 * 1024
const DROPPED_BYTES_MAX = 16 * 1024 * 1024
const DEPTH_MAX = 20
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Receives the bytes of a body, valid or not. */
export type KeepBody = (bytes: Buffer) => void

/**
 * Reads a JSON body. Throws `request_too_large` above `bytesMax`, and `invalid_json` for anything but one JSON value in
 * UTF-8, nested at most 20 deep and declared as JSON.
 * Every number of this API is a plain integer. A literal with a fraction or an exponent (`1e3`, `1.0`) or a negative
 * zero arrives as NaN, so that its field is refused by name.
 */
export async function readJsonBody(
  request: Request,
  bytesMax: number,
  keep?: KeepBody,
): Promise<unknown> {
  const bytes = await readBytes(request, bytesMax)
  keep?.(bytes)
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw invalidJson('Send the body as JSON, with `Content-Type: application/json`.')
  }
  const coding = request.headers.get('content-encoding') ?? 'identity'
  if (coding.trim().toLowerCase() !== 'identity') {
    throw invalidJson('Send the body as it is, without `Content-Encoding`.')
  }
  if (bytes.length === 0) throw invalidJson('This endpoint needs a JSON body; `{}` is the least.')
  return parseJson(bytes, plainIntegers)
}

/** Parses one JSON value in UTF-8, nested at most 20 deep. Throws `invalid_json`. */
export function parseJson(bytes: Buffer, revive?: typeof plainIntegers): unknown {
  if (depthOf(bytes) > DEPTH_MAX)
    throw invalidJson(`The JSON is nested more than ${DEPTH_MAX} deep.`)
  try {
    return JSON.parse(decoder.decode(bytes), revive)
  } catch (cause) {
    throw new Refusal('invalid_json', { cause })
  }
}

/**
 * Accepts an absent or empty body, or an empty object. Throws `invalid_parameter` for anything else, and what
 * `readJsonBody` throws.
 */
export async function refuseBody(request: Request): Promise<void> {
  if (request.body === null || request.headers.get('content-length') === '0') return
  const bytes = await readBytes(request, BODY_BYTES_MAX)
  if (bytes.length > 0) decode(nothing, parseJson(bytes, plainIntegers), 'body')
}

const nothing = z.strictObject({})

function plainIntegers(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number') return value
  return /^(0|-?[1-9]\d*)$/.test(context?.source ?? '') ? value : Number.NaN
}

/**
 * Reads the bytes of a body. Throws `request_too_large` above `bytesMax`. Many clients read no answer before they have
 * sent everything, so up to 16 MiB are received and dropped first.
 */
export async function readBytes(request: Request, bytesMax: number): Promise<Buffer> {
  const patience = Math.max(bytesMax, DROPPED_BYTES_MAX)
  const declared = request.headers.get('content-length')
  if (Number(declared) > patience) throw tooLarge(bytesMax)
  // Node's parser ends a body where its head says. The adapter reads it whole without a web stream, whose making costs more
  // than everything else here.
  if (declared !== null && Number(declared) <= Math.min(bytesMax, BODY_BYTES_MAX)) {
    return Buffer.from(await request.arrayBuffer())
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > patience) throw tooLarge(bytesMax)
    if (length <= bytesMax) chunks.push(chunk)
  }
  if (length > bytesMax) throw tooLarge(bytesMax)
  return Buffer.concat(chunks)
}

// Counts levels in the bytes: a recursive parser would exhaust the stack on ten thousand brackets.
function depthOf(bytes: Buffer): number {
  let depth = 0
  let deepest = 0
  let inText = false
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (inText) {
      if (byte === BACKSLASH) index += 1
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1
      deepest = Math.max(deepest, depth)
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1
  }
  return deepest
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

function invalidJson(message: string): Refusal {
  return new Refusal('invalid_json', { message })
}

function tooLarge(bytesMax: number): Refusal {
  return new Refusal('request_too_large', {
    message: `Send a body of at most ${bytesMax / 1024} KiB.`,
  })
}
