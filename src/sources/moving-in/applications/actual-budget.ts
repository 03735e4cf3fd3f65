import type { LeftReason } from '#/core/values/moves.ts'
import * as z from 'zod'
import { addMonths, type Day, partsOf, startOfMonth } from '#/core/values/day.ts'
import type { Cents } from '#/core/values/cents.ts'
import { fromHundredths } from './amounts.ts'
import { type ActualLook, dayIn } from './actual-rows.ts'
import { readMonth } from './dates.ts'
import type { Moved, MovedTarget } from './moved.ts'
import type { Queries } from './sqlite.ts'

/** Yields the targets of the newest month and the schedules that are not finished. */
export function readActualBudget(queries: Queries, look: ActualLook): Moved[] {
  return [...targets(queries, look), ...schedules(queries, look)]
}

function targets(queries: Queries, { currency, today }: ActualLook): Moved[] {
  const table = ['zero_budgets', 'reflect_budgets'].find((name) => {
    return (
      queries.hasTable(name) &&
      queries.all(`select 1 from ${name} where amount > 0 limit 1`).length > 0
    )
  })
  if (table === undefined) return []
  const thisMonth = startOfMonth(today)
  const since = addMonths(thisMonth, -2)
  const rows = queries.all(`select b.month, b.amount, c.id, c.name from ${table} b
    join categories c on c.id = b.category and c.tombstone = 0 and c.is_income = 0
    where b.amount > 0`)
  const newest = new Map<string, { month: Day; amount: Cents; name: string }>()
  let count = 0
  for (const row of rows) {
    const month = readMonth(row.text('month'))
    if (month === null || month > thisMonth) continue
    count += 1
    const amount = fromHundredths(row.integer('amount') ?? 0, currency)
    const known = newest.get(row.text('id'))
    if (!known || month > known.month)
      newest.set(row.text('id'), { month, amount, name: row.text('name') })
  }
  const recent = [...newest.values()].filter(({ month }) => month >= since)
  const moved: Moved[] = recent.map(({ name, amount }) => {
    return { kind: 'bill', name, payee: null, amount, intervalMonths: 1, due: null }
  })
  const earlier = count - recent.length
  if (earlier > 0)
    moved.push({ kind: 'left', reason: 'earlier_budgets', name: null, count: earlier })
  return moved
}

const condition = z.object({ op: z.string().optional(), field: z.string(), value: z.unknown() })
const amounts = z.union([z.number(), z.object({ num1: z.number(), num2: z.number() })])
const recurring = z.object({
  start: z.string(),
  frequency: z.enum(['daily', 'weekly', 'monthly', 'yearly']),
  interval: z.coerce.number().int().min(1).default(1),
  patterns: z.array(z.object({ type: z.string(), value: z.number() })).default([]),
  endMode: z.string().optional(),
})
type Recurring = z.output<typeof recurring>

function schedules(queries: Queries, look: ActualLook): Moved[] {
  if (!queries.hasTable('schedules') || !queries.hasTable('rules')) return []
  const next = queries.hasTable('schedules_next_date')
    ? '(select local_next_date from schedules_next_date n where n.schedule_id = s.id limit 1)'
    : 'null'
  const name = queries.columnOr('schedules', 'name')
  const rows = queries.all(`select s.id, ${name}, s.completed, r.conditions, ${next} as next_date
    from schedules s join rules r on r.id = s.rule and r.tombstone = 0 where s.tombstone = 0`)
  const payees = new Map(
    queries.all('select id, name, transfer_acct from payees').map((row) => [row.text('id'), row]),
  )
  return rows.map((row): Moved => {
    const facts = factsOf(row.text('conditions'))
    const payee = payees.get(facts.payee)
    const title = row.text('name') || payee?.text('name') || ''
    const left = (reason: LeftReason): Moved => ({ kind: 'left', reason, name: title || null })
    if (row.flag('completed')) return left('schedule_ended')
    if (payee?.text('transfer_acct')) return left('schedule_transfer')
    if (facts.date === null || facts.amount === 0) return left('schedule_irregular')
    const amount = fromHundredths(facts.amount, look.currency)
    const due = dayIn(row.text('next_date')) ?? dayIn(facts.date.start)
    if (due === null || title === '') return left('schedule_irregular')
    const proposed = proposalOf(facts.date, {
      name: title,
      payee: payee?.text('name') ?? null,
      amount,
      due,
    })
    return proposed ?? left('schedule_irregular')
  })
}

type Facts = { readonly payee: string; readonly amount: number; readonly date: Recurring | null }

/** Reads the conditions by which Actual recognises the payments of a schedule. */
function factsOf(conditions: string): Facts {
  let parsed: unknown = null
  try {
    parsed = JSON.parse(conditions)
  } catch {
    // Unreadable conditions are those of an irregular schedule.
  }
  const list = z.array(condition).safeParse(parsed).data ?? []
  const value = (...fields: string[]) => list.find(({ field }) => fields.includes(field))?.value
  const payee = value('description', 'payee')
  const amount = amounts.safeParse(value('amount')).data ?? 0
  return {
    payee: typeof payee === 'string' ? payee : '',
    amount: typeof amount === 'number' ? amount : Math.round((amount.num1 + amount.num2) / 2),
    date: recurring.safeParse(value('date')).data ?? null,
  }
}

type Proposing = {
  readonly name: string
  readonly payee: string | null
  readonly amount: Cents
  readonly due: Day
}

/** Returns the proposal of a schedule; null if nothing in Earmark repeats like it. */
export function proposalOf(
  { frequency, interval, patterns }: Pick<Recurring, 'frequency' | 'interval' | 'patterns'>,
  { name, payee, amount, due }: Proposing,
): MovedTarget | null {
  if (amount < 0) {
    const months = frequency === 'yearly' ? interval * 12 : frequency === 'monthly' ? interval : 0
    const intervalMonths = ([1, 3, 6, 12] as const).find((count) => count === months)
    if (intervalMonths === undefined || patterns.length > 1) return null
    return { kind: 'bill', name, payee, amount: -amount, intervalMonths, due }
  }
  const pay = { kind: 'payday' as const, name, amount, anchor: due }
  if (frequency === 'weekly' && interval === 1) return { ...pay, frequency: 'weekly', days: [] }
  if (frequency === 'weekly' && interval === 2) return { ...pay, frequency: 'biweekly', days: [] }
  if (frequency !== 'monthly' || interval !== 1) return null
  const days = patterns
    .map(({ type, value }) => (type === 'day' ? (value === -1 ? 31 : value) : 0))
    .toSorted((a, b) => a - b)
  if (days.some((day) => day < 1 || day > 31) || days.length > 2) return null
  if (days.length === 2) return { ...pay, frequency: 'semimonthly', days }
  return { ...pay, frequency: 'monthly', days: days.length === 1 ? days : [partsOf(due).date] }
}
