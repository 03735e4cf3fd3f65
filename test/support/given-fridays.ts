import { expenses } from '#/budget/expenses/contract.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { openAnother } from './other-processes.ts'
import { ada, startProduct } from './product.ts'

export const FIRST_DAY = '2026-03-01'

/**
 * A household that is paid every Friday from 6 March on and saves for a rent of 40,000 on 1 April: 10,000 a payday. Its worker belongs
 * to another process, and looks only on request.
 */
export async function givenFridays(zone = 'Europe/Madrid') {
  const start = `${FIRST_DAY}T12:00:00Z`
  const product = await startProduct({ limited: false, start })
  const loaded = await product.household({
    household: { ...ada.household, timezone: zone },
    accounts: [{ ref: 'c', name: 'C', type: 'depository', subtype: 'checking', balance: 500_000 }],
    funding_schedules: [{ ref: 'pay', name: 'Pay', frequency: 'weekly', anchor: '2026-03-06' }],
    expenses: [
      {
        ref: 'rent',
        name: 'Rent',
        target_amount: 40_000,
        recurrence_interval_months: 1,
        recurrence_anchor_date: '2026-04-01',
        funding_schedules: ['pay'],
      },
    ],
  })
  const { household_id: id } = loaded
  const { runtime, db } = product
  const key = loaded.keys['rw']!.api_key
  const elsewhere = { ...runtime, db: await openAnother(db) }
  const run = async () => {
    while ((await runDueHouseholds(elsewhere)) > 0);
  }
  /** Goes on to a moment of the household's zone; the worker of another process looks every day at noon. */
  const reach = async (day: string, time: string, worked: boolean) => {
    const to = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).toInstant()
    while (worked && runtime.now().until(to).total('hours') > 24) {
      runtime.advance({ hours: 24 })
      await run()
    }
    runtime.advance(runtime.now().until(to))
  }
  return {
    ...loaded,
    product,
    runtime,
    id,
    key,
    run,
    reach,
    pay: `/funding-schedules/${loaded.funding_schedules['pay']!}`,
    rentPath: `/expenses/${loaded.expenses['rent']!}`,
    /** Sent by a member who signs in a moment before. */
    send: async (method: string, path: string, body: object) => {
      const member = await product.member(id, loaded.members['ada']!)
      const { status, body: answer } = await member.request(method, path, { body })
      return status < 300 ? status : answer.error.code
    },
    rent: async () => {
      const [rent] = await product.client(expenses, key).listExpenses({})
      return rent!
    },
    ran: async () =>
      (await db.selectFrom('paydays').select('nominal').orderBy('nominal').execute()).map(
        ({ nominal }) => nominal,
      ),
    household: () => db.selectFrom('households').selectAll().executeTakeFirstOrThrow(),
  }
}
export type Home = Awaited<ReturnType<typeof givenFridays>>

/** A purchase of 12,000 from the rent. */
export const buy = (
  { request }: Home['product'],
  { key, accounts, expenses: ids }: Home,
  headers = {},
) =>
  request('POST', '/transactions', {
    key,
    headers,
    body: {
      account_id: accounts['c']!,
      amount: -12_000,
      concept: 'Rent',
      booked_at: '2026-03-06',
      expense_goal_id: ids['rent']!,
    },
  })
