import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Output } from '#web/calls/operations.ts'
import type { Catalogue } from '#web/text/catalogue.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { DayText, Money } from '#web/ui/money.tsx'
import { Facts, Row } from '#web/ui/rows.tsx'

export type Explained = Output<'GET /free-to-spend/changes'>
type Line = Explained['lines'][number]
type Of<K extends Line['kind']> = Extract<Line, { kind: K }>
type Words = Catalogue['home']['why']

/** Names of a payday that are shown. */
const NAMES = 3

/** One cause of a change. It leads to its payment, set-aside or account. */
export function WhyLine({ line, currency }: { readonly line: Line; readonly currency: string }) {
  const { title, detail } = useLine(line, currency)
  return (
    <Row
      title={title}
      detail={detail}
      aside={<Money cents={line.amount} currency={currency} signed toned />}
    />
  )
}

export function keyOf(line: Line): string {
  switch (line.kind) {
    case 'payment':
      return line.transaction.id
    case 'payday':
      return line.day
    case 'expense':
      return `${line.reason} ${line.expense_id}`
    case 'account':
      return line.account_id
    case 'others':
      return line.of
  }
}

type Written = { readonly title: ReactNode; readonly detail?: ReactNode }

function useLine(line: Line, currency: string): Written {
  const words = useText().home.why
  const { day, money } = useFormats()
  const amount = (cents: number) => money(Math.abs(cents), currency)
  switch (line.kind) {
    case 'payment':
      return payment(line, { words, amount, cash: <Money cents={line.cash} currency={currency} /> })
    case 'payday':
      return {
        title: <Link to="/calendar">{words.payday(day(line.day))}</Link>,
        detail: paydayDetail(line, words),
      }
    case 'expense':
      return {
        title: (
          <Link to="/plan/$id" params={{ id: line.expense_id }}>
            {line.name}
          </Link>
        ),
        detail: reasonText(line.reason, words),
      }
    case 'account':
      return {
        title: <Link to="/accounts">{line.name ?? words.goneAccount}</Link>,
        detail: words.accounts[line.change],
      }
    case 'others':
      return { title: words.others[line.of](line.count) }
  }
}

type Writing = {
  readonly words: Words
  readonly amount: (cents: number) => string
  readonly cash: ReactNode
}

function payment(line: Of<'payment'>, { words, amount, cash }: Writing): Written {
  const { transaction, change, transfer, parts } = line
  const { id, concept, deleted, booked_at: booked } = transaction
  return {
    title: deleted ? (
      concept
    ) : (
      <Link to="/transactions" search={{ open: id }}>
        {concept}
      </Link>
    ),
    detail: (
      <Facts>
        {[
          <DayText key="day" day={booked} />,
          transfer && words.transfer,
          change !== 'recorded' && words.changes[change],
          parts.length > 0 && line.cash !== 0 && cash,
          ...parts.map((part) => (
            <span key={part.expense_id} className="money">
              {part.amount > 0
                ? words.paid(amount(part.amount), part.name)
                : words.returned(amount(part.amount), part.name)}
            </span>
          )),
        ]}
      </Facts>
    ),
  }
}

function paydayDetail({ parts, count }: Of<'payday'>, words: Words): string {
  const names = parts.slice(0, NAMES).map(({ name }) => name)
  return words.paydayParts(names.join(', '), count - names.length)
}

/** A reason that this version does not know is named in general. */
function reasonText(reason: string, words: Words): string {
  const known: Readonly<Record<string, string>> = words.reasons
  return Object.hasOwn(known, reason) ? known[reason]! : words.otherReason
}
