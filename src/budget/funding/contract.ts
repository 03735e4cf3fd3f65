import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { common } from '#/platform/contract/common-fields.ts'
import { cents, day, id } from '#/platform/contract/fields.ts'

export const funding = {
  listFundingSchedules: endpoint({
    method: 'GET',
    path: '/funding-schedules',
    tag: 'Funding schedules',
    summary: 'List the paydays that fund Expenses and when each next runs',
    scope: 'data.read',
    response: z.array(
      z
        .object({
          id: id.describe('The id of the schedule.'),
          name: z.string().describe('The name of the schedule.'),
          frequency: z
            .enum(['weekly', 'biweekly', 'semimonthly', 'monthly'])
            .describe('`biweekly`: every two weeks. `semimonthly`: on two days of each month.'),
          days: z
            .array(z.int())
            .describe('Days of the month; 31 is the last day. Empty for schedules in weeks.'),
          anchor: day.describe('The first payday; schedules in weeks are counted from it.'),
          weekend: z
            .enum(['none', 'before', 'after'])
            .describe(
              'A payday on a weekend pays on that day (`none`), or on the working day before or after.',
            ),
          extra_days: z.array(day).describe('Extra paydays in addition to the regular ones.'),
          rrule: z
            .string()
            .describe('The rule as RFC 5545 writes it, without `weekend` and `extra_days`.'),
          timezone: z.string().describe('The household’s IANA time zone.'),
          next_run_date: day
            .nullable()
            .describe('The first payday that has not run, possibly today; null: it is paused.'),
          last_run_date: day.nullable().describe('The last payday that has run; null: none has.'),
          exclude_weekends: z.boolean().describe('True unless `weekend` is `none`.'),
          wait_for_deposit: z
            .boolean()
            .describe(
              'True: a payday without enough money continues when income arrives within five days.',
            ),
          account_id: id
            .nullable()
            .describe('The account of its deposit; null: income on any account counts.'),
          estimated_deposit: cents
            .nullable()
            .describe('The income that the forecast expects of each payday, in cents; null: none.'),
          estimated_contribution: cents.describe(
            'Cents that all Expenses together ask of the next payday.',
          ),
          enabled: z.boolean().describe('False: the schedule is paused.'),
          currency: common.currency,
          created_at: common.created_at,
          updated_at: common.updated_at,
        })
        .meta({ id: 'FundingSchedule' }),
    ),
  }),
}
