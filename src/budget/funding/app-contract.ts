import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { amount, expectedUpdate, id, name, plannedDay, text } from '#/platform/contract/fields.ts'
import {
  changeOf,
  create,
  action,
  ordering,
  removal,
  recordVersion,
} from '#/platform/audited/contract.ts'

const fields = {
  name,
  frequency: z.enum(['weekly', 'biweekly', 'semimonthly', 'monthly']),
  days: z
    .array(z.int().min(1).max(31))
    .max(2)
    .describe('Days of the month; 31 is the last day. One for monthly, two for semimonthly.'),
  anchor: plannedDay.describe('No payday is before this day; weekly ones count from it.'),
  weekend: z.enum(['none', 'before', 'after']),
  estimated_deposit: amount.min(0).nullable(),
  wait_for_deposit: z
    .boolean()
    .describe(
      'A payday that could not give everything continues when income arrives within five days.',
    ),
  account_id: id
    .nullable()
    .describe('The account of the deposit; null: income on any account counts.'),
  paused: z.boolean(),
}

/** Changes of funding schedules by people: for the application and the command line. */
export const fundingApp = {
  createFundingSchedule: endpoint({
    ...create,
    path: '/funding-schedules',
    forKeys: true,
    tag: 'Funding schedules',
    summary: 'Create a schedule of paydays',
    refusals: [...create.refusals, 'resource_not_found'],
    body: z.strictObject({
      name,
      frequency: fields.frequency,
      days: fields.days.default([]),
      anchor: fields.anchor,
      weekend: fields.weekend.default('none'),
      estimated_deposit: fields.estimated_deposit.default(null),
      wait_for_deposit: fields.wait_for_deposit.default(false),
      account_id: fields.account_id.default(null),
      paused: fields.paused.default(false),
      payer: text({ min: 1, max: 80 })
        .optional()
        .describe('The `payer` of the proposal that this schedule comes from.'),
    }),
  }),
  changeFundingSchedule: endpoint({
    ...changeOf(fields),
    path: '/funding-schedules/{id}',
    forKeys: true,
    tag: 'Funding schedules',
    summary: 'Change, pause or resume a schedule from tomorrow on',
  }),
  removeFundingSchedule: endpoint({
    ...removal,
    path: '/funding-schedules/{id}',
    forKeys: true,
    tag: 'Funding schedules',
    summary: 'Remove a schedule, unless it is the only one of an Expense',
    refusals: [...removal.refusals, 'still_in_use'],
  }),
  addPayday: endpoint({
    ...action,
    path: '/funding-schedules/{id}/extra-paydays',
    forKeys: true,
    tag: 'Funding schedules',
    summary: 'Add one extra payday to a schedule',
    body: z.strictObject({ day: plannedDay, ...action.body.shape }),
  }),
  removePayday: endpoint({
    method: 'DELETE',
    path: '/funding-schedules/{id}/extra-paydays/{day}',
    forKeys: true,
    tag: 'Funding schedules',
    summary: 'Remove an extra payday that has not run',
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    params: z.strictObject({ id, day: plannedDay }),
    query: z.strictObject({ expected_updated_at: expectedUpdate }),
    response: recordVersion,
  }),
  orderFundingSchedules: endpoint({
    ...ordering,
    path: '/funding-schedules/order',
    forKeys: true,
    tag: 'Funding schedules',
    summary: 'Reorder the schedules',
  }),
}
