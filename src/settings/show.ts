import { sql } from 'kysely'
import { CASH_TYPES, isSpendable } from '#/accounts/cash.ts'
import { writeInstant } from '#/contract/fields.ts'
import { refuseHousehold } from '#/households/standing.ts'
import type { Tables } from '#/database/tables.ts'
import type { Act } from '#/world/call.ts'
import type { settings } from './contract.ts'

type Household = Tables['households']
type Row = Household & {
  members: { id: string; name: string; role: 'owner' | 'member' }[]
  accounts: { id: string; type: string; subtype: string | null; spendable: boolean | null }[]
}

/** `GET /settings`. Names of members, never their addresses: a read key must not tell who they are. */
export const showSettings: Act<typeof settings.showSettings> = async (call) => {
  const { rows } = await sql<Row>`
    select h.*,
      coalesce((select json_agg(json_build_object('id', id, 'name', name, 'role', role)
        order by created_at, id) from members
        where household_id = h.household_id and removed_at is null), '[]') as members,
      coalesce((select json_agg(json_build_object('id', id, 'type', type, 'subtype', subtype,
        'spendable', spendable) order by created_at, id) from accounts
        where household_id = h.household_id and not hidden and subscribed
          and currency = h.currency), '[]') as accounts
    from households h where h.household_id = ${call.caller.householdId}`.execute(call.db)
  const { members, accounts, ...household } = rows[0]!
  const moment = (at: Temporal.Instant | null) => (at === null ? null : writeInstant(at))
  return {
    name: household.name,
    kind: household.kind,
    currency: household.currency,
    timezone: household.timezone,
    locale: null,
    week_starts_on: 'monday',
    month_starts_on_day: 1,
    date_format: 'YYYY-MM-DD',
    free_to_spend: {
      floor: household.floor,
      account_ids: accounts.filter(isSpendable).map(({ id }) => id),
      account_types: [...CASH_TYPES],
      include_pending: true,
    },
    plan: {
      code: household.plan,
      status: household.standing,
      api_access: refuseHousehold(household.plan, household.standing) === null,
      trial_ends_at: moment(household.trial_ends_at),
      renews_at: moment(household.renews_at),
    },
    updated_at: writeInstant(household.updated_at),
    members,
  }
}
