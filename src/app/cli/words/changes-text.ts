import type { Answer } from '#/platform/contract/endpoint.ts'
import type { freeToSpendChanges } from '#/budget/reports/changes-contract.ts'
import { columns } from './columns.ts'
import { csvText } from './csv-text.ts'
import { moneyText } from './money-text.ts'
import type { Column } from './table.ts'

type Explained = Answer<typeof freeToSpendChanges.explainChange>
type Line = Explained['lines'][number]
type Money = (amount: number) => string

/** Writes what moved free-to-spend as a column of amounts, and their sum. */
export function changesText(explained: Explained): string {
  const { currency, from, to, today, before, after, change } = explained
  const money: Money = (amount) => `${amount > 0 ? '+' : ''}${moneyText(amount, currency)}`
  const end = to === today ? 'now' : `the end of ${to}`
  const plain = (amount: number) => moneyText(amount, currency)
  const rows = explained.lines.map((line) => [money(line.amount), lineText(line, money)])
  const width = Math.max(
    ...[...rows.map(([amount]) => amount!), money(change)].map((t) => t.length),
  )
  const sum = [money(change), `${plain(before)} → ${plain(after)}`]
  return [
    `From the end of ${from} to ${end}, in ${currency}.`,
    '',
    columns([...rows, sum].map(([amount, text]) => [amount!.padStart(width), text!])),
  ].join('\n')
}

/** Writes the lines as CSV. */
export function changesCsv({ currency, lines }: Explained): string {
  const money: Money = (amount) => moneyText(amount, currency)
  const columns: readonly Column<Line>[] = [
    { name: 'amount', of: ({ amount }) => amount, currency: () => currency },
    { name: 'kind', of: ({ kind }) => kind },
    { name: 'text', of: (line) => lineText(line, money) },
  ]
  return csvText(columns, lines)
}

function lineText(line: Line, money: Money): string {
  switch (line.kind) {
    case 'payment':
      return paymentText(line, money)
    case 'payday':
      return `Payday of ${line.day}: ${partsText(line.parts, (part) => money(-part))}${line.count > line.parts.length ? ', …' : ''}`
    case 'expense':
      return `${line.name}: ${reasons.get(line.reason) ?? line.reason.replaceAll('_', ' ')}`
    case 'account':
      return `${line.name ?? 'An account that no longer exists'}: ${accountChanges[line.change]}`
    case 'others':
      return `${line.count} more ${line.of === 'payments' ? 'payments' : 'changes of Expenses'}`
  }
}

function paymentText(line: Extract<Line, { kind: 'payment' }>, money: Money): string {
  const { transaction, change, cash, parts, transfer } = line
  const facts = [
    `${transaction.concept} (${transaction.account_name}, ${transaction.booked_at})`,
    ...(transfer ? ['a transfer between your accounts'] : []),
    ...(change === 'recorded' ? [] : [changes[change]]),
    ...(parts.length > 0 && cash !== 0 ? [`${money(cash)} in cash`] : []),
    ...(parts.length > 0 ? [`Expenses: ${partsText(parts, money)}`] : []),
  ]
  return facts.join('; ')
}

function partsText(
  parts: readonly { readonly name: string; readonly amount: number }[],
  money: Money,
): string {
  return parts.map(({ name, amount }) => `${name} ${money(amount)}`).join(', ')
}

const changes = {
  edited: 'changed afterwards',
  deleted: 'deleted',
  assigned: 'another Expense pays for it',
} as const

const accountChanges = {
  counted: 'counts from now on',
  uncounted: 'no longer counts',
  corrected: 'its balance moved by more than its payments',
} as const

const reasons = new Map([
  ['opening', 'created with money in it'],
  ['archive', 'archived or restored'],
  ['change', 'changed'],
  ['cover', 'covered what was missing'],
  ['roll_over', 'its payment came due'],
  ['transfer', 'moved between Expenses'],
  ['card', 'set aside for the card'],
  ['fund', 'set aside by hand'],
  ['release', 'taken back by hand'],
])
