/** A part of a picture that replaces what was there, for some time. Its place has even coordinates. */
export type Frame = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly milliseconds: number
  /** The part as a WebP file without transparency. */
  readonly webp: Buffer
}

const ANIMATION = 0x02
/** The part replaces what lies below it, and stays. */
const DO_NOT_BLEND = 0x02

/** Writes an animated WebP that runs for ever (WebP Container Specification, Animation). */
export function writeAnimatedWebp(
  { width, height }: { readonly width: number; readonly height: number },
  frames: readonly Frame[],
): Buffer {
  const canvas = Buffer.alloc(10)
  canvas.writeUInt8(ANIMATION, 0)
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', canvas),
    // Background and the count of rounds, both 0.
    chunk('ANIM', Buffer.alloc(6)),
    ...frames.map((frame) => chunk('ANMF', frameData(frame))),
  ])
  return chunk('RIFF', body)
}

function frameData({ x, y, width, height, milliseconds, webp }: Frame): Buffer {
  const head = Buffer.alloc(16)
  head.writeUIntLE(x / 2, 0, 3)
  head.writeUIntLE(y / 2, 3, 3)
  head.writeUIntLE(width - 1, 6, 3)
  head.writeUIntLE(height - 1, 9, 3)
  head.writeUIntLE(milliseconds, 12, 3)
  head.writeUInt8(DO_NOT_BLEND, 15)
  return Buffer.concat([head, pictureOf(webp)])
}

/** The chunk of a WebP file that holds the picture. */
function pictureOf(webp: Buffer): Buffer {
  for (let at = 12; at < webp.length;) {
    const name = webp.toString('latin1', at, at + 4)
    const end = at + 8 + padded(webp.readUInt32LE(at + 4))
    if (name === 'VP8 ' || name === 'VP8L') return webp.subarray(at, end)
    at = end
  }
  throw new Error('The WebP file has no picture.')
}

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(padded(data.length) - data.length)])
}

function padded(length: number): number {
  return length + (length % 2)
}
