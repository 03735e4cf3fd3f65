import { argon2, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import * as z from 'zod'
import { BackupFault, type BackupHeader, type BackupSource, type Sealing } from './backup.ts'
import type { ByteReader } from './byte-reader.ts'

/** The first word of every backup. */
const MAGIC = 'EARMARK-BACKUP '
/** The format that this version writes, and the newest that it reads. */
const FORMAT = 1
const LINE_BYTES_MAX = 2000
const KEY_BYTES = 32
const SALT_BYTES = 16

/**
 * The work for one guess of a passphrase: a quarter of a second of a processor and 32 MB. `memory` in KiB. A file states its own
 * values, so that they can be raised later; the limits keep a hostile file from taking all memory.
 */
const ARGON2 = { memory: 32_768, passes: 4, lanes: 1 }
const ARGON2_MAX = { memory: 1_048_576, passes: 100, lanes: 16 }

const line = z.object({
  format: z.literal(FORMAT),
  version: z.string().max(100),
  made_at: z.iso.datetime(),
  // Sealed: how the key follows from the passphrase. Unsealed: the key itself, so that damage is found all the same.
  key: z.union([
    z.object({
      argon2id: z.object({
        salt: z.base64url(),
        memory: z.int().min(8).max(ARGON2_MAX.memory),
        passes: z.int().min(1).max(ARGON2_MAX.passes),
        lanes: z.int().min(1).max(ARGON2_MAX.lanes),
      }),
    }),
    z.object({ open: z.base64url() }),
  ]),
})

type Line = z.infer<typeof line>

/** The first line of a backup, as text and as facts. */
export type FirstLine = { readonly text: string; readonly facts: BackupHeader; readonly line: Line }

/** Makes the first line of a new backup. */
export function makeFirstLine({ version, now }: BackupSource, sealing: Sealing): FirstLine {
  const key =
    sealing === 'unsealed'
      ? { open: randomBytes(KEY_BYTES).toString('base64url') }
      : { argon2id: { salt: randomBytes(SALT_BYTES).toString('base64url'), ...ARGON2 } }
  const made_at = now.round('second').toString()
  const made: Line = { format: FORMAT, version, made_at, key }
  return { text: `${MAGIC}${JSON.stringify(made)}\n`, facts: factsOf(made), line: made }
}

/** Reads the first line. Throws if the file is not a backup, or a newer Earmark made it. */
export async function readFirstLine(file: ByteReader): Promise<FirstLine> {
  const text = (await file.takeLine(LINE_BYTES_MAX))?.toString('latin1') ?? ''
  const json = text.startsWith(MAGIC) ? parse(text.slice(MAGIC.length)) : null
  if (json === null) throw new BackupFault('not_a_backup', 'This file is not a backup of Earmark.')
  const known = line.safeParse(json)
  if (known.success) return { text, facts: factsOf(known.data), line: known.data }
  const newer = z.object({ format: z.int().gt(FORMAT), version: z.string() }).safeParse(json)
  if (newer.success) {
    throw new BackupFault(
      'newer',
      `Earmark ${printable(newer.data.version)} made this backup, in a format that is newer than this Earmark. Use Earmark ` +
        `${printable(newer.data.version)} or newer.`,
    )
  }
  throw new BackupFault('damaged', 'The first line of this backup is damaged.')
}

/** Derives the key of a backup. It depends on the whole first line, so that an altered one opens nothing. */
export async function deriveKey(first: FirstLine, passphrase: string | null): Promise<Buffer> {
  const { key } = first.line
  const secret =
    'open' in key
      ? Buffer.from(key.open, 'base64url')
      : await stretch(passphrase ?? '', key.argon2id)
  return Buffer.from(hkdfSync('sha256', secret, '', `earmark:backup\n${first.text}`, KEY_BYTES))
}

const runArgon2 = promisify(argon2)

type Stretching = Extract<Line['key'], { argon2id: unknown }>['argon2id']

/** Turns a passphrase into a key. The same letters give the same key, however a keyboard has composed them. */
function stretch(passphrase: string, { salt, memory, passes, lanes }: Stretching): Promise<Buffer> {
  return runArgon2('argon2id', {
    message: passphrase.normalize('NFC'),
    nonce: Buffer.from(salt, 'base64url'),
    parallelism: lanes,
    tagLength: KEY_BYTES,
    memory: Math.max(memory, 8 * lanes),
    passes,
  })
}

function factsOf({ format, version, made_at, key }: Line): BackupHeader {
  const madeAt = Temporal.Instant.from(made_at)
  return { format, version, madeAt, sealed: !('open' in key) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** A text of a file that is not authenticated yet, without letters that could mislead on a terminal. */
function printable(text: string): string {
  return text.replaceAll(/[^\w.+-]/g, '').slice(0, 40)
}
