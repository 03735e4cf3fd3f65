import type { Mutation } from './mutate.ts'

const inFile =
  (file: string) =>
  (name: string, from: string, to: string): Mutation => ({ name, file, from, to })

const contribution = inFile('src/budget/expenses/rules/contribution.ts')
const lanes = inFile('src/budget/expenses/rules/lanes.ts')
const rollOver = inFile('src/budget/expenses/rules/roll-over.ts')
const card = inFile('src/budget/expenses/rules/card-reserve.ts')
const settlement = inFile('src/budget/expenses/rules/settlement.ts')
const plan = inFile('src/budget/funding/rules/plan.ts')
const days = inFile('src/budget/funding/rules/process-days.ts')
const paydays = inFile('src/core/calendar/paydays.ts')
const occurrences = inFile('src/core/calendar/occurrences.ts')
const forecast = inFile('src/budget/funding/rules/forecast.ts')
const explain = inFile('src/budget/expenses/rules/explain.ts')
const run = inFile('src/budget/funding/run-household.ts')

export const mutations: readonly Mutation[] = [
  contribution(
    'shares are rounded down',
    'asked: divideUp(missing, paydays)',
    'asked: Math.floor(missing / paydays)',
  ),
  contribution(
    'what is ready counts for the next payment',
    'until(payments * target, lanes.building',
    'until(payments * target, lanes.ready + lanes.building',
  ),
  contribution(
    'what is paid early is asked for again',
    'lanes.building + lanes.prepaid)',
    'lanes.building)',
  ),
  contribution(
    'one payday never serves two payments',
    'return next === null ? 1 : indexOnOrAfter(recurrence, next) - cycle',
    'return next === null ? 1 : 1',
  ),
  contribution(
    'the last payday alone serves the later payments',
    'const payments = paymentsToServe(rolled, moment)',
    'const payments =\n    countPaydays(paydays, payday, due ?? payday) > 1 ? 1 : paymentsToServe(rolled, moment)',
  ),
  contribution(
    'a payday on the due date does not count',
    'countPaydays(calendar, payday, until)',
    'countPaydays(calendar, payday, until - 1)',
  ),
  contribution(
    'what is spent on a goal is asked for again',
    'until(target, progress(lanes))',
    'until(target, balanceOf(lanes))',
  ),
  contribution(
    'a card ignores its target',
    'until(paymentTarget(terms), balanceOf(lanes))',
    'until(terms.card?.owed ?? 0, balanceOf(lanes))',
  ),
  contribution(
    'the day to build the reserve by does not count itself',
    'buildBy >= payday',
    'buildBy > payday',
  ),
  contribution('a reserve has one interval more', 'targetOf(terms)) - 1)', 'targetOf(terms)))'),
  contribution('paused Expenses ask', 'if (paused || paydays.schedules', 'if (paydays.schedules'),
  contribution(
    'a due date on the payday rolls over first',
    'rollOverThroughNumber(assumePaid(holding, payday), payday - 1)',
    'rollOverThroughNumber(assumePaid(holding, payday), payday)',
  ),
  contribution(
    'an envelope forgets what it holds',
    'needed: target, held: balanceOf(lanes), until: null',
    'needed: target, held: 0, until: null',
  ),
  lanes(
    'a deposit passes the reserve by',
    'const toReserve = Math.min(amount - toNext, Math.max(0, extraReserveGoal(terms) - lanes.reserve))',
    'const toReserve = 0 * toNext',
  ),
  lanes(
    'a deposit forgets what is prepaid',
    'targetOf(terms) - lanes.prepaid - lanes.building)',
    'targetOf(terms) - lanes.building)',
  ),
  lanes(
    'a withdrawal takes the reserve before the surplus',
    'const surplus = Math.min(amount, Math.max(0, lanes.building - targetOf(terms)))',
    'const surplus = 0',
  ),
  lanes(
    'a purchase takes building before the reserve',
    'const reserve = Math.min(amount - ready - buildingEarly, lanes.reserve)',
    'const reserve = Math.min(Math.max(0, amount - ready - lanes.building), lanes.reserve)',
  ),
  lanes('early is nine days', 'EARLY_PAYMENT_DAYS = 10', 'EARLY_PAYMENT_DAYS = 9'),
  lanes('a bill is paid early after its due date', 'daysLeft >= 0 && ', ''),
  lanes(
    'a purchase of an old cycle goes back to its lanes',
    'if (taken.cycle !== cycle)',
    'if (taken.cycle > cycle)',
  ),
  lanes(
    'a refund of a goal stays spent',
    '{ ...after, spent: after.spent - unspent }, unspent',
    '{ ...after }, unspent',
  ),
  lanes(
    'ready may hold more than a payment',
    'const ready = Math.min(lanes.ready, payment)',
    'const ready = lanes.ready',
  ),
  rollOver(
    'what is prepaid becomes ready again',
    'targetOf(terms) - lanes.prepaid)',
    'targetOf(terms))',
  ),
  rollOver('what is prepaid stays so', 'prepaid: 0 },', '},'),
  rollOver(
    'what was ready is lost sight of',
    'building: available - ready',
    'building: lanes.building',
  ),
  card(
    'a refund gives back more than the reserve holds',
    'const returned = Math.min(amount, balanceOf(lanes))',
    'const returned = amount',
  ),
  card(
    'a purchase is not reserved',
    'return deposit(terms, lanes, purchase)',
    'return deposit(terms, lanes, 0 * purchase)',
  ),
  settlement(
    'a transfer on a card reserves',
    "(type === 'transfer' && parties.card !== null)",
    "(type === 'transfer' && parties.card === null)",
  ),
  plan('the floor is spent', 'freeToSpend - Math.max(0, floor)', 'freeToSpend'),
  plan(
    'money that does not exist is given',
    'request.aheadFunded = Math.min(request.asked.ahead, left)',
    'request.aheadFunded = request.asked.ahead',
  ),
  plan('goals come before bills', 'goal: 2 }', 'goal: -1 }'),
  plan('low comes before normal', 'normal: 1, low: 2', 'normal: 2, low: 1'),
  plan('the due date does not matter', 'earlier(a.asked.due, b.asked.due) || ', ''),
  days(
    'due dates pass before the payday of their day',
    'rollOverThrough(holding, passed)',
    'rollOverThrough(holding, dayFromNumber(dayNumber(passed) + 1))',
  ),
  days('a payday’s money stays free', 'freeToSpend -= ran.given', 'freeToSpend -= 0 * ran.given'),
  paydays(
    'before and after a weekend are mixed up',
    "weekend === 'before' ? nominal - 1 : nominal + 2",
    "weekend === 'before' ? nominal + 2 : nominal - 1",
  ),
  paydays(
    'paydays moved across a border are missed',
    'const SHIFT_DAYS_MAX = 4',
    'const SHIFT_DAYS_MAX = 0',
  ),
  paydays(
    'paydays before the anchor',
    'const start = Math.max(from, anchor)',
    'const start = from',
  ),
  occurrences(
    'due dates fall into the next month',
    'Math.min(first + digits(anchor, 8, 10), firstOfMonth(months + 1)) - 1',
    'first + digits(anchor, 8, 10) - 1',
  ),
  forecast(
    'a forecast assumes payments before the first payday',
    'untouched ?? holding',
    'holding',
  ),
  forecast(
    'expected pay is not counted',
    'if (free !== null) free += deposit',
    'if (free !== null) free += 0 * deposit',
  ),
  explain(
    'an explanation speaks of today',
    'nextFundingDay(terms, today)',
    'nextFundingDay(terms, today) && today',
  ),
  run(
    'the day worked off is not kept',
    'const through = today > state.processedThrough ? today : state.processedThrough',
    'const through = state.processedThrough',
  ),
  run(
    'a household runs, due or not',
    'and due_at <= ${now} for no key update',
    'and ${now}::timestamptz is not null for no key update',
  ),
  inFile('src/access/households/begin-write.ts')(
    'a write does not wait for its days',
    'if (rests || standing',
    'if (dueAt !== null || rests || standing',
  ),
  inFile('src/access/households/begin-write.ts')(
    'a day that is due counts as worked off',
    'if (dueAt === null || isAfter(dueAt, now)) {',
    'if (dueAt === null || isAfter(dueAt, now) || restsUntil === null) {',
  ),
  inFile('src/access/households/wake-engine.ts')(
    'a change reaches the days before it',
    'processed_through: sql`greatest(processed_through, ${processedThrough(acting)})`,',
    '...(processedThrough(acting) === null && {}),',
  ),
  inFile('src/documents/load-budget.ts')(
    'an opening balance goes back to the first due date',
    'terms, lanes, cycle }',
    'terms, lanes, cycle: cycle * 0 }',
  ),
  inFile('src/budget/assignments/settle.ts')(
    'a changed transaction is not undone',
    'holdings.put(unsettle(settlement, holdings.get(given, isCardKept ? null : cardExpenseId)))',
    '',
  ),
  inFile('src/budget/assignments/settle.ts')(
    'no payday is planned again for a bill that is found late',
    'found?.since ? planAgain(settled, found.since) : settled',
    'settled',
  ),
  inFile('src/budget/expenses/rules/plan-again.ts')(
    'a short payday is planned again',
    'const isSame = isWhole && ',
    'const isSame = ',
  ),
  inFile('src/budget/expenses/rules/plan-again.ts')(
    'several paydays ask for the same money',
    'building - taken + more',
    'building - taken',
  ),
  inFile('src/budget/expenses/move-money.ts')(
    'what is prepaid is not stored',
    'prepaid = c.prepaid, ',
    '',
  ),
  inFile('src/budget/expenses/rules/postings.ts')(
    'what is left is not posted',
    "if (left < 0) postings.push({ from: { expenseId, lane }, to: 'free', amount: -left })",
    '',
  ),
]
