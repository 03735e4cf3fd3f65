import type { Input, Output } from '#web/calls/operations.ts'

export type Move = Output<'GET /moves/{id}'>
export type Report = NonNullable<Move['report']>
export type MoveAccount = Report['accounts'][number]
/** The facts that a person states about the files. */
export type MoveChoices = NonNullable<Input<'POST /moves/{id}/preview'>['body']>
export type Application = Move['app']

export const applications: readonly Application[] = [
  'ynab',
  'actual',
  'monarch',
  'lunchmoney',
  'firefly',
  'copilot',
  'mint',
  'quicken',
]
