import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { amount, expectedUpdate, id, name, plannedDay } from '#/platform/contract/fields.ts'
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
    .describe('Days of the month, 31 being the last one: one for monthly, two for semimonthly.'),
  anchor: plannedDay.describe('No payday lies before it; the weekly ones count from it.'),
  weekend: z.enum(['none', 'before', 'after']),
  estimated_deposit: amount.min(0).nullable(),
  wait_for_deposit: z
    .boolean()
    .describe('What a payday could not give is given when income arrives within five days.'),
  account_id: id
    .nullable()
    .describe('The account that the deposit arrives on; null: income on any account counts.'),
  paused: z.boolean(),
}

/** What people change about funding schedules. For the application and the command line. */
export const fundingApp = {
  createFundingSchedule: endpoint({
    ...create,
    path: '/funding-schedules',
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
    }),
  }),
  changeFundingSchedule: endpoint({
    ...changeOf(fields),
    path: '/funding-schedules/{id}',
    tag: 'Funding schedules',
    summary: 'Change, pause or resume a schedule from tomorrow on',
  }),
  removeFundingSchedule: endpoint({
    ...removal,
    path: '/funding-schedules/{id}',
    tag: 'Funding schedules',
    summary: 'Remove a schedule that is not the only one of an Expense',
    refusals: [...removal.refusals, 'still_in_use'],
  }),
  addPayday: endpoint({
    ...action,
    path: '/funding-schedules/{id}/extra-paydays',
    tag: 'Funding schedules',
    summary: 'Add one payday to a schedule, on a day of its own',
    body: z.strictObject({ day: plannedDay, ...action.body.shape }),
  }),
  removePayday: endpoint({
    method: 'DELETE',
    path: '/funding-schedules/{id}/extra-paydays/{day}',
    tag: 'Funding schedules',
    summary: 'Take back an added payday that has not run',
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    params: z.strictObject({ id, day: plannedDay }),
    query: z.strictObject({ expected_updated_at: expectedUpdate }),
    response: recordVersion,
  }),
  orderFundingSchedules: endpoint({
    ...ordering,
    path: '/funding-schedules/order',
    tag: 'Funding schedules',
    summary: 'Put the schedules in an order',
  }),
}
