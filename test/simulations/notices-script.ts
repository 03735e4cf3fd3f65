import type { Chance } from '#/budget/expenses/rules/given.ts'

// The month of `notices.test.ts`: when something happens, and which facts follow. Nothing here comes from the product's rules.

export const ZONE = 'Europe/Madrid'
export const FROM = Temporal.ZonedDateTime.from(`2026-01-06T08:00[${ZONE}]`)
export const DAYS = 29

export type Reader = 'ada' | 'ben'

/** A fact: who hears of it, by words that no other message has. */
type Expected = Readonly<Partial<Record<Reader, string>>>

export type Deeds = {
  readonly pay: (amount: number, concept: string, type?: 'expense' | 'income') => Promise<void>
  readonly freeMoney: () => Promise<number>
  readonly backUp: () => Promise<void>
  readonly signIn: () => Promise<void>
  readonly shift: (by: number) => Promise<void>
  readonly setBank: (status: 'healthy' | 'reauth_required') => Promise<void>
}

/** The month: what happens at which hour since the start, and which facts follow. */
export function writeScript(chance: Chance, deeds: Deeds) {
  const { pay, shift, setBank } = deeds
  const acts: { readonly hour: number; readonly run: () => Promise<void> }[] = []
  const expected: Expected[] = [
    { ada: 'Rent is due on', ben: 'Rent ist am' },
    { ada: 'Insurance is short', ben: 'Für Insurance fehlen' },
    { ada: 'The payday of January 28', ben: 'Der Zahltag am 28. Januar' },
    { ada: 'Gym club costs more', ben: 'Gym club kostet mehr' },
    // Free money is gone when it runs, and the deposit comes two days later.
    { ada: 'The payday of January 25 waits', ben: 'Der Zahltag am 25. Januar wartet' },
    { ada: 'With it, the payday of January 25 set', ben: 'Der Zahltag am 25. Januar hat damit' },
    { ada: 'Free to spend is below €1,000.00' },
    // Ada runs the server.
    { ada: 'There is no recent backup' },
    { ada: 'Sign-in from a new browser' },
  ]
  const hourOf = (day: number, hour: number) => day * 24 + hour - FROM.hour
  // Not while free money is gone: the sum in its message would change with each payment.
  const calm = [0, 1, 2, 4, 5, 6, 9, 10, 11, 13, 14, 15, 16, 17, 20, 21, 22, 23, 24, 25]
  for (let n = 1; n <= 40; n += 1) {
    const amount = (1 + chance.below(9)) * 10_000
    const day = calm[chance.below(calm.length)]!
    const concept = `Payment-${n}-end`
    acts.push({ hour: hourOf(day, 9 + chance.below(15)), run: () => pay(amount, concept) })
    expected.push({
      ...(amount >= 50_000 && { ada: concept }),
      ...(amount >= 20_000 && { ben: concept }),
    })
  }
  // Free money is gone from one hour to another. It counts for those whose hours the time meets.
  const negative = { ada: 0, ben: 0 }
  for (const { day, from, until, hears } of [
    { day: 3, from: 10, until: 15, hears: ['ada'] },
    { day: 7, from: 23, until: 29, hears: [] },
    { day: 12, from: 14, until: 21, hears: ['ada', 'ben'] },
    { day: 18, from: 23, until: 34, hears: ['ada'] },
  ] as const) {
    // Its own sum makes the message one of a kind.
    const sum = 10_000_000 + day * 100_000
    acts.push({ hour: hourOf(day, from), run: () => shift(-sum) })
    acts.push({ hour: hourOf(day, until), run: () => shift(sum) })
    for (const name of hears) negative[name] += 1
  }
  acts.push({ hour: hourOf(4, 12), run: () => pay(3500, 'Gym club') })
  acts.push({ hour: hourOf(21, 9), run: () => pay(30_000, 'Lessons', 'income') })
  // Low for an afternoon, by a sum that depends on all that was paid before.
  let above = 0
  const runLow = async () => {
    above = (await deeds.freeMoney()) - 50_000
    await shift(-above)
  }
  acts.push({ hour: hourOf(26, 13), run: runLow })
  acts.push({ hour: hourOf(26, 19), run: () => shift(above) })
  // Four nights without one.
  acts.push({ hour: 0, run: deeds.backUp })
  for (let day = 0; day < DAYS; day += 1) {
    if (day > 4) acts.push({ hour: hourOf(day, 9), run: deeds.backUp })
  }
  acts.push({ hour: hourOf(8, 23), run: deeds.signIn })
  acts.push({ hour: hourOf(22, 9), run: () => setBank('reauth_required') })
  acts.push({ hour: hourOf(24, 9), run: () => setBank('healthy') })
  expected.push({ ada: 'Your bank needs you', ben: 'Deine Bank braucht dich' })
  return { acts, expected, negative }
}
