import type { WrittenDocument } from '#/documents/document.ts'
import { addMonths, type Day } from '#/core/values/day.ts'
import { startOfDay } from '#/core/values/instant.ts'
import { categories, expenses, groups, schedules } from './budget.ts'
import { createChance } from './chance.ts'
import { type Happening, live, MONTHS } from './life.ts'

export const DEMO_ZONE = 'Europe/Madrid'
export const DEMO_CURRENCY = 'EUR'

/** The range of free-to-spend in cents, the number that the demo is about. */
const FREE = { low: 62_000, high: 88_000 }

/**
 * Creates the document of a believable household with 18 months of history. The same seed and day give the same document.
 * `countMax` limits the transactions to the newest ones.
 */
export function demoDocument(options: {
  readonly seed: string
  readonly now: Temporal.Instant
  readonly today: Day
  readonly countMax: number
}): WrittenDocument {
  const { seed, now, today } = options
  const chance = createChance(seed)
  const lived = live(today, chance)
  const balances = balancesAfter(lived)
  const owed = Math.max(0, -balances.visa)
  const planned = expenses(today, owed)
  const aside = planned.reduce((sum, { balance = 0 }) => sum + balance, 0)
  const cash = balances.checking + balances.savings + balances.wallet
  const free = chance.between(FREE.low, FREE.high)
  // A surplus goes to the emergency fund; a deficit is added to the opening balance.
  const spare = cash - aside - free
  const emergency = planned.find(({ ref }) => ref === 'emergency')!
  emergency.balance = (emergency.balance ?? 0) + Math.max(0, spare)
  balances.savings += Math.max(0, -spare)
  const kept = lived.slice(Math.max(0, lived.length - options.countMax))
  const transactions = kept.map((happening, index) => ({ ref: `t${index + 1}`, ...happening }))
  const began = startOfDay(addMonths(today, -MONTHS), DEMO_ZONE).toString()
  return {
    household: {
      name: 'The Alameda household',
      kind: 'joint',
      timezone: DEMO_ZONE,
      currency: DEMO_CURRENCY,
    },
    members: [
      { ref: 'alex', name: 'Alex', email: 'alex@example.com', role: 'owner' },
      { ref: 'sam', name: 'Sam', email: 'sam@example.com', role: 'member' },
    ],
    keys: [
      { ref: 'rw', member: 'alex', name: 'Demo', scopes: ['data.read', 'data.write'] },
      { ref: 'ro', member: 'alex', name: 'Demo, reads only', scopes: ['data.read'] },
      {
        ref: 'balances',
        member: 'alex',
        name: 'Demo, balances for a screen',
        scopes: ['data.read'],
        restrictions: { accounts: 'read', analytics: 'read' },
      },
    ],
    accounts: accountsWith(balances),
    categories,
    funding_schedules: schedules(today),
    expense_groups: groups,
    expenses: planned,
    transactions,
    state: {
      household: { revision: 1, processed_through: today, created_at: began },
      transactions: Object.fromEntries(
        transactions.map(({ ref, booked_at }) => {
          // Transactions are recorded on the day of their booking, between 7:00 and 23:00.
          const seconds = chance.between(7 * 3600, 23 * 3600 - 1)
          const wanted = startOfDay(booked_at as Day, DEMO_ZONE).add({ seconds })
          const created = Temporal.Instant.compare(wanted, now) > 0 ? now : wanted
          return [ref, { history: true, revision: 1, created_at: created.toString() }]
        }),
      ),
    },
  }
}

type Balances = { checking: number; savings: number; wallet: number; visa: number }

/** Computes final balances in cents, such that no account was ever overdrawn on the way. */
function balancesAfter(lived: readonly Happening[]): Balances {
  const floors: Balances = { checking: 45_000, savings: 100_000, wallet: 1500, visa: 0 }
  const sums: Balances = { checking: 0, savings: 0, wallet: 0, visa: 0 }
  const lowest: Balances = { ...sums }
  for (const { account, amount } of lived) {
    const name = account as keyof Balances
    // The index fund is worth what its owner says.
    if (!(name in sums)) continue
    sums[name] += amount
    lowest[name] = Math.min(lowest[name], sums[name])
  }
  return {
    checking: sums.checking - lowest.checking + floors.checking,
    savings: sums.savings - lowest.savings + floors.savings,
    wallet: sums.wallet - lowest.wallet + floors.wallet,
    visa: sums.visa,
  }
}

function accountsWith(balances: Balances): NonNullable<WrittenDocument['accounts']> {
  const bank = { institution_name: 'Banco Alameda' }
  return [
    {
      ref: 'checking',
      name: 'Everyday account',
      type: 'depository',
      subtype: 'checking',
      mask: '4821',
      balance: balances.checking,
      ...bank,
    },
    {
      ref: 'savings',
      name: 'Savings',
      type: 'depository',
      subtype: 'savings',
      mask: '0077',
      balance: balances.savings,
      ...bank,
    },
    {
      ref: 'visa',
      name: 'Credit card',
      type: 'credit',
      subtype: 'credit_card',
      mask: '9310',
      balance: balances.visa,
      ...bank,
    },
    { ref: 'wallet', name: 'Wallet', type: 'wallet', balance: balances.wallet },
    {
      ref: 'fund',
      name: 'World index fund',
      type: 'investment',
      subtype: 'brokerage',
      balance: 1_284_350,
      institution_name: 'Brightledger',
    },
  ]
}
