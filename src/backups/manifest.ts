import * as z from 'zod'
import { BackupFault } from './backup.ts'

const name = z.string().min(1)
const digest = z.string().regex(/^[0-9a-f]{64}$/)

/** The first record of a backup: everything that is known before the first row. */
const manifest = z.object({
  /** Such as `18.4`. */
  postgres: z.string(),
  /** The migrations that the database had run, in order, with the digests of their texts. */
  migrations: z.array(z.object({ name, digest })).min(1),
  /** Master secrets, the newest first. */
  secrets: z.array(z.string().min(1)),
  /** Ids of the keys under which secrets are stored in the database. */
  sealed_under: z.array(z.string()),
  /** In the order in which their rows follow. */
  tables: z.array(
    z.object({
      name,
      columns: z.array(name),
      /** About how much disk it takes, so that a restore knows which tables are large. */
      size: z.int().min(0),
    }),
  ),
})

export type Manifest = z.infer<typeof manifest>

/** The record after the rows of each table. */
const table = z.object({ table: name, rows: z.int().min(0), digest })

export type TableRecord = z.infer<typeof table>

export function readManifest(bytes: Buffer): Manifest {
  return readRecord(manifest, bytes)
}

export function readTableRecord(bytes: Buffer): TableRecord {
  return readRecord(table, bytes)
}

export function recordBytes(record: Manifest | TableRecord): Buffer {
  return Buffer.from(JSON.stringify(record))
}

function readRecord<T>(schema: z.ZodType<T>, bytes: Buffer): T {
  try {
    return schema.parse(JSON.parse(bytes.toString()))
  } catch (cause) {
    throw new BackupFault('damaged', 'The backup is damaged: a record is not as it must be.', {
      cause,
    })
  }
}
