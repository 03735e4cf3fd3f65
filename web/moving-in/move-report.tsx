import { Link } from '@tanstack/react-router'
import { useSend } from '#web/calls/changes.ts'
import { BackToFirstSteps } from '#web/home/first-steps/back-to-first-steps.tsx'
import { type Ended, ReportCard } from '#web/imports/report-card.tsx'
import { fileFaultText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Money } from '#web/ui/money.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { Buttons, Stack } from '#web/ui/stack.tsx'
import { LeftList } from './left-list.tsx'
import type { Move } from './move.ts'
import { UndoMove } from './undo-move.tsx'
import { useMoveWords } from './words.ts'

/** Shows the result of a move that has ended. */
export function MoveReport({
  move,
  onAgain,
}: {
  readonly move: Move
  readonly onAgain: () => void
}) {
  const moving = useMoveWords()
  const words = moving.report
  const ended = move.status as Ended
  const isDone = ended === 'done'
  return (
    <Stack>
      <ReportCard
        ended={ended}
        title={isDone ? words.done(move.report?.counts.added ?? 0) : words[ended]}
        files={move.files.join(', ')}
        words={<Why move={move} />}
        actions={
          <>
            {isDone && (
              <Link to="/transactions" className={buttonClass('primary')}>
                {words.see}
              </Link>
            )}
            <Button look={isDone ? 'plain' : 'primary'} onClick={onAgain}>
              {words.another}
            </Button>
            {isDone && <BackToFirstSteps />}
            {isDone && <UndoMove move={move} />}
          </>
        }
      />
      <Kept move={move} />
      {isDone && <Accounts move={move} />}
      {isDone && move.report && <LeftList left={move.report.left} />}
    </Stack>
  )
}

function Why({ move }: { readonly move: Move }) {
  const text = useText()
  const moving = useMoveWords()
  const { status, message, reason, line, file } = move
  const words = moving.report
  if (status === 'done') return null
  if (status === 'undone') return <p>{words.undoneWords}</p>
  const said = message === null ? null : fileFaultText({ reason, line }, text)
  return (
    <>
      {said !== null && <p>{file === null ? said : `${file}: ${said}`}</p>}
      <p>{words.failedWords}</p>
    </>
  )
}

function Accounts({ move }: { readonly move: Move }) {
  const text = useText()
  const moving = useMoveWords()
  const taken = move.report?.accounts.filter((account) => account.taken) ?? []
  if (taken.length === 0) return null
  const { title } = moving.accounts
  return (
    <Card title={title} flush>
      <Rows label={title}>
        {taken.map(({ key, name, type, added, balance, currency }) => (
          <Row
            key={key}
            title={name}
            detail={`${text.accounts.types[type]}, ${moving.payments(added)}`}
            aside={<Money cents={balance} currency={currency} />}
          />
        ))}
      </Rows>
    </Card>
  )
}

/** Names what an undo left, and offers to remove the transactions among it. */
function Kept({ move }: { readonly move: Move }) {
  const words = useMoveWords().kept
  const undo = useSend('POST /moves/{id}/undo')
  const kept = move.kept ?? []
  if (move.status !== 'undone' || kept.length === 0) return null
  return (
    <Card title={words.title}>
      {undo.error && <Failed error={undo.error} />}
      <ul>
        {kept.map(({ kind, reason, count, names }) => (
          <li key={`${kind} ${reason}`}>
            {words.line({
              kind: words.kinds[kind],
              count,
              reason: words.reasons[reason],
              names: names.join(', '),
            })}
          </li>
        ))}
      </ul>
      {kept.some(({ kind }) => kind === 'payment') && (
        <Buttons>
          <Button
            look="danger"
            busy={undo.isPending}
            onClick={() => undo.mutate({ params: { id: move.id }, body: { changed: 'remove' } })}
          >
            {words.remove}
          </Button>
        </Buttons>
      )}
    </Card>
  )
}
