import { FileText } from 'lucide-react'
import { failureText, fileFaultText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import type { Import } from './import.ts'
import { endedWith, type Outcome, type Queued, stateOf } from './queue.ts'
import { UndoImport } from './undo-import.tsx'

type State = 'waiting' | 'importing' | 'asking' | ReturnType<typeof stateOf>

const tones: Readonly<Record<State, Tone>> = {
  waiting: 'neutral',
  importing: 'neutral',
  asking: 'warn',
  done: 'good',
  failed: 'bad',
  skipped: 'neutral',
}

type Props = {
  readonly queue: readonly Queued[]
  /** Of the first files of the queue, in its order. */
  readonly outcomes: readonly Outcome[]
  /** The imports of further accounts that files of the queue held. */
  readonly extra?: readonly Import[]
  /** True if the file that is on waits for an answer. */
  readonly isAsking?: boolean
}

/** Lists the files of a queue: how each has ended, and why one was not imported. */
export function QueueList({ queue, outcomes, extra = [], isAsking = false }: Props) {
  const words = useText().imports.queue
  return (
    <Card title={words.title(queue.length)} flush>
      <Rows label={words.title(queue.length)}>
        {queue.map(({ key, file }, index) => {
          const outcome = outcomes[index]
          const current = isAsking ? 'asking' : 'importing'
          const open = index === outcomes.length ? current : 'waiting'
          const state = outcome ? stateOf(outcome) : open
          return <FileRow key={key} name={file.name} state={state} outcome={outcome} />
        })}
        {extra.map(endedWith).map((outcome) => {
          const { id, file_name } = outcome.statement
          return <FileRow key={id} name={file_name} state={stateOf(outcome)} outcome={outcome} />
        })}
      </Rows>
    </Card>
  )
}

type RowProps = {
  readonly name: string
  readonly state: State
  readonly outcome: Outcome | undefined
}

function FileRow({ name, state, outcome }: RowProps) {
  const text = useText()
  const { queue, report } = text.imports
  const statement = outcome?.kind === 'ended' ? outcome.statement : null
  const fault = outcome?.kind === 'failed' ? failureText(outcome.error, text) : null
  const reason = statement?.message != null ? fileFaultText(statement, text) : null
  return (
    <Row
      picture={<FileText size={17} aria-hidden />}
      title={name}
      badge={<Badge tone={tones[state]}>{queue.states[state]}</Badge>}
      detail={
        <>
          {state === 'done' && statement && (
            <Facts>
              {[
                statement.account_name,
                queue.added(statement.added),
                statement.duplicates > 0 && report.known(statement.duplicates),
              ]}
            </Facts>
          )}
          {(fault ?? reason) !== null && <p>{fault ?? reason}</p>}
        </>
      }
      actions={state === 'done' && statement && <UndoImport statement={statement} small />}
    />
  )
}
