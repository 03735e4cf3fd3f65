import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSend, useSendOnce } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { remember } from '#web/shell/history.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DayText, Money } from '#web/ui/money.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Buttons, Stack } from '#web/ui/stack.tsx'
import styles from './matches.module.css'

type Match = Output<'GET /match-suggestions'>[number]

/** Shows possible duplicates side by side; a person decides if they are the same payment. */
export function Matches({ onClose }: { readonly onClose: () => void }) {
  const words = useText().transactions.matches
  const { data, error, refetch } = useQuery(ask('GET /match-suggestions'))
  return (
    <Dialog title={words.title} open onClose={onClose}>
      <Stack>
        {error && <Failed error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton height="160px" />}
        {data && <p role="status">{data.length === 0 ? words.none : words.words}</p>}
        {data && data.length > 0 && (
          <ul className={styles.matches}>
            {data.map((match) => (
              <Question key={match.id} match={match} />
            ))}
          </ul>
        )}
      </Stack>
    </Dialog>
  )
}

function Question({ match }: { readonly match: Match }) {
  const text = useText()
  const words = text.transactions.matches
  const { pending: first, booked: later } = match
  const params = { id: match.id }
  const [joining, setJoining] = useState(false)
  const restore = useSend('POST /match-suggestions/{id}/restore')
  const again = useSend('POST /match-suggestions/{id}/dismiss')
  const dismiss = useSendOnce('POST /match-suggestions/{id}/dismiss', {
    onDone: () =>
      remember(
        {
          words: words.saidDifferent(first.concept),
          undo: () => restore.mutateAsync({ params }),
          redo: () => again.mutateAsync({ params }),
        },
        text,
      ),
  })
  return (
    <li
      className={styles.match}
      aria-label={words.pair(first.concept, later.concept)}
      aria-busy={dismiss.isPending}
    >
      {dismiss.error && <Failed error={dismiss.error} />}
      <div className={styles.sides}>
        <Side name={words.first} side={first} />
        <Side name={words.later} side={later} />
      </div>
      <Buttons>
        <Button size="small" look="primary" onClick={() => setJoining(true)}>
          {words.same}
        </Button>
        <Button size="small" busy={dismiss.isPending} onClick={() => dismiss.send({ params })}>
          {words.different}
        </Button>
      </Buttons>
      {joining && <Join match={match} onClose={() => setJoining(false)} />}
    </li>
  )
}

function Side({ name, side }: { readonly name: string; readonly side: Match['booked'] }) {
  const { providers } = useText().transactions
  const { concept, amount, currency, booked_at, account_name, provider } = side
  return (
    <section className={styles.side} aria-label={name}>
      <span className="soft">{name}</span>
      <strong>{concept}</strong>
      <Money cents={amount} currency={currency} toned />
      <span className="soft">
        <Facts>{[<DayText key="day" day={booked_at} />, account_name, providers[provider]]}</Facts>
      </span>
    </section>
  )
}

function Join({ match, onClose }: { readonly match: Match; readonly onClose: () => void }) {
  const text = useText()
  const words = text.transactions.matches
  const { concept } = match.pending
  const params = { id: match.id }
  const separate = useSend('POST /match-suggestions/{id}/separate')
  const again = useSend('POST /match-suggestions/{id}/accept')
  const accept = useSendOnce('POST /match-suggestions/{id}/accept', {
    onDone: () => {
      remember(
        {
          words: words.saidSame(concept),
          undo: () => separate.mutateAsync({ params }),
          redo: () => again.mutateAsync({ params }),
        },
        text,
      )
      onClose()
    },
  })
  return (
    <Confirm
      title={words.confirm(concept)}
      action={words.same}
      busy={accept.isPending}
      error={accept.error}
      onConfirm={() => accept.send({ params })}
      onClose={onClose}
    >
      {words.confirmWords}
    </Confirm>
  )
}
