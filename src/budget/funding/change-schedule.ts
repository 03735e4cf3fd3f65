import { invalidParameter, notFound } from '#/platform/contract/refusal.ts'
import { wakeEngine } from '#/access/households/wake-engine.ts'
import { changeRecord } from '#/platform/audited/change.ts'
import { createRecord } from '#/platform/audited/create.ts'
import { findRecord } from '#/platform/audited/find.ts'
import { orderRecords } from '#/platform/audited/order.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { fundingApp } from './app-contract.ts'

/** `POST /funding-schedules` */
export const createFundingSchedule: Act<typeof fundingApp.createFundingSchedule> = async (
  acting,
  { body },
) => {
  checkDays(body)
  await checkAccount(acting, body.account_id)
  const values = { ...body, payer: body.payer ?? null, extra_days: [], last_run_date: null }
  const made = await createRecord(acting, 'funding_schedules', { values })
  await wakeEngine(acting)
  return made
}

/**
 * `PATCH /funding-schedules/{id}`. The change applies to days that have not been processed; a payday that has run stays,
 * and does not run again if the change moves it. Paydays missed during a pause are not made up for.
 */
export const changeFundingSchedule: Act<typeof fundingApp.changeFundingSchedule> = async (
  acting,
  { params, body },
) => {
  const { expected_updated_at: expected, ...fields } = body
  const row = await findRecord(acting, 'funding_schedules', params)
  const isWeekly = (fields.frequency ?? row.frequency).endsWith('weekly')
  // Reset the days with the frequency: days of the month mean nothing to weekly schedules.
  const days = fields.days ?? (fields.frequency !== undefined && isWeekly ? [] : row.days)
  checkDays({ frequency: fields.frequency ?? row.frequency, days })
  if (fields.account_id !== row.account_id) await checkAccount(acting, fields.account_id)
  const { changed, ...version } = await changeRecord(acting, 'funding_schedules', {
    row,
    set: { ...fields, days },
    expected,
  })
  if (changed) await wakeEngine(acting)
  return version
}

/** `PUT /funding-schedules/order` */
export const orderFundingSchedules: Act<typeof fundingApp.orderFundingSchedules> = (
  acting,
  { body },
) => orderRecords(acting, 'funding_schedules', body.ids)

const daysOf = { weekly: 0, biweekly: 0, semimonthly: 2, monthly: 1 }

/** Throws `resource_not_found` if the account is gone or closed. */
async function checkAccount(acting: Acting, id: string | null | undefined): Promise<void> {
  if (id == null) return
  const account = await findRecord(acting, 'accounts', { id, param: 'account_id' })
  if (account.hidden || account.closed_at !== null) throw notFound('account_id')
}

/** Checks the days of the month, so that every month has a payday. */
function checkDays(schedule: {
  readonly frequency: keyof typeof daysOf
  readonly days: readonly number[]
}): void {
  const { frequency, days } = schedule
  if (days.length !== daysOf[frequency]) {
    throw invalidParameter(
      'days',
      'Send one day of the month for monthly, two for semimonthly, none for the others.',
      { name: 'days_of_frequency' },
    )
  }
  if (new Set(days).size !== days.length) {
    throw invalidParameter('days', 'Send different days.', { name: 'repeated' })
  }
}
