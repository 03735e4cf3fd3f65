import { columns } from '#/app/cli/parsing/command.ts'

/** Writes a list as a table and a record as lines. */
export function answerText(answer: unknown): string {
  if (Array.isArray(answer)) return tableOf(answer as Record<string, unknown>[])
  const fields = Object.entries(answer as Record<string, unknown>)
  return columns(fields.map(([name, value]) => [name, show(value)]))
}

function tableOf(rows: readonly Record<string, unknown>[]): string {
  const [first] = rows
  if (!first) return 'There is nothing yet.'
  // Shows the fields that tell records apart; `--json` shows all of them.
  const names = SHOWN.filter((name) => name in first)
  return columns([names, ...rows.map((row) => names.map((name) => show(row[name])))])
}

const SHOWN = [
  'id',
  'at',
  'match',
  'text',
  'category_id',
  'concept',
  'name',
  'host',
  'enabled',
  'may_be',
  'type',
  'kind',
  'balance',
  'target_amount',
  'due_date',
  'next_run_date',
  'member_id',
  'through',
  'action',
  'subject_id',
  'before',
  'after',
]

function show(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
