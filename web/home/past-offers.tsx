import type { Output } from '#web/calls/operations.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { useReason } from '#web/transactions/assignment-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { DayText, Money } from '#web/ui/money.tsx'
import { Facts } from '#web/ui/rows.tsx'
import { Buttons, Stack } from '#web/ui/stack.tsx'
import styles from '#web/proposals/proposals.module.css'
import { useAllAnswers, useAnswers } from './past-answers.ts'

export type Offer = Output<'GET /past-payments'>[number]

/** The payments that a person has unticked, and the way to change that. */
export type Ticks = {
  readonly left: ReadonlySet<string>
  readonly onToggle: (id: string) => void
}

type OneProps = Ticks & { readonly offer: Offer }

/** One offer in full. */
export function OneOffer({ offer, ...ticks }: OneProps) {
  const words = useText().assignments.past
  const { expense, payments } = offer
  return (
    <Stack dense>
      <p>
        {words.words(payments.length, expense.name)} <Effect offer={offer} left={ticks.left} />
      </p>
      <details>
        <summary>{words.show}</summary>
        <Payments offer={offer} {...ticks} />
      </details>
      <Answers offer={offer} left={ticks.left} />
    </Stack>
  )
}

/** One offer among several: a line that opens. */
export function OfferLine({ offer, ...ticks }: OneProps) {
  const words = useText().assignments.past
  const { expense, payments } = offer
  const sum = payments.reduce((total, { amount }) => total + amount, 0)
  return (
    <li aria-label={expense.name} className={styles.proposal}>
      <details className={styles.words}>
        <summary>
          {expense.name}{' '}
          <span className="soft">
            <Facts>
              {[
                words.count(payments.length),
                <Money key="sum" cents={sum} currency={payments[0]!.currency} />,
              ]}
            </Facts>
          </span>
        </summary>
        <Stack dense>
          <Effect offer={offer} left={ticks.left} />
          <Payments offer={offer} {...ticks} />
          <Answers offer={offer} left={ticks.left} />
        </Stack>
      </details>
    </li>
  )
}

/** Answers all offers at once. */
export function AnswerAll({
  offers,
  left,
}: { readonly offers: readonly Offer[] } & Pick<Ticks, 'left'>) {
  const words = useText().assignments.past
  const chosen = offers
    .map((offer) => ({ expense_id: offer.expense.id, transaction_ids: idsOf(offer, left) }))
    .filter(({ transaction_ids: ids }) => ids.length > 0)
  return (
    <TwoAnswers
      {...useAllAnswers(chosen)}
      names={[words.acceptAll, words.leaveAll]}
      disabled={chosen.length === 0}
    />
  )
}

function Effect({ offer, left }: { readonly offer: Offer } & Pick<Ticks, 'left'>) {
  const words = useText().assignments.past
  const { money } = useFormats()
  const { expense, payments } = offer
  const chosen = payments.filter(({ id }) => !left.has(id))
  const moved = chosen.reduce((sum, { moves }) => sum + moves, 0)
  const amount = money(moved, payments[0]!.currency)
  return (
    <span className="soft">{moved > 0 ? words.returns(amount, expense.name) : words.history}</span>
  )
}

function Answers({ offer, left }: { readonly offer: Offer } & Pick<Ticks, 'left'>) {
  const words = useText().assignments.past
  const chosen = idsOf(offer, left)
  return (
    <TwoAnswers
      {...useAnswers(offer.expense, chosen)}
      names={[words.accept(offer.expense.name), words.leave]}
      disabled={chosen.length === 0}
    />
  )
}

type TwoAnswersProps = ReturnType<typeof useAnswers> & {
  /** Of accepting and of leaving. */
  readonly names: readonly [string, string]
  readonly disabled: boolean
}

function TwoAnswers({ accept, leave, names: [yes, no], disabled }: TwoAnswersProps) {
  return (
    <Buttons>
      <Button
        look="primary"
        size="small"
        busy={accept.isPending}
        disabled={disabled}
        onClick={accept.send}
      >
        {yes}
      </Button>
      <Button size="small" busy={leave.isPending} disabled={disabled} onClick={leave.send}>
        {no}
      </Button>
    </Buttons>
  )
}

function Payments({ offer, left, onToggle }: OneProps) {
  return (
    <ul>
      {offer.payments.map((payment) => (
        <Payment
          key={payment.id}
          payment={payment}
          checked={!left.has(payment.id)}
          onToggle={() => onToggle(payment.id)}
        />
      ))}
    </ul>
  )
}

type PaymentProps = {
  readonly payment: Offer['payments'][number]
  readonly checked: boolean
  readonly onToggle: () => void
}

function Payment({ payment, checked, onToggle }: PaymentProps) {
  const reason = useReason()
  const { concept, booked_at, amount, currency, account_name, why } = payment
  return (
    <li>
      <label className={styles.bill}>
        <input type="checkbox" checked={checked} onChange={onToggle} />
        <span className={styles.words}>
          <span>{concept}</span>
          <span className="soft">
            <Facts>
              {[<DayText key="day" day={booked_at} />, account_name, reason(why, currency)]}
            </Facts>
          </span>
        </span>
        <Money cents={amount} currency={currency} toned />
      </label>
    </li>
  )
}

function idsOf({ payments }: Offer, left: ReadonlySet<string>): string[] {
  return payments.flatMap(({ id }) => (left.has(id) ? [] : id))
}
