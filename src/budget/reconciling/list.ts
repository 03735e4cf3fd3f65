import { sql } from 'kysely'
import type { Act } from '#/platform/runtime/call.ts'
import type { reconcilingApp } from './app-contract.ts'
import { loadAccount, loadAccounts } from './checked-account.ts'
import { listStated, type Stated, statedBalances, toWire } from './stated-balances.ts'

/** `GET /account-checks`. */
export const listAccountChecks: Act<typeof reconcilingApp.listAccountChecks> = async (acting) => {
  const accounts = await loadAccounts(acting)
  const { rows } = await sql<Pick<Stated, 'account_id' | 'kind' | 'day' | 'balance'>>`
    select distinct on (account_id, kind = 'reconciliation') account_id, kind, day, balance
    from (${statedBalances(acting, sql`true`)}) s
    order by account_id, kind = 'reconciliation', day desc, created_at desc, id desc`.execute(
    acting.db,
  )
  return accounts.map(({ id, way }) => {
    const last = rows.find(
      ({ account_id, kind }) =>
        account_id === id && (kind === 'reconciliation') === (way !== 'value'),
    )
    return { account_id: id, way, day: last?.day ?? null, balance: last?.balance ?? null }
  })
}

/** `GET /accounts/{id}/values`. */
export const listAccountValues: Act<typeof reconcilingApp.listAccountValues> = async (
  acting,
  { params },
) => {
  const { id } = await loadAccount(acting, params.id)
  const values = await listStated(acting, id, 'value')
  return values.toReversed().map(toWire)
}
