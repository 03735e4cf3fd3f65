import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask } from '#web/calls/queries.ts'
import { fileFaultText } from '#web/text/failure-text.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Facts } from '#web/ui/rows.tsx'
import { AfterImport } from './after-import.tsx'
import { AskBalances } from './ask-balance.tsx'
import { FileIntoCategories } from './file-into-categories.tsx'
import { type Import, siblingsOf } from './import.ts'
import { type Ended, ReportCard } from './report-card.tsx'
import { SkippedRows } from './skipped-rows.tsx'
import { UndoImport } from './undo-import.tsx'

/** Shows the result of an import that has ended. */
export function Report({
  statement,
  onAgain,
}: {
  readonly statement: Import
  readonly onAgain: () => void
}) {
  const text = useText().imports
  const words = text.report
  const ended = statement.status as Ended
  const isDone = ended === 'done'
  const title = isDone
    ? statement.added > 0
      ? words.done(statement.added)
      : words.doneNone
    : words[ended]
  return (
    <ReportCard
      ended={ended}
      title={title}
      files={statement.file_name}
      words={
        isDone ? (
          <>
            <Outcome statement={statement} />
            <SkippedRows skipped={statement.skipped} />
          </>
        ) : (
          <Why statement={statement} />
        )
      }
      actions={
        <>
          <NextAccount statement={statement} />
          {isDone && <AfterImport account={statement.account_id} added={statement.added} />}
          <Button look={isDone ? 'plain' : 'primary'} onClick={onAgain}>
            {words.another}
          </Button>
          {isDone && <UndoImport statement={statement} />}
        </>
      }
    >
      {isDone && <AskBalances accounts={[statement.account_id]} />}
      {isDone && statement.added > 0 && <FileIntoCategories />}
    </ReportCard>
  )
}

/** Leads on to the next account of the same file, if several of them were chosen. */
function NextAccount({ statement }: { readonly statement: Import }) {
  const words = useText().imports.several
  const { data } = useQuery(ask('GET /imports', { query: {} }))
  const [next] = siblingsOf(statement, data ?? [])
  if (!next) return null
  return (
    <Link to="/accounts/import" search={{ id: next.id }} className={buttonClass('primary')}>
      {words.next(next.account_name)}
    </Link>
  )
}

function Outcome({ statement }: { readonly statement: Import }) {
  const words = useText().imports.report
  const { money, day } = useFormats()
  const { account_name, currency, duplicates, settled, balance, balance_day } = statement
  return (
    <p>
      <Facts>
        {[
          account_name,
          duplicates > settled && words.known(duplicates - settled),
          settled > 0 && words.settled(settled),
          balance !== null &&
            balance_day !== null &&
            words.balance(money(balance, currency), day(balance_day, 'long')),
        ]}
      </Facts>
    </p>
  )
}

function Why({ statement }: { readonly statement: Import }) {
  const text = useText()
  const { status, message, reason, line } = statement
  const words = text.imports.report
  return (
    <>
      {message !== null && <p>{fileFaultText({ reason, line }, text)}</p>}
      <p>
        {status === 'undone'
          ? words.undoneWords
          : status === 'failed'
            ? words.failedWords
            : words.cancelledWords}
      </p>
    </>
  )
}
