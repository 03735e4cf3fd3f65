import type { Application } from '#/core/values/moves.ts'
import { sql } from 'kysely'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Database } from '#/platform/database/database.ts'
import { type Day, dayAt } from '#/core/values/day.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Choices } from './app-contract.ts'
import type { AccountKind, ReadOptions } from '#/sources/moving-in/applications/moved.ts'
import { type MoveFile, unpackFiles } from '#/sources/moving-in/applications/move-file.ts'
import { MoveFault } from '#/sources/moving-in/applications/move-fault.ts'
import { readers } from '#/sources/moving-in/applications/readers.ts'
import {
  type Reading,
  summarizeFiles,
  type FilesSummary,
  type FoundAccount,
} from './summarize-files.ts'

/** The household that somebody moves into. */
export type Destination = {
  readonly householdId: string
  readonly zone: string
  readonly currency: string
}

/** Finds a household. Throws `resource_not_found` if it does not exist. */
export async function findDestination(
  { db }: Pick<Runtime, 'db'>,
  householdId: string,
): Promise<Destination> {
  const found = await db
    .selectFrom('households')
    .select(['timezone', 'currency'])
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  if (!found) throw notFound('household_id')
  return { householdId, zone: found.timezone, currency: found.currency }
}

export type Moving = {
  readonly app: Application
  readonly files: readonly MoveFile[]
  readonly choices: Choices
}

/** An account of the files and its place in the household. */
export type PlannedAccount = FoundAccount & {
  readonly kind: AccountKind
  /** The account that an earlier move made for it; null: it is made. */
  readonly accountId: string | null
  /** The provider account by which its payments are recognised. */
  readonly entryId: string | null
  readonly isTaken: boolean
}

export type MovePlan = {
  readonly app: Application
  readonly reading: Reading
  readonly summary: FilesSummary
  readonly accounts: readonly PlannedAccount[]
}

/** Reads the files and finds the accounts that earlier moves made. Throws MoveFault. */
export async function planMove(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  destination: Destination,
  { app, files, choices }: Moving,
): Promise<MovePlan> {
  const today = dayAt(now(), destination.zone)
  const reading = {
    reader: readers[app],
    files: await unpackFiles(files),
    options: optionsOf(choices, { currency: destination.currency, today }),
  }
  const summary = inCurrency(await summarizeFiles(reading), destination.currency)
  requireNamed(choices, summary)
  const known = await findKnown(db, destination.householdId, app)
  return {
    app,
    reading,
    summary,
    accounts: summary.accounts.map((account) => plannedAccount(account, { known, choices })),
  }
}

/** Leaves out targets and schedules in another currency than the household's: Expenses are kept in that one. */
function inCurrency(summary: FilesSummary, currency: string): FilesSummary {
  const { accounts, targets, left } = summary
  if (accounts.length === 0 || accounts.some((account) => account.currency === currency)) {
    return summary
  }
  for (const { name } of targets) left.note('other_currency', name)
  return { ...summary, targets: [] }
}

/** Throws for a choice about an account that the files do not have: a typing error would pass unnoticed. */
function requireNamed(choices: Choices, { accounts }: FilesSummary): void {
  const keys = accounts.map(({ key }) => key)
  const unknown = choices.accounts.find(({ key }) => !keys.includes(key))
  if (unknown) {
    throw new MoveFault(null, null, {
      name: 'account_missing',
      wanted: unknown.key,
      accounts: keys,
    })
  }
}

function optionsOf(
  { currency, date_order: dateOrder, spending }: Choices,
  given: { readonly currency: string; readonly today: Day },
): ReadOptions {
  return {
    currency: currency ?? given.currency,
    isCurrencyChosen: currency !== null,
    dateOrder,
    spending,
    today: given.today,
  }
}

type Known = { readonly key: string; readonly accountId: string; readonly entryId: string | null }

/** Finds the accounts of earlier moves that still exist. */
async function findKnown(
  db: Database,
  householdId: string,
  app: Application,
): Promise<ReadonlyMap<string, Known>> {
  const { rows } = await sql<Known>`
    select m.key, m.account_id as "accountId", e.id as "entryId"
    from moved_accounts m
    join accounts a on a.household_id = ${householdId} and a.id = m.account_id
    left join provider_accounts e
      on e.household_id = ${householdId} and e.account_id = m.account_id and e.is_files
    where m.household_id = ${householdId} and m.app = ${app} and not a.hidden and a.closed_at is null
    order by a.created_at`.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}

function plannedAccount(
  account: FoundAccount,
  { known, choices }: { readonly known: ReadonlyMap<string, Known>; readonly choices: Choices },
): PlannedAccount {
  const found = known.get(account.key)
  const chosen = choices.accounts.find(({ key }) => key === account.key)
  const stated = chosen?.balance ?? account.stated
  const isChosen = chosen?.type != null
  return {
    ...account,
    kind: isChosen ? { type: chosen.type!, subtype: chosen.subtype } : account.kind,
    isGuessed: account.isGuessed && !isChosen,
    stated,
    // The balance that a person states is the one after the last payment.
    opening: chosen?.balance == null ? account.opening : chosen.balance - account.sum,
    accountId: found?.accountId ?? null,
    entryId: found?.entryId ?? null,
    isTaken: chosen?.take ?? true,
  }
}
