import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { BeforeAfter, Money } from '#web/ui/money.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Buttons, Stack, Sum, Words } from '#web/ui/stack.tsx'
import { type UncoveredCard, useAnswerCard } from './answer-card.ts'

type Props = {
  readonly card: UncoveredCard
  readonly currency: string
  readonly onDone?: () => void
}

/** Asks if a card's debt is to be set aside: what it owes, and free-to-spend before and after. */
export function CardQuestion({ card, currency, onDone }: Props) {
  const words = useText().home.card
  const { money } = useFormats()
  const { owed, free_before: before, free_after: after } = card
  const left = owed - (before - after)
  const answers = useAnswerCard(card, currency)
  // Set at once: the second click of a double click arrives before the screen is redrawn.
  const sent = useRef(false)
  const answer = useMutation({
    mutationFn: (given: 'cover' | 'dismiss') => answers[given](),
    onSuccess: () => onDone?.(),
    onSettled: () => (sent.current = false),
  })
  const send = (given: 'cover' | 'dismiss') => {
    if (sent.current) return
    sent.current = true
    answer.mutate(given)
  }
  return (
    <Stack dense>
      {answer.error && <Failed error={answer.error} />}
      <Words>{words.words}</Words>
      <Sum name={words.owed} total>
        <Money cents={owed} currency={currency} />
      </Sum>
      <Sum name={words.free} total>
        <BeforeAfter before={before} after={after} currency={currency} />
      </Sum>
      {left > 0 && (
        <Notice>
          <span className="money">{words.left(money(left, currency))}</span>
        </Notice>
      )}
      <Buttons>
        <Button
          look="primary"
          busy={answer.isPending && answer.variables === 'cover'}
          onClick={() => send('cover')}
        >
          {words.submit}
        </Button>
        <Button
          busy={answer.isPending && answer.variables === 'dismiss'}
          onClick={() => send('dismiss')}
        >
          {words.dismiss}
        </Button>
      </Buttons>
    </Stack>
  )
}
