import { useText } from '#web/text/text.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { UncoveredCard } from './answer-card.ts'
import { CardQuestion } from './card-question.tsx'

type Props = {
  readonly card: UncoveredCard
  readonly currency: string
  readonly onClose: () => void
}

/** Asks about one uncovered card. */
export function CardDialog({ card, currency, onClose }: Props) {
  const words = useText().home.card
  return (
    <Dialog title={words.title(card.name)} open onClose={onClose}>
      <CardQuestion card={card} currency={currency} onDone={onClose} />
    </Dialog>
  )
}
