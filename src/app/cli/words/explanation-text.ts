import type { ExpenseExplanation } from '#/budget/funding/explain-expense.ts'
import { fullMoneyText } from './money-text.ts'

type Part = ExpenseExplanation['ordinary']
type Money = (amount: number) => string

/** Writes an explanation in sentences. */
export function explanationText(explained: ExpenseExplanation): string {
  const { name, currency, payday, lanes } = explained
  const money: Money = (amount) => fullMoneyText(amount, currency)
  const lines = [
    `${name} (${kinds[explained.kind]})`,
    `  It holds ${money(lanes.ready + lanes.building + lanes.reserve)}: ${heldText(explained, money)}.`,
  ]
  if (explained.target_amount !== null)
    lines.push(`  Its target is ${money(explained.target_amount)}.`)
  if (explained.due_date !== null) lines.push(`  It is due on ${explained.due_date}.`)
  if (payday !== null) {
    const sum = explained.ordinary.asked + explained.fund_ahead.asked
    lines.push(`  The payday of ${payday} adds ${money(sum)}.`)
  }
  for (const wait of explained.waiting) {
    lines.push(`  ${waitText(wait, money)}`)
  }
  lines.push('', '  For the next payment', ...partLines(explained, explained.ordinary, money))
  if (explained.fund_ahead.reason !== 'not_wanted') {
    lines.push('', '  For the extra reserve', ...partLines(explained, explained.fund_ahead, money))
  }
  return lines.join('\n')
}

/** Describes a payday that waits for its deposit. */
export function waitText(
  { payday, until, open }: ExpenseExplanation['waiting'][number],
  money: Money,
): string {
  return `The payday of ${payday} waits through ${until} for its deposit; ${money(open)} is left to set aside.`
}

const kinds = {
  bill: 'a bill',
  one_off: 'a bill that is paid once',
  envelope: 'an envelope, refilled every payday',
  goal: 'a goal',
  card: 'a card',
} as const

function heldText({ lanes }: ExpenseExplanation, money: Money): string {
  const parts = [
    `${money(lanes.building)} for the next payment`,
    ...(lanes.ready > 0 ? [`${money(lanes.ready)} for one that has come due`] : []),
    ...(lanes.reserve > 0 ? [`${money(lanes.reserve)} in reserve`] : []),
    ...(lanes.prepaid > 0 ? [`${money(lanes.prepaid)} of the next payment already paid`] : []),
    ...(lanes.spent > 0 ? [`${money(lanes.spent)} already spent, which counts`] : []),
  ]
  return parts.join(', ')
}

function partLines(explained: ExpenseExplanation, part: Part, money: Money): string[] {
  const lines = [`    ${sentence(explained, part)}`]
  if (part.asked === 0) return lines
  lines.push(
    `    ${money(part.needed)} needed, ${money(part.held)} set aside, ${money(part.missing)} left.`,
  )
  if (part.paydays > 0) {
    const more = part.paydays > part.dates.length ? ', …' : ''
    lines.push(
      `    ${money(part.missing)} ÷ ${part.paydays} (${part.dates.join(', ')}${more}) = ${money(part.asked)}, rounded up.`,
    )
  }
  if (part.funded === null) return lines
  lines.push(`    With the money of today it gets ${money(part.funded)}.`)
  for (const { name, asked, funded } of part.before) {
    lines.push(`      funded first: ${name}, ${money(funded)} of ${money(asked)}`)
  }
  return lines
}

function sentence({ payments }: ExpenseExplanation, { reason, until }: Part): string {
  switch (reason) {
    case 'paused':
      return 'It is paused, so paydays skip it.'
    case 'no_schedule':
      return 'No payday funds it.'
    case 'no_target':
      return 'It has no target, so paydays add nothing.'
    case 'no_date':
      return 'It has no target date, so paydays add nothing.'
    case 'nothing_owed':
      return 'Nothing is owed on the card.'
    case 'not_wanted':
      return 'Only one payment is held.'
    case 'complete':
      return 'It has everything it needs.'
    case 'past_due':
      return `Its date, ${until}, has passed, so the next payday adds everything that is left.`
    case 'refill':
      return 'Every payday adds what is left.'
    case 'serves_several_payments':
      return `${payments} payments are due before another payday, so this one covers them all.`
    case 'shared':
      return `What is left is spread over the paydays until ${until}.`
    case 'by_date':
      return `What is left is spread over the paydays until its target date, ${until}.`
    case 'by_interval':
      return `One extra payment builds up in each interval. The reserve is complete by ${until}.`
  }
}
