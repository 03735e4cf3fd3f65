import { sql } from 'kysely'
import { openAccount } from '#/budget/accounts/create.ts'
import { pairKnown } from '#/budget/transactions/writing/pair-known.ts'
import type { Cents } from '#/core/values/cents.ts'
import { inTransaction } from '#/platform/database/database.ts'
import type { Acting } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import {
  type HandKeptBalance,
  readHandKeptBalance,
  restateBalance,
} from '#/sources/files/balances/balance.ts'
import { openEntry } from '#/sources/files/entry.ts'
import type { Report } from './app-contract.ts'
import type { Destination, MovePlan, PlannedAccount } from './plan.ts'
import { describeMove } from './report.ts'
import { findKnownRows, insertMoved } from './store-rows.ts'
import { storeCategories } from './store-categories.ts'
import { storeProposals } from './store-proposals.ts'
import { type ReceivingAccount, takeRows } from './take-rows.ts'

type Storing = {
  readonly moveId: string
  readonly destination: Destination
  /** The member who moves in; null: the operator. */
  readonly memberId: string | null
  readonly plan: MovePlan
  /** Called after each batch with the number of payments stored; if it throws, all of them are rolled back. */
  readonly progress: (count: number) => Promise<void>
  /** Stores the result, in the transaction of the rows. */
  readonly finish: (acting: Acting, report: Report) => Promise<void>
}

type Opened = {
  readonly planned: PlannedAccount
  readonly to: ReceivingAccount
  readonly isNew: boolean
  readonly before: HandKeptBalance | null
}

/** Stores everything in one transaction: after a crash either all of it is stored or nothing. */
export async function storeMove(runtime: Runtime, storing: Storing): Promise<Report> {
  const { destination, plan, moveId, memberId } = storing
  const { householdId } = destination
  return inTransaction(runtime.db, async (db) => {
    const begun = await beginWrite({ ...runtime, db }, householdId)
    const through = memberId === null ? ('cli' as const) : ('app' as const)
    const caller = { ...destination, memberId, through }
    const acting: Acting = { ...runtime, db, ...begun, caller }
    const opened: Opened[] = []
    for (const planned of plan.accounts) {
      if (planned.isTaken) opened.push(await open(acting, planned, storing))
    }
    const categories = await storeCategories(acting, {
      moveId,
      categories: plan.summary.categories,
    })
    let stored = 0
    const taken = await takeRows(plan, {
      accounts: new Map(opened.map(({ to }) => [to.key, to])),
      findKnown: (to, names) => findKnownRows(acting, plan.app, { to, names }),
      newId: acting.newId,
      store: async (rows) => {
        await insertMoved(acting, rows, { moveId, app: plan.app, categories: categories.ids })
        stored += rows.length
        await storing.progress(stored)
      },
    })
    await pairKnown(acting, taken.pairs)
    const balances = new Map<string, Cents>()
    for (const { to, before } of opened) {
      await restateBalance(acting, { householdId, accountId: to.id }, { before, stated: null })
      balances.set(to.key, await balanceOf(acting, to.id))
    }
    const proposed = await storeProposals(acting, { moveId, targets: plan.summary.targets })
    const report = describeMove(plan, {
      taken,
      proposed,
      newCategories: categories.created,
      accountIds: new Map(opened.map(({ to }) => [to.key, to.id])),
      balances,
    })
    await storing.finish(acting, report)
    return report
  })
}

async function open(
  acting: Acting,
  planned: PlannedAccount,
  { plan, moveId }: Storing,
): Promise<Opened> {
  const { key, name, kind, currency, opening } = planned
  const { householdId, zone } = acting.caller
  const isNew = planned.accountId === null
  const id = planned.accountId ?? (await create(acting, { name, ...kind, currency, opening }))
  if (isNew) {
    await acting.db
      .insertInto('moved_accounts')
      .values({ household_id: householdId, account_id: id, move_id: moveId, app: plan.app, key })
      .execute()
  }
  const none = { opens: null, mask: null, remembered: {}, fileAccount: null }
  const destination = { householdId, accountId: id, currency, type: kind.type, zone, ...none }
  const entry = await openEntry(acting, destination)
  const before = await readHandKeptBalance(acting.db, destination)
  return { planned, isNew, before, to: { key, id, entryId: entry.id, currency } }
}

type NewAccount = PlannedAccount['kind'] & {
  readonly name: string
  readonly currency: string
  readonly opening: Cents
}

async function create(acting: Acting, { opening, ...account }: NewAccount): Promise<string> {
  const { id } = await openAccount(acting, { ...account, balance: opening, spendable: null })
  return id
}

async function balanceOf({ db, caller }: Acting, accountId: string): Promise<Cents> {
  const { rows } = await sql<{ balance: Cents }>`
    select balance from accounts where household_id = ${caller.householdId} and id = ${accountId}`.execute(
    db,
  )
  return rows[0]!.balance
}
