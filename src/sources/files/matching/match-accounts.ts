import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'

/** An account that may be one of a file's accounts. */
type Candidate = {
  readonly id: string
  /** The last digits of its number, if known. */
  readonly mask: string | null
  /** The account number in the last file that was imported into it. */
  readonly fileAccount: string | null
}

/** Finds for each account number of a file the household's account that it belongs to; numbers without one are left out. */
export async function matchAccounts(
  db: Database,
  householdId: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<Candidate>`
    select a.id, a.mask, (
        select i.file_account from imports i
        where i.household_id = ${householdId} and i.account_id = a.id and i.status = 'done'
          and i.file_account is not null
        order by i.created_at desc limit 1) as "fileAccount"
    from accounts a
    where a.household_id = ${householdId} and not a.hidden and a.closed_at is null
    order by a.created_at, a.id`.execute(db)
  return pairAccounts(numbers, rows)
}

/** Pairs numbers with accounts: by the id that an export of Earmark names, by the last file, else by the only account with these last digits. */
export function pairAccounts(
  numbers: readonly string[],
  accounts: readonly Candidate[],
): ReadonlyMap<string, string> {
  const pairs = numbers.flatMap((number) => {
    const own = accounts.filter(({ id }) => id === number)
    const before = accounts.filter(({ fileAccount }) => fileAccount === number)
    const ending = accounts.filter(({ mask }) => mask !== null && endsWith(number, mask))
    const fitting = [own, before, ending].find(({ length }) => length > 0) ?? []
    return fitting.length === 1 ? [[number, fitting[0]!.id] as const] : []
  })
  // An account that fits two numbers fits neither.
  const isUnique = (id: string) => pairs.filter(([, other]) => other === id).length === 1
  return new Map(pairs.filter(([, id]) => isUnique(id)))
}

function endsWith(number: string, mask: string): boolean {
  const plain = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  return plain(mask) !== '' && plain(number).endsWith(plain(mask))
}
