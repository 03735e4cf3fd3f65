import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { remember } from '#web/shell/history.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DayText, Money } from '#web/ui/money.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Buttons, Stack } from '#web/ui/stack.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { useReportAnswered } from './assignment-answered.ts'
import { useReason } from './assignment-reason.ts'
import styles from './matches.module.css'

type Suggestion = Output<'GET /assignment-suggestions'>[number]
type Answer = 'accept' | 'dismiss'

/** Lists payments that may be spent from an Expense; a person answers each with one key or one press. */
export function Assignments({ onClose }: { readonly onClose: () => void }) {
  const words = useText().assignments
  const { data, error, refetch } = useQuery(ask('GET /assignment-suggestions'))
  return (
    <Dialog title={words.title} open onClose={onClose}>
      <Stack>
        {error && <Failed error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton height="160px" />}
        {data && <Questions suggestions={data} />}
      </Stack>
    </Dialog>
  )
}

function Questions({ suggestions }: { readonly suggestions: readonly Suggestion[] }) {
  const words = useText().assignments
  // Answered ones disappear at once, so that the next key answers the next payment.
  const { isAnswered, answer } = useAnswers()
  // A phone has no keys.
  const isPhone = usePhone()
  const open = suggestions.filter(({ id }) => !isAnswered(id))
  const list = useRef<HTMLUListElement>(null)
  const focus = (index: number) => {
    const items = list.current?.querySelectorAll<HTMLElement>('[data-yes]') ?? []
    items[Math.max(0, Math.min(index, items.length - 1))]?.focus()
  }
  const answerAt = (index: number, given: Answer) => {
    const suggestion = open[index]
    if (!suggestion) return
    // The neighbour takes the focus before its row moves up.
    focus(index + 1 < open.length ? index + 1 : index - 1)
    answer(suggestion, given)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const items = [...(list.current?.children ?? [])]
    const at = items.findIndex((item) => item.contains(document.activeElement))
    const act = actionOf(event.key, words.yesKey)
    if (act === null || at < 0) return
    event.preventDefault()
    event.stopPropagation()
    if (typeof act === 'number') focus(at + act)
    else answerAt(at, act)
  }
  return (
    <>
      <p role="status">{open.length === 0 ? words.none : !isPhone && words.words}</p>
      {open.length > 0 && (
        <ul
          className={styles.matches}
          aria-label={words.list}
          data-answers
          ref={list}
          onKeyDown={onKeyDown}
        >
          {open.map((suggestion, index) => (
            <Question
              key={suggestion.id}
              suggestion={suggestion}
              isFirst={index === 0}
              onAnswer={(given) => answerAt(index, given)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

/** Returns what a key does: an answer, a step to another payment, or nothing. */
function actionOf(key: string, yes: string): Answer | 1 | -1 | null {
  if (key === 'ArrowDown') return 1
  if (key === 'ArrowUp') return -1
  const pressed = key.toLowerCase()
  if (pressed === 'n') return 'dismiss'
  return pressed === 'y' || pressed === yes ? 'accept' : null
}

function useAnswers() {
  const text = useText()
  const words = text.assignments
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const report = useReportAnswered()
  const accept = useSend('POST /assignment-suggestions/{id}/accept')
  const dismiss = useSend('POST /assignment-suggestions/{id}/dismiss')
  const restore = useSend('POST /assignment-suggestions/{id}/restore')
  const show = (id: string) => {
    setAnswered((before) => new Set([...before].filter((one) => one !== id)))
  }
  const answer = ({ id, transaction, expense }: Suggestion, given: Answer) => {
    if (answered.has(id)) return
    setAnswered((before) => new Set([...before, id]))
    const params = { id }
    const send = () => (given === 'accept' ? accept : dismiss).mutateAsync({ params })
    const tell = given === 'accept' ? words.accepted : words.dismissed
    const undo = async () => {
      await restore.mutateAsync({ params })
      show(id)
    }
    void send().then(
      () => remember({ words: tell(transaction.concept, expense.name), undo, redo: send }, text),
      (error: unknown) => {
        show(id)
        report(error)
      },
    )
  }
  return { isAnswered: (id: string) => answered.has(id), answer }
}

function Question({
  suggestion,
  isFirst,
  onAnswer,
}: {
  readonly suggestion: Suggestion
  readonly isFirst: boolean
  readonly onAnswer: (given: Answer) => void
}) {
  const words = useText().assignments
  const reason = useReason()
  const { transaction, expense, why } = suggestion
  const { concept, amount, currency, booked_at, account_name } = transaction
  return (
    <li className={styles.match} aria-label={words.question(concept, expense.name)}>
      <div className={styles.payment}>
        <span className={styles.side}>
          <strong>{concept}</strong>
          <span className="soft">
            <Facts>{[<DayText key="day" day={booked_at} />, account_name]}</Facts>
          </span>
        </span>
        <Money cents={amount} currency={currency} toned />
      </div>
      <p className={styles.side}>
        <span>{words.from(expense.name)}</span>
        <span className="soft">{reason(why, currency)}</span>
      </p>
      <Buttons>
        <Button
          size="small"
          look="primary"
          data-yes
          autoFocus={isFirst}
          onClick={() => onAnswer('accept')}
        >
          {words.yes}
        </Button>
        <Button size="small" onClick={() => onAnswer('dismiss')}>
          {words.no}
        </Button>
      </Buttons>
    </li>
  )
}
