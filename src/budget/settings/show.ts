import { sql } from 'kysely'
import { isSpendable } from '#/core/values/spendable.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { requireHere } from '#/access/households/require-here.ts'
import { refuseHousehold } from '#/access/households/standing.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import type { Tables } from '#/platform/database/tables.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { settings } from './contract.ts'

type Household = Tables['households'] & {
  account_types: Answer<typeof settings.showSettings>['free_to_spend']['account_types']
}
type Row = Household & {
  members: { id: string; name: string; role: 'owner' | 'member' }[]
  accounts: { id: string; type: string; subtype: string | null; spendable: boolean | null }[]
}

/** `GET /settings`. Contains members' names but not their addresses: a read key must not reveal who they are. */
export const showSettings: Act<typeof settings.showSettings> = async (call) => {
  const { rows } = await sql<Row>`
    select h.*,
      coalesce((select json_agg(json_build_object('id', id, 'name', name, 'role', role)
        order by created_at, id) from members
        where household_id = ${call.caller.householdId} and removed_at is null), '[]') as members,
      coalesce((select json_agg(json_build_object('id', id, 'type', type, 'subtype', subtype,
        'spendable', spendable) order by created_at, id) from accounts
        where household_id = ${call.caller.householdId} and not hidden and subscribed
          and currency = h.currency), '[]') as accounts
    from households h where h.household_id = ${call.caller.householdId}`.execute(call.db)
  const { members, accounts, ...household } = rows[0]!
  requireHere(household.standing)
  const moment = (at: Temporal.Instant | null) => (at === null ? null : writeInstant(at))
  return {
    name: household.name,
    kind: household.kind,
    currency: household.currency,
    timezone: household.timezone,
    locale: household.locale,
    week_starts_on: household.week_starts_on,
    month_starts_on_day: household.month_starts_on_day,
    date_format: household.date_format,
    free_to_spend: {
      floor: household.floor,
      account_ids: accounts
        .filter((account) => isSpendable({ ...account, cashTypes: household.account_types }))
        .map(({ id }) => id),
      account_types: household.account_types,
      include_pending: household.include_pending,
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
