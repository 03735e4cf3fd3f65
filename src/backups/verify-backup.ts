import type { BackupSummary } from './backup.ts'
import { readBackup } from './read-backup.ts'

/**
 * Reads all of a backup without a database: its seal, the digest and the rows of each table. `askPassphrase` is called once,
 * if it is sealed. Throws a `BackupFault`.
 */
export function verifyBackup(
  file: AsyncIterable<Uint8Array>,
  askPassphrase: () => Promise<string>,
): Promise<BackupSummary> {
  return readBackup(file, askPassphrase, {
    begin: async () => {},
    takeRows: async (_, rows) => {
      let count = 0
      for await (const bytes of rows) count += countRows(bytes)
      return count
    },
  })
}

const NEWLINE = 0x0a

/** Counts rows in PostgreSQL's text form, in which a newline ends a row and never occurs within one. */
function countRows(bytes: Buffer): number {
  let rows = 0
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) rows += 1
  return rows
}
