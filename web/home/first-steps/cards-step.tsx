import { useText } from '#web/text/text.tsx'
import { cardsOf } from '../answer-card.ts'
import { CardQuestion } from '../card-question.tsx'
import type { HomeData } from '../home-data.ts'
import { Step } from './step.tsx'

/** Asks about the household's first uncovered card; the next one follows when it is answered. Hidden without cards. */
export function CardsStep({ data }: { readonly data: HomeData }) {
  const words = useText().home.card
  const [card] = cardsOf(data)
  if (!card) {
    return data.counts.cards > 0 ? <Step title={words.step} done children={null} /> : null
  }
  return (
    <Step title={words.title(card.name)} done={false}>
      <CardQuestion key={card.account_id} card={card} currency={data.currency} />
    </Step>
  )
}
