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
    lines.push(`  The payday of ${payday} will ask for ${money(sum)}.`)
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
  return `The payday of ${payday} waits through ${until} for its deposit: ${money(open)} still to be given.`
}

const kinds = {
  bill: 'a bill that returns',
  one_off: 'needed once',
  envelope: 'an envelope that is refilled at each payday',
  goal: 'a goal',
  card: 'pays a card',
} as const

function heldText({ lanes }: ExpenseExplanation, money: Money): string {
  const parts = [
    `${money(lanes.building)} for the next payment`,
    ...(lanes.ready > 0 ? [`${money(lanes.ready)} for one that has come due`] : []),
    ...(lanes.reserve > 0 ? [`${money(lanes.reserve)} in reserve`] : []),
    ...(lanes.prepaid > 0 ? [`${money(lanes.prepaid)} of the next payment is paid already`] : []),
    ...(lanes.spent > 0 ? [`${money(lanes.spent)} was spent on it, which counts`] : []),
  ]
  return parts.join(', ')
}

function partLines(explained: ExpenseExplanation, part: Part, money: Money): string[] {
  const lines = [`    ${sentence(explained, part, money)}`]
  if (part.asked === 0) return lines
  lines.push(
    `    ${money(part.needed)} needed, ${money(part.held)} held: ${money(part.missing)} missing.`,
  )
  if (part.paydays > 0) {
    const more = part.paydays > part.dates.length ? ', …' : ''
    lines.push(
      `    ${money(part.missing)} ÷ ${part.paydays} (${part.dates.join(', ')}${more}) = ${money(part.asked)}, rounded up.`,
    )
  }
  if (part.funded === null) return lines
  lines.push(`    With what is free to spend today it will get ${money(part.funded)}.`)
  for (const { name, asked, funded } of part.before) {
    lines.push(`      before it: ${name} gets ${money(funded)} of ${money(asked)}`)
  }
  return lines
}

function sentence({ payments }: ExpenseExplanation, { reason, until }: Part, money: Money): string {
  switch (reason) {
    case 'paused':
      return 'It is paused, so paydays pass it by.'
    case 'no_schedule':
      return 'No payday funds it.'
    case 'no_target':
      return `It has no target, so it asks for ${money(0)}.`
    case 'no_date':
      return 'It has no date to save towards, so it asks for nothing by itself.'
    case 'nothing_owed':
      return 'Nothing is owed on the card.'
    case 'not_wanted':
      return 'Only one payment is to be held.'
    case 'complete':
      return 'All that is needed is there.'
    case 'past_due':
      return `Its date, ${until}, has passed: the next payday is asked for everything that is missing.`
    case 'refill':
      return 'Each payday is asked for everything that is missing.'
    case 'serves_several_payments':
      return `No payday lies between the next ${payments} payments, so this one sees to all of them.`
    case 'shared':
      return `What is missing is shared over the paydays through ${until}.`
    case 'by_date':
      return `It is wanted by ${until}, and shared over the paydays until then.`
    case 'by_interval':
      return `One extra payment is built up per interval: the reserve is complete by ${until}.`
  }
}
