import { NAMING_VERSION } from '#/budget/transactions/naming/merchant.ts'
import { inTransaction, sqlState } from '#/platform/database/database.ts'
import { issueKey, KEY_DAYS } from '#/access/keys/issue.ts'
import { checkTerms } from '#/access/keys/terms.ts'
import { dayAt } from '#/core/values/day.ts'
import { breathe } from '#/platform/runtime/breathe.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { DocumentFault } from './document-fault.ts'
import { type Document, readDocument } from './document.ts'
import { termsOf } from './key-terms.ts'
import { renewIdlePayees } from '#/sources/renaming/renew-names.ts'
import { insertRows } from './insert-rows.ts'
import { loadBudget } from './load-budget.ts'
import { loadChanges } from './load-changes.ts'
import { loadAssignments, loadMovements } from './load-movements.ts'
import { loadTransactions } from './load-transactions.ts'
import { type Ids, idsFor, type Loading } from './loading.ts'

/** The result of loading a document: the id of the record that was created for each ref. */
export type Loaded = {
  readonly household_id: string
  readonly members: Readonly<Record<string, string>>
  /** The texts of the keys, which are not stored anywhere else. */
  readonly keys: Readonly<Record<string, { readonly id: string; readonly api_key: string }>>
  readonly accounts: Readonly<Record<string, string>>
  readonly categories: Readonly<Record<string, string>>
  readonly funding_schedules: Readonly<Record<string, string>>
  readonly expense_groups: Readonly<Record<string, string>>
  readonly expenses: Readonly<Record<string, string>>
  readonly transactions: Readonly<Record<string, string>>
}

/**
 * Creates a household from its document, in one transaction and without events. Throws a DocumentFault with the path of
 * the fault; then nothing is stored.
 */
export async function loadDocument(runtime: Runtime, written: unknown): Promise<Loaded> {
  const document = readDocument(written)
  await breathe()
  try {
    return await inTransaction(runtime.db, (tx) => store({ ...runtime, db: tx }, document))
  } catch (error) {
    // A sum in the rollups exceeds its limit, although each amount is valid.
    if (sqlState(error) === '23514' || sqlState(error) === '22003') {
      throw new DocumentFault('', 'PostgreSQL refuses the document: ' + String(error))
    }
    throw error
  }
}

async function store(runtime: Runtime, document: Document): Promise<Loaded> {
  const householdId = runtime.newId()
  const now = runtime.now()
  const ids: Ids = {
    members: idsFor(runtime, document.members),
    keys: new Map(),
    accounts: idsFor(runtime, document.accounts),
    categories: idsFor(runtime, document.categories),
    category_rules: idsFor(runtime, document.category_rules),
    funding_schedules: idsFor(runtime, document.funding_schedules),
    expense_groups: idsFor(runtime, document.expense_groups),
    expenses: idsFor(runtime, document.expenses),
    transactions: idsFor(runtime, document.transactions),
  }
  const loading: Loading = { ...runtime, householdId, ids, startedAt: now }
  await loadHousehold(loading, document)
  const keys = await loadKeys(loading, document)
  await loadBudget(loading, document)
  await loadTransactions(loading, document)
  await loadMovements(loading, document)
  await loadAssignments(loading, document)
  await renewIdlePayees({ db: loading.db, caller: { householdId } })
  await loadChanges(loading, document)
  const plain = (map: ReadonlyMap<string, string>) => Object.fromEntries(map)
  return {
    household_id: householdId,
    members: plain(ids.members),
    keys,
    accounts: plain(ids.accounts),
    categories: plain(ids.categories),
    funding_schedules: plain(ids.funding_schedules),
    expense_groups: plain(ids.expense_groups),
    expenses: plain(ids.expenses),
    transactions: plain(ids.transactions),
  }
}

async function loadHousehold(loading: Loading, { household, members, state }: Document) {
  const { db, householdId, ids, startedAt } = loading
  await insertRows(db, 'households', [
    {
      household_id: householdId,
      ...household,
      revision: 1,
      // The document describes the end of this day, so the engine begins with the next one.
      processed_through: dayAt(startedAt, household.timezone),
      // The engine runs at once and finds the first day on which something is due.
      due_at: startedAt,
      trial_ends_at: null,
      renews_at: null,
      created_at: startedAt,
      ...state?.household,
      // A document contains nothing of what free-to-spend was before.
      cash_log_since: startedAt,
      // The keys of merchants are made here, and those of payees are renewed if they are of an earlier rule.
      naming_version: NAMING_VERSION,
      renamed_through: null,
      updated_at: state?.household.updated_at ?? state?.household.created_at ?? startedAt,
    },
  ])
  await insertRows(db, 'household_windows', [
    { household_id: householdId, hour: startedAt, used: 0 },
  ])
  await insertRows(
    db,
    'members',
    members.map(({ ref, name, email, role }) => ({
      household_id: householdId,
      id: ids.members.get(ref)!,
      name,
      email,
      role,
      created_at: state?.members[ref]?.created_at ?? startedAt,
      removed_at: state?.members[ref]?.removed_at ?? null,
    })),
  )
}

async function loadKeys(loading: Loading, { keys }: Document): Promise<Loaded['keys']> {
  const { householdId, ids, startedAt } = loading
  const made: Record<string, { id: string; api_key: string }> = {}
  const keyIds = idsFor(loading, keys)
  for (const { ref, member, name, expires_at, ...given } of keys) {
    const terms = checkTerms(termsOf(given))
    const { id, apiKey } = await issueKey(loading, {
      id: keyIds.get(ref)!,
      householdId,
      memberId: ids.members.get(member)!,
      name,
      ...terms,
      expiresAt: expires_at ?? startedAt.add({ hours: KEY_DAYS * 24 }),
    })
    ids.keys.set(ref, id)
    made[ref] = { id, api_key: apiKey }
  }
  return made
}
