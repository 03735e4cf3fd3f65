import type { Cents } from '#/core/values/cents.ts'
import { currencyDigits, writeMoney } from '#/core/values/money.ts'
import type { Entry, Posting } from './entry.ts'
import type { Journal } from './journal.ts'
import { oneLine } from './names.ts'

/** Writes a journal for hledger. Its last entry asserts what each account holds. */
export async function* writeHledger(journal: Journal): AsyncGenerator<string> {
  const { chart, frame, currencies, title, setAsides } = journal
  yield [
    `; ${oneLine(title)}`,
    ...setAsides.map(({ name, balance, currency }) => {
      return `; set-aside ${oneLine(name)}: ${writeMoney(balance, currency)} ${currency}`
    }),
    'decimal-mark .',
    ...currencies.map((code) => `commodity ${sampleOf(code)} ${code}`),
    ...chart.all.map((name) => `account ${name}`),
    '',
    ...frame.held.flatMap(({ id, opening, currency }) => [
      `${frame.first} * Opening balance`,
      lineOf({ account: chart.account(id), amount: opening, currency, tags: [] }),
      lineOf({ account: chart.opening, amount: 0 - opening, currency, tags: [] }),
      '',
    ]),
    '',
  ].join('\n')
  for await (const entry of journal.entries) yield textOf(entry)
  yield closingOf(journal)
}

function closingOf({ chart, frame }: Journal): string {
  return [
    `${frame.last} * Closing balances`,
    ...frame.held.map(({ id, closing, currency }) => {
      return `${lineOf({ account: chart.account(id), amount: 0, currency, tags: [] })} = ${money(closing, currency)}`
    }),
    '',
  ].join('\n')
}

function textOf({ day, isPending, id, payee, notes, postings }: Entry): string {
  // The code in brackets comes first, so that a payee that begins with a bracket is not taken for one.
  const head = `${day} ${isPending ? '!' : '*'} (${id}) ${descriptionOf(payee)}`
  const comment = notes === null ? [] : [`    ; note: ${valueOf(notes)}`]
  return [head, ...comment, ...postings.map(lineOf), '', ''].join('\n')
}

function lineOf({ account, amount, currency, day, tags }: Posting): string {
  const all = [...(day === undefined ? [] : [['date', day] as const]), ...tags]
  const comment = all.map(([name, value]) => `${name}: ${valueOf(value)}`).join(', ')
  return `    ${account}  ${money(amount, currency)}${comment === '' ? '' : `  ; ${comment}`}`
}

function money(amount: Cents, currency: string): string {
  return `${writeMoney(amount, currency)} ${currency}`
}

/** Shows the form of a currency's amounts. hledger wants a decimal sign even without decimals. */
function sampleOf(currency: string): string {
  return `1000.${'0'.repeat(currencyDigits(currency))}`
}

/** A semicolon begins a comment, and a bar would divide payee and note. */
function descriptionOf(text: string): string {
  return oneLine(text).replaceAll(';', ',').replaceAll('|', '/')
}

/** A comma ends the value of a tag, and a day in brackets would become the day of the posting. */
function valueOf(text: string): string {
  return oneLine(text).replaceAll(',', ';').replaceAll('[', '(').replaceAll(']', ')')
}
