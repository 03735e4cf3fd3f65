import { type ReactNode, useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import styles from '#web/imports/imports.module.css'
import { fileFaultText } from '#web/text/failure-text.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Facts } from '#web/ui/rows.tsx'
import { Buttons, Form } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { LeftList } from './left-list.tsx'
import type { Move, MoveChoices, Report } from './move.ts'
import { MoveAccounts } from './move-accounts.tsx'
import { useMoveWords } from './words.ts'

/** Shows what a move would take; the person answers what the files leave open, then confirms or discards it. */
export function ReviewMove({
  move,
  onAgain,
}: {
  readonly move: Move
  readonly onAgain: () => void
}) {
  const [choices, setChoices] = useState<MoveChoices>(move.choices)
  const preview = useSend('POST /moves/{id}/preview', { inTurn: `preview ${move.id}` })
  const choose = (more: Partial<MoveChoices>) => {
    const body = { ...choices, ...more }
    setChoices(body)
    preview.mutate({ params: { id: move.id }, body })
  }
  const { report } = move
  return (
    <div className={styles.review} aria-busy={preview.isPending}>
      {preview.error && <Failed error={preview.error} />}
      <Decision move={move} busy={preview.isPending} onAgain={onAgain}>
        <Question move={move} choices={choices} onChoose={choose} />
      </Decision>
      {report && (
        <MoveAccounts
          accounts={report.accounts}
          choices={choices.accounts ?? []}
          busy={preview.isPending}
          onChange={(accounts) => choose({ accounts })}
        />
      )}
      {report && <LeftList left={report.left} />}
    </div>
  )
}

function Decision({
  move,
  busy,
  onAgain,
  children,
}: {
  readonly move: Move
  readonly busy: boolean
  readonly onAgain: () => void
  readonly children: ReactNode
}) {
  const text = useText()
  const moving = useMoveWords()
  const words = moving.review
  const formats = useFormats()
  const params = { id: move.id }
  const commit = useSend('POST /moves/{id}/commit')
  const discard = useSend('POST /moves/{id}/cancel', {
    onDone: () => {
      toast(words.discarded)
      onAgain()
    },
  })
  const { report, message, reason, line, question } = move
  const { first_day: first, last_day: last } = report ?? {}
  return (
    <Card title={words.title(moving.applications[move.app])}>
      <Form onSubmit={() => !busy && report && commit.mutate({ params })}>
        <p className={styles.soft}>
          <Facts>
            {[
              move.files.join(', '),
              first && last && words.period(formats.day(first, 'long'), formats.day(last, 'long')),
            ]}
          </Facts>
        </p>
        {commit.error && <Failed error={commit.error} />}
        {discard.error && <Failed error={discard.error} />}
        {question !== null && message !== null && (
          <Notice tone="warn">{fileFaultText({ reason, line }, text)}</Notice>
        )}
        {report === null && question === null && <Notice tone="warn">{words.incomplete}</Notice>}
        {children}
        {report && <Counts report={report} />}
        <Buttons>
          {report && (
            <Button look="primary" type="submit" busy={busy || commit.isPending}>
              {report.counts.added > 0 ? words.go(report.counts.added) : words.goNone}
            </Button>
          )}
          <Button busy={discard.isPending} onClick={() => discard.mutate({ params })}>
            {words.discard}
          </Button>
          {busy && (
            <span className={styles.soft} role="status">
              {moving.choose.reading}
            </span>
          )}
        </Buttons>
      </Form>
    </Card>
  )
}

/** Asks what the files leave open; an answer stays changeable. */
function Question({
  move,
  choices,
  onChoose,
}: {
  readonly move: Move
  readonly choices: MoveChoices
  readonly onChoose: (more: Partial<MoveChoices>) => void
}) {
  const words = useMoveWords().review
  const order = choices.date_order ?? ''
  const spending = choices.spending ?? ''
  return (
    <>
      {(move.question === 'date_order' || order !== '') && (
        <SelectField
          label={words.dateOrder}
          value={order}
          onChange={({ target: { value } }) => {
            if (value === 'dmy' || value === 'mdy') onChoose({ date_order: value })
          }}
        >
          <option value="" disabled>
            –
          </option>
          <option value="dmy">{words.orders.dmy}</option>
          <option value="mdy">{words.orders.mdy}</option>
        </SelectField>
      )}
      {(move.question === 'spending' || spending !== '') && (
        <SelectField
          label={words.spending}
          value={spending}
          onChange={({ target: { value } }) => {
            if (value === 'plus' || value === 'minus') onChoose({ spending: value })
          }}
        >
          <option value="" disabled>
            –
          </option>
          <option value="minus">{words.signs.minus}</option>
          <option value="plus">{words.signs.plus}</option>
        </SelectField>
      )}
    </>
  )
}

function Counts({ report }: { readonly report: Report }) {
  const words = useMoveWords().review
  const { number } = useFormats()
  const { counts } = report
  const hints = {
    added: words.hints.added(counts.splits, counts.pending),
    known: words.hints.known,
    transfers: words.hints.transfers,
  }
  return (
    <>
      <dl className={styles.counts}>
        {(['added', 'known', 'transfers'] as const).map((kind) => (
          <div
            key={kind}
            className={kind === 'added' ? styles.new : undefined}
            data-none={counts[kind] === 0 || undefined}
          >
            <dt>{words.counts[kind]}</dt>
            <dd>
              <span className={styles.count}>{number(counts[kind])}</span>
              <span className={styles.soft}>{hints[kind]}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.soft}>
        <Facts>
          {[
            words.categories(counts.new_categories),
            counts.bills + counts.paydays > 0 && words.proposals(counts.bills, counts.paydays),
          ]}
        </Facts>
      </p>
    </>
  )
}
