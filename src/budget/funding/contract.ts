import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { cents, currency, day, id, instant } from '#/platform/contract/fields.ts'

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
          id,
          name: z.string(),
          frequency: z.enum(['weekly', 'biweekly', 'semimonthly', 'monthly']),
          days: z.array(z.int()).describe('Days of the month; 31 is the last day.'),
          anchor: day,
          weekend: z.enum(['none', 'before', 'after']),
          extra_days: z.array(day).describe('Extra paydays in addition to the regular ones.'),
          rrule: z.string(),
          timezone: z.string(),
          next_run_date: day
            .nullable()
            .describe('The first payday that has not run, possibly today.'),
          last_run_date: day.nullable(),
          exclude_weekends: z.boolean(),
          wait_for_deposit: z.boolean(),
          account_id: id
            .nullable()
            .describe('The account of its deposit; null: income on any account counts.'),
          estimated_deposit: cents.nullable(),
          estimated_contribution: cents.describe(
            'The sum of contributions that the next payday asks for.',
          ),
          enabled: z.boolean(),
          currency,
          created_at: instant,
          updated_at: instant,
        })
        .meta({ id: 'FundingSchedule' }),
    ),
  }),
}
