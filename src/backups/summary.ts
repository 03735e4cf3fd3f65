import { keyIdOf } from '#/platform/runtime/seal.ts'
import type { BackupHeader, BackupSummary, BackupTable } from './backup.ts'
import type { Manifest } from './manifest.ts'

/** Returns the facts about a backup whose tables were all read. */
export function summaryOf(
  header: BackupHeader,
  manifest: Manifest,
  { tables, bytes }: { readonly tables: readonly BackupTable[]; readonly bytes: number },
): BackupSummary {
  const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0
  const known = manifest.secrets.map((secret) => keyIdOf(secret).toString('hex'))
  return {
    ...header,
    postgres: manifest.postgres,
    migration: manifest.migrations.at(-1)!.name.replace(/\.sql$/, ''),
    households: rowsOf('households'),
    people: rowsOf('persons'),
    transactions: rowsOf('transactions'),
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    tables: [...tables],
    bytes,
    missingKeys: manifest.sealed_under.filter((id) => !known.includes(id)),
  }
}
