import { addDays } from '#/core/values/day.ts'
import type { Cents } from '#/core/values/cents.ts'
import { writeMoney } from '#/core/values/money.ts'
import type { Entry, Posting } from './entry.ts'
import type { Journal } from './journal.ts'
import { oneLine } from './names.ts'

/** Writes a journal for Beancount. Its last directives check what each account holds. */
export async function* writeBeancount(journal: Journal): AsyncGenerator<string> {
  const { chart, frame, currency, title, setAsides } = journal
  yield [
    `option "title" ${quoted(title)}`,
    `option "operating_currency" "${currency}"`,
    ...setAsides.map((one) => {
      return `; set-aside ${oneLine(one.name)}: ${writeMoney(one.balance, one.currency)} ${one.currency}`
    }),
    '',
    ...chart.all.map((name) => `${frame.first} open ${name}`),
    '',
    ...frame.held.flatMap(({ id, opening, currency: code }) => [
      `${frame.first} * "Opening balance"`,
      lineOf({ account: chart.account(id), amount: opening, currency: code, tags: [] }),
      lineOf({ account: chart.opening, amount: 0 - opening, currency: code, tags: [] }),
      '',
    ]),
    '',
  ].join('\n')
  for await (const entry of journal.entries) yield textOf(entry)
  // A balance counts from the beginning of its day.
  const after = addDays(frame.last, 1)
  yield frame.held
    .map(({ id, closing, currency: code }) => {
      return `${after} balance ${chart.account(id)}  ${money(closing, code)}\n`
    })
    .join('')
}

function textOf({ day, isPending, id, payee, notes, postings }: Entry): string {
  return [
    `${day} ${isPending ? '!' : '*'} ${quoted(payee)} ${quoted(notes ?? '')}`,
    `  id: "${id}"`,
    ...postings.map(lineOf),
    '',
    '',
  ].join('\n')
}

function lineOf({ account, amount, currency, day, tags }: Posting): string {
  const all = [...(day === undefined ? [] : [['booked', day] as const]), ...tags]
  const lines = all.map(([name, value]) => `\n    ${name}: ${quoted(value)}`)
  return `  ${account}  ${money(amount, currency)}${lines.join('')}`
}

function money(amount: Cents, currency: string): string {
  return `${writeMoney(amount, currency)} ${currency}`
}

function quoted(text: string): string {
  return `"${oneLine(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
