import { sql } from 'kysely'
import { fold } from '#/core/values/fold.ts'
import type { Call } from '#/platform/runtime/call.ts'
import type { Described } from './entries.ts'

/**
 * Finds the household's accounts for accounts that a device names for the first time: those that another device pushes
 * under the same id, or the only one with the same bank, name, kind and currency, including accounts loaded from another
 * instance. A device that names none of its known accounts is a new phone with the old token, so its old accounts count
 * too. Several similar accounts are not recognised, because a wrong guess would mix two accounts permanently.
 */
export async function recogniseAccounts(
  call: Call,
  deviceId: string,
  pushed: { readonly fresh: readonly Described[]; readonly all: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<Candidate>`
    select device_id = ${deviceId} as own, external_id as "externalId", account_id as "accountId",
      institution_external_id as institution, name, type, currency
    from provider_accounts
    where household_id = ${call.caller.householdId} and device_id is not null
    union all
    select false, '', a.id, coalesce(a.institution_name, ''), a.name, a.type, a.currency
    from accounts a
    where a.household_id = ${call.caller.householdId} and a.provider = 'wallet'
      and not exists (select 1 from provider_accounts e
        where e.household_id = ${call.caller.householdId} and e.account_id = a.id)`.execute(call.db)
  const known = new Set(rows.filter(({ own }) => own).map(({ externalId }) => externalId))
  const isNewPhone = !pushed.all.some((id) => known.has(id))
  const candidates = rows.filter(({ own }) => !own || isNewPhone)
  const recognised = new Map<string, string>()
  for (const account of pushed.fresh) {
    const same = candidates.filter(({ externalId }) => externalId === account.externalId)
    const alone = pushed.fresh.filter((other) => isAlike(other, account)).length === 1
    const alike = candidates.filter((one) => alone && isAlike(one, account))
    const accounts = new Set((same.length > 0 ? same : alike).map(({ accountId }) => accountId))
    const [found] = accounts
    if (found !== undefined && accounts.size === 1) recognised.set(account.externalId, found)
  }
  return recognised
}

type Candidate = Omit<Described, 'subtype'> & {
  readonly own: boolean
  readonly accountId: string
}

function isAlike(a: Omit<Described, 'subtype'>, b: Omit<Described, 'subtype'>): boolean {
  return (
    fold(a.institution) === fold(b.institution) &&
    fold(a.name) === fold(b.name) &&
    a.type === b.type &&
    a.currency === b.currency
  )
}

/**
 * Finds the household's account for a card: the one that another device pays with under the same name, else the only open
 * account with the card's name or with the same last digits. Null if none or several fit.
 */
export async function recogniseCard(
  call: Call,
  { externalId, name }: Pick<Described, 'externalId' | 'name'>,
): Promise<{ readonly accountId: string; readonly currency: string } | null> {
  const { householdId } = call.caller
  const digits = /(\d{4})\D*$/.exec(name)?.[1] ?? null
  const { rows } = await sql<Account>`
    select a.id, a.name, a.mask, a.currency, exists (
      select 1 from provider_accounts e where e.household_id = ${householdId}
        and e.account_id = a.id and e.device_id is not null
        and e.external_id = ${externalId}) as "isPaidWith"
    from accounts a
    where a.household_id = ${householdId} and not a.hidden and a.closed_at is null
    order by a.created_at, a.id`.execute(call.db)
  for (const fits of [
    ({ isPaidWith }: Account) => isPaidWith,
    (account: Account) => fold(account.name) === fold(name),
    ({ mask }: Account) => digits !== null && mask === digits,
  ]) {
    const found = rows.filter(fits)
    if (found.length === 1) return { accountId: found[0]!.id, currency: found[0]!.currency }
    if (found.length > 1) return null
  }
  return null
}

type Account = {
  readonly id: string
  readonly name: string
  readonly mask: string | null
  readonly currency: string
  readonly isPaidWith: boolean
}
