import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Card } from '#web/ui/card.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { AnswerAll, type Offer, OfferLine, OneOffer } from './past-offers.tsx'

/**
 * Offers payments that free-to-spend has paid to the Expenses that they look like: after bills were accepted or a bank was
 * connected. Hidden if there are none. Several offers are lines that one answer answers.
 */
export function PastPayments() {
  const words = useText().assignments.past
  const { data = [] } = useQuery(ask('GET /past-payments', { query: {} }))
  if (data.length === 0) return null
  return (
    <Card title={words.title}>
      <Offers offers={data} />
    </Card>
  )
}

function Offers({ offers }: { readonly offers: readonly Offer[] }) {
  const words = useText().assignments.past
  const { money } = useFormats()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const onToggle = (id: string) => {
    setLeft((before) => {
      return before.has(id)
        ? new Set([...before].filter((one) => one !== id))
        : new Set([...before, id])
    })
  }
  const [first, ...others] = offers
  if (others.length === 0) return <OneOffer offer={first!} left={left} onToggle={onToggle} />
  const payments = offers.flatMap((offer) => offer.payments)
  const moved = payments.reduce((sum, { id, moves }) => sum + (left.has(id) ? 0 : moves), 0)
  const amount = money(moved, payments[0]!.currency)
  return (
    <Stack dense>
      <p>
        {words.allWords(payments.length)}{' '}
        <span className="soft">{moved > 0 ? words.allReturns(amount) : words.history}</span>
      </p>
      <ul>
        {offers.map((offer) => (
          <OfferLine key={offer.expense.id} offer={offer} left={left} onToggle={onToggle} />
        ))}
      </ul>
      <AnswerAll offers={offers} left={left} />
    </Stack>
  )
}
