import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { AfterImport } from './after-import.tsx'
import { AskBalances } from './ask-balance.tsx'
import { FileIntoCategories } from './file-into-categories.tsx'
import type { Import } from './import.ts'
import { endedWith, type Outcome, type Queued, stateOf } from './queue.ts'
import { QueueList } from './queue-list.tsx'
import { ReportCard } from './report-card.tsx'

type Props = {
  readonly queue: readonly Queued[]
  readonly outcomes: readonly Outcome[]
  /** The imports of further accounts that files of the queue held. */
  readonly extra: readonly Import[]
  readonly onAgain: () => void
}

/** Reports once on all files of a queue, asks for balances that are still unknown, and leads on. */
export function QueueReport({ queue, outcomes, extra, onAgain }: Props) {
  const words = useText().imports.queue
  const all = [...outcomes, ...extra.map(endedWith)]
  const done = all.flatMap((one) =>
    one.kind === 'ended' && one.statement.status === 'done' ? [one.statement] : [],
  )
  const failed = all.filter((one) => stateOf(one) === 'failed').length
  // Several accounts of one file were uploaded at the same instant.
  const files = new Set(done.map((one) => `${one.created_at} ${one.file_name}`)).size
  const added = done.reduce((sum, one) => sum + one.added, 0)
  const names = [...new Set(done.map(({ account_name: name }) => name))]
  return (
    <Stack>
      <ReportCard
        ended={done.length > 0 ? 'done' : 'failed'}
        title={added > 0 ? words.done(added, files) : words.doneNone}
        files={names.join(', ')}
        words={null}
        actions={
          <>
            <AfterImport account={names.length === 1 ? done[0]!.account_id : null} added={added} />
            <Button look={done.length > 0 ? 'plain' : 'primary'} onClick={onAgain}>
              {words.another}
            </Button>
          </>
        }
      >
        {failed > 0 && <Notice tone="warn">{words.failed(failed)}</Notice>}
        {added > 0 && <FileIntoCategories />}
      </ReportCard>
      <AskBalances accounts={done.map(({ account_id: id }) => id)} />
      <QueueList queue={queue} outcomes={outcomes} extra={extra} />
    </Stack>
  )
}
