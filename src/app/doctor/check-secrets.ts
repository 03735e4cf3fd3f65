import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { Config } from '#/platform/runtime/config.ts'
import { readOldKeys } from '#/platform/runtime/key-file.ts'
import { createSeal, type Seal, Unreadable } from '#/platform/runtime/seal.ts'
import { type SealedColumn, sealedColumns } from '#/platform/runtime/sealed-columns.ts'
import { randomBytes } from 'node:crypto'
import { type Check, fault, ok } from './check.ts'

/** The most values of each column that are opened. */
const SAMPLE = 500

/** Opens stored secrets with the known master secrets. Null: none is known or may be read, and none is created. */
export function openKnownSeal(config: Config): Seal | null {
  const [newest, ...older] = readKnownKeys(config)
  return newest === undefined ? null : createSeal(() => [newest, ...older], randomBytes)
}

function readKnownKeys({ secret, previousSecrets, dataFolder }: Config): readonly string[] {
  try {
    const stored = readOldKeys(dataFolder)
    return secret === null
      ? [...stored, ...previousSecrets]
      : [secret, ...previousSecrets, ...stored]
  } catch {
    return secret === null ? previousSecrets : [secret, ...previousSecrets]
  }
}

/** Checks that stored secrets decrypt: the newest ones of each column, at most `SAMPLE`. */
export async function checkSecrets(db: Database, seal: Seal | null): Promise<Check> {
  let opened = 0
  const closed: string[] = []
  for (const column of sealedColumns) {
    const values = await readSample(db, column)
    const unreadable = values.filter((one) => !isReadable(seal, column, one)).length
    opened += values.length - unreadable
    if (unreadable > 0) closed.push(`${unreadable} of ${column.table}.${column.column}`)
  }
  if (closed.length === 0) return ok('secrets', `${opened} stored secrets were opened.`)
  return fault(
    'secrets',
    `No known master secret opens ${closed.join(', ')}.`,
    'Put back the file "secret" of the data folder, or name the former EARMARK_SECRET in EARMARK_SECRET_PREVIOUS; without it, connect those banks and create those webhooks and authenticators again.',
  )
}

type Value = { readonly id: string; readonly value: Buffer }

async function readSample(
  db: Database,
  { table, column, key }: SealedColumn,
): Promise<readonly Value[]> {
  const keys = sql.join(key.map((name) => sql`${sql.ref(name)} desc`))
  const { rows } = await sql<Value>`
    select ${sql.ref(key.at(-1)!)}::text as id, ${sql.ref(column)} as value from ${sql.table(table)}
    where ${sql.ref(column)} is not null order by ${keys} limit ${SAMPLE}`.execute(db)
  return rows
}

function isReadable(seal: Seal | null, column: SealedColumn, { id, value }: Value): boolean {
  try {
    seal?.open(value, column.binding(id))
    return seal !== null
  } catch (error) {
    if (error instanceof Unreadable) return false
    throw error
  }
}
