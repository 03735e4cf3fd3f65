import { Socket } from 'node:net'
import type pg from 'pg'

/** Pieces that wait for their reader before the server is asked to wait. */
const WAITING_MAX = 2

const HEAD_BYTES = 5
/** Codes of PostgreSQL's messages (chapter "Message Formats" of its manual). */
const COPY_DATA = 0x64
const COPY_DONE = 0x63
const ERROR = 0x45

/**
 * Sends the rows of a `copy … to stdout` in pieces as long as the buffers of `pool`, the last one shorter, and returns their
 * number. Reads the socket by itself while rows come: a million rows are a million messages, and to handle each as a message
 * costs as much as PostgreSQL needs to make them. If the reader stops early, the connection is in the middle of a message and
 * must be destroyed.
 */
export async function* copyOut(
  client: pg.Client,
  text: string,
  pool: BufferPool,
): AsyncGenerator<Buffer, number> {
  const copy = new CopyOut(text, pool)
  client.query(copy)
  for (let piece = await copy.next(); piece !== null; piece = await copy.next()) yield piece
  return copy.rows
}

/** Buffers of one length, used again once their reader gives them back: fresh ones would keep the garbage collector busy. */
export type BufferPool = { readonly take: () => Buffer; readonly giveBack: (piece: Buffer) => void }

export function createBufferPool(bytes: number): BufferPool {
  const free: ArrayBufferLike[] = []
  return {
    take: () => Buffer.from(free.pop() ?? new ArrayBuffer(bytes)),
    giveBack: ({ buffer }) => void free.push(buffer),
  }
}

/** Bytes that a socket reads at once. */
const READ_BYTES = 256 * 1024

/** Sockets whose data a `CopyOut` reads: it has done with it when its handler returns. */
const lending = new WeakSet<Socket>()

/**
 * Creates a socket for pg that reads into one buffer. pg gets copies, because it keeps parts of messages. A socket without
 * TLS only.
 */
export function createCopySocket(): Socket {
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES)
  const callback = (count: number) => {
    const bytes = buffer.subarray(0, count)
    return socket.emit('data', lending.has(socket) ? bytes : Buffer.from(bytes))
  }
  const socket: Socket = new Socket({ onread: { buffer, callback } })
  return socket
}

/** The parts of pg's connection that its types do not declare. */
type Wire = {
  readonly stream: Socket
  readonly query: (text: string) => void
}

type Handler = (bytes: Buffer) => void

/** A query in the way of pg: `submit` sends it, and the `handle…` functions are called with the messages after the rows. */
class CopyOut implements pg.Submittable {
  rows = 0
  readonly #text: string
  readonly #pool: BufferPool
  #stream: Socket | null = null
  #handler: Handler | null = null
  readonly #head = Buffer.alloc(HEAD_BYTES)
  #headFilled = 0
  /** Bytes of the current message that are still to come. */
  #left = 0
  #isData = false
  #piece: Buffer | null = null
  #filled = 0
  readonly #waiting: Buffer[] = []
  #ended = false
  #error: Error | null = null
  #wake: () => void = () => {}

  constructor(text: string, pool: BufferPool) {
    this.#text = text
    this.#pool = pool
  }

  async next(): Promise<Buffer | null> {
    while (this.#waiting.length === 0 && !this.#ended) {
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    const piece = this.#waiting.shift()
    if (piece !== undefined) {
      if (this.#handler !== null && this.#waiting.length < WAITING_MAX) this.#stream?.resume()
      return piece
    }
    if (this.#error !== null) throw this.#error
    return null
  }

  submit(connection: unknown): void {
    const { stream, query } = connection as Wire
    const [handler] = stream.listeners('data') as Handler[]
    this.#stream = stream
    this.#handler = handler!
    stream.off('data', handler!)
    stream.on('data', this.#read)
    lending.add(stream)
    query.call(connection, this.#text)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.rows = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0)
  }

  handleReadyForQuery(): void {
    if (this.#piece !== null) this.#push(this.#piece.subarray(0, this.#filled))
    this.#end(null)
  }

  handleError(error: Error): void {
    this.#end(error)
  }

  #end(error: Error | null): void {
    this.#error = error
    this.#ended = true
    this.#wake()
  }

  readonly #read = (bytes: Buffer): void => {
    let at = 0
    while (at < bytes.length) {
      if (this.#left > 0) at = this.#readContent(bytes, at)
      else if (this.#headFilled === 0 && bytes.length - at >= HEAD_BYTES) {
        // The usual case: the head of a row, followed by a row.
        if (!this.#begin(bytes, at)) return this.#handBack(bytes.subarray(at))
        at += HEAD_BYTES
      } else {
        this.#head[this.#headFilled] = bytes[at]!
        this.#headFilled += 1
        at += 1
        if (this.#headFilled < HEAD_BYTES) continue
        this.#headFilled = 0
        if (!this.#begin(this.#head, 0)) {
          return this.#handBack(Buffer.concat([this.#head, bytes.subarray(at)]))
        }
      }
    }
  }

  /** Begins a message. Returns false if it is one for pg: the end of the rows, or an error. */
  #begin(bytes: Buffer, at: number): boolean {
    const code = bytes[at]!
    if (code === COPY_DONE || code === ERROR) return false
    this.#isData = code === COPY_DATA
    this.#left = bytes.readUInt32BE(at + 1) - (HEAD_BYTES - 1)
    return true
  }

  /** Takes what has arrived of a message, and returns where the next begins. Notices between the rows are left out. */
  #readContent(bytes: Buffer, from: number): number {
    const end = Math.min(bytes.length, from + this.#left)
    this.#left -= end - from
    if (!this.#isData) return end
    let at = from
    while (at < end) {
      const piece = (this.#piece ??= this.#pool.take())
      const count = Math.min(end - at, piece.length - this.#filled)
      bytes.copy(piece, this.#filled, at, at + count)
      this.#filled += count
      at += count
      if (this.#filled === piece.length) this.#push(piece)
    }
    return end
  }

  #push(piece: Buffer): void {
    this.#waiting.push(piece)
    this.#piece = null
    this.#filled = 0
    if (this.#waiting.length >= WAITING_MAX && this.#handler !== null) this.#stream?.pause()
    this.#wake()
  }

  /** Gives the connection back to pg, beginning with the message that is not ours. */
  #handBack(rest: Buffer): void {
    const handler = this.#handler!
    this.#handler = null
    lending.delete(this.#stream!)
    this.#stream!.off('data', this.#read)
    this.#stream!.on('data', handler)
    handler(Buffer.from(rest))
    this.#stream!.resume()
  }
}
