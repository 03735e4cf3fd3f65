import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendar } from '#/app/calendar/contract.ts'
import { calendarFeeds } from '#/app/calendar-feed/contract.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { addDays, addMonths, type Day, dayAt, endOfMonth, startOfMonth } from '#/core/values/day.ts'
import { loadDemo } from '#/documents/demo/demo.ts'
import type { WireAnswer } from '#/platform/contract/endpoint.ts'
import { startProduct } from '../support/product.ts'
import { type ReadEvent, readCalendar } from '../support/read-calendar.ts'

const DAYS = 31
const ZONE = 'Europe/Madrid'

const product = await startProduct({ limited: false, start: '2026-09-20T06:00:00Z' })
const { runtime, db } = product

type Shown = WireAnswer<typeof calendar.showCalendar>

/** Works out of the calendar’s screen what a feed should say: `day kind name amount`. */
function expectedOf(months: readonly Shown[], today: string): string[] {
  return months.flatMap(({ days }) => {
    const lines = days.flatMap(({ date, due, paid, payday }) => [
      ...due.map(({ name, payment, missing }) => `${date} due ${name} ${payment} ${missing > 0}`),
      ...paid
        .filter(({ expense_id: of }) => of !== null)
        .map(({ name, amount }) => `${date} paid ${name} ${Math.abs(amount)}`),
      ...(payday && date > today ? [`${date} payday ${payday.funded}`] : []),
    ])
    // The last day before free-to-spend rises from its least, if it is not the same all the month.
    const levels = days.flatMap(({ date, free }) => (free === null ? [] : [{ date, free }]))
    const least = Math.min(...levels.map(({ free }) => free))
    const from = levels.findIndex(({ free }) => free === least)
    const rest = levels.slice(from)
    const run = rest.slice(0, rest.findIndex(({ free }) => free !== least) >>> 0)
    const low = run.length === levels.length ? [] : [`${run.at(-1)!.date} low ${least}`]
    return [...lines, ...low]
  })
}

/** The amounts of a title, in cents. */
const cents = (text: string) =>
  [...text.matchAll(/(\u2212?)€([\d,]+)\.(\d\d)/g)].map(
    ([, minus, whole, rest]) => (minus ? -1 : 1) * Number(whole!.replaceAll(',', '') + rest),
  )

function saidBy({ day, title }: ReadEvent): string {
  const [amount] = cents(title)
  if (title.startsWith('Payday · set aside')) return `${day} ran ${amount}`
  if (title.startsWith('Payday')) return `${day} payday ${amount}`
  if (/^(Low point|Free to spend below)/.test(title)) return `${day} low ${amount}`
  const name = title.split(' · ')[0]!
  if (title.endsWith(' · paid')) return `${day} paid ${name} ${amount}`
  return `${day} due ${name} ${amount} ${title.endsWith('short')}`
}

test('a month of the demo household: each day the feed says what the calendar’s screen says', async () => {
  const { loaded } = await loadDemo(runtime, { seed: 'feed', transactionCount: 400 })
  const { household_id: id, keys, accounts } = loaded
  const member = await product.member(id, Object.values(loaded.members)[0]!, 60)
  await member.prove()
  const app = member.client({ ...calendar, ...calendarFeeds, ...expenses, ...expensesApp })
  const { path } = await app.createFeed({ body: { months_ahead: 2, months_back: 1 } })
  const key = Object.values(keys)[0]!.api_key
  const bills = (await app.listExpenses({})).filter((one) => one.recurrence_anchor_date !== null)
  const before = new Map<string, ReadEvent>()
  let [tag, unchanged, changes, ran] = ['', 0, 0, 0]
  for (let count = 0; count < DAYS; count += 1) {
    const today = dayAt(runtime.now(), ZONE)
    // A bill is paid every third day; another one changes its amount or day every fifth.
    const bill = bills[count % bills.length]!
    if (count % 3 === 1) {
      const body = {
        account_id: Object.values(accounts)[0]!,
        amount: -1234 - count,
        concept: bill.name,
        booked_at: today,
        expense_goal_id: bill.id,
      }
      assert.equal((await product.request('POST', '/transactions', { key, body })).status, 200)
    }
    if (count % 5 === 4) {
      const anchor = addDays(addMonths(startOfMonth(today), 1), count % 28)
      const body = count % 2 ? { recurrence_anchor_date: anchor } : { target_amount: 5000 + count }
      await app.changeExpense({ params: { id: bill.id }, body })
      changes += 1
    }
    const answer = await product.app.request(path!, { headers: { 'if-none-match': tag } })
    assert.equal(answer.status, 200, today)
    tag = answer.headers.get('etag')!
    const text = await answer.text()
    const { events } = readCalendar(text)
    const months = await Promise.all(
      [-1, 0, 1, 2].map((by) => {
        const from = addMonths(startOfMonth(today), by)
        return app.showCalendar({ query: { from, to: endOfMonth(from) } })
      }),
    )
    const said = events.map(saidBy)
    assert.deepEqual(
      said.filter((one) => !one.includes(' ran ')).toSorted(),
      expectedOf(months, today).toSorted(),
      today,
    )
    const { rows } = await paydaysThatRan(id, addMonths(startOfMonth(today), -1), today)
    assert.deepEqual(said.filter((one) => one.includes(' ran ')).toSorted(), rows.toSorted())
    ran = rows.length
    for (const event of events) {
      const known = before.get(event.uid)
      if (known && known.title === event.title && known.day === event.day) {
        if (known.details === event.details) {
          assert.deepEqual(event, known)
          unchanged += 1
        }
      } else if (known) assert.ok(event.sequence > known.sequence && event.stamp > known.stamp)
      before.set(event.uid, event)
    }
    const again = await product.app.request(path!, { headers: { 'if-none-match': tag } })
    assert.equal(again.status, 304, today)
    runtime.advance({ hours: 24 })
    while ((await runDueHouseholds(runtime)) > 0);
  }
  assert.ok(unchanged > 500 && changes > 5 && ran > 0)
})

async function paydaysThatRan(householdId: string, from: Day, to: Day) {
  const fundings = await db
    .selectFrom('payday_fundings')
    .select(['day', 'ordinary_funded', 'ahead_funded'])
    .where('household_id', '=', householdId)
    .execute()
  const days = await db
    .selectFrom('paydays')
    .select('effective')
    .distinct()
    .where('household_id', '=', householdId)
    .where('effective', '>=', from)
    .where('effective', '<=', to)
    .execute()
  return {
    rows: days.map(({ effective }) => {
      const funded = fundings.filter(({ day }) => day === effective)
      const sum = funded.reduce((all, one) => all + one.ordinary_funded + one.ahead_funded, 0)
      return `${effective} ran ${sum}`
    }),
  }
}
