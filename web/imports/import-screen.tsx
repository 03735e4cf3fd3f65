import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { ChooseFile } from './choose-file.tsx'
import { DropAnywhere } from './drop-anywhere.tsx'
import { droppedFiles, forgetDroppedFiles } from './dropped.ts'
import type { Preview } from './import.ts'
import { PastImports } from './past-imports.tsx'
import { Progress } from './progress.tsx'
import type { NewAccounts, Queued } from './queue.ts'
import { QueueRun } from './queue-run.tsx'
import { QueueSetup } from './queue-setup.tsx'
import { Report } from './report.tsx'
import { Review } from './review.tsx'
import { isUnderWay, useRefreshWhenDone } from './upload-status.ts'

type Run = { readonly queue: readonly Queued[]; readonly made: NewAccounts }

/** Imports a statement file in steps: choose, review, import, report. The address names the import. Several files run through a queue. */
export function ImportScreen() {
  const text = useText().imports
  const { id, account } = useSearch({ from: '/inside/accounts/import' })
  const navigate = useNavigate({ from: '/accounts/import' })
  const [files, setFiles] = useState(droppedFiles)
  const [run, setRun] = useState<Run | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [last, setLast] = useState<string | null>(null)
  useEffect(forgetDroppedFiles, [])
  const begin = (next: readonly File[]) => {
    setFiles(next)
    setRun(null)
    setPreview(null)
    void navigate({ search: {} })
  }
  const show = (next: Preview) => {
    setPreview(next)
    void navigate({ search: { id: next.id } })
  }
  return (
    <Page
      title={text.title}
      actions={
        <Link to="/accounts" className={buttonClass()}>
          <ChevronLeft size={16} aria-hidden />
          {text.back}
        </Link>
      }
    >
      <Stack>
        {run ? (
          <QueueRun {...run} onAgain={() => begin([])} />
        ) : id === undefined && files.length > 1 ? (
          <QueueSetup
            files={files}
            account={account ?? null}
            onStart={(queue, made) => setRun({ queue, made })}
            onAgain={() => begin([])}
          />
        ) : id === undefined ? (
          <ChooseFile
            file={files[0] ?? null}
            account={account ?? null}
            last={last}
            onFiles={setFiles}
            onPreview={show}
          />
        ) : (
          <OneImport
            key={id}
            id={id}
            initialPreview={preview?.id === id ? preview : null}
            onAgain={(into) => {
              setLast(into)
              begin([])
            }}
          />
        )}
        {!run && <PastImports current={id ?? null} />}
      </Stack>
      {!run && <DropAnywhere onFiles={begin} />}
    </Page>
  )
}

/** How often a running import is refetched, in milliseconds. */
const POLL_MS = 200

function OneImport({
  id,
  initialPreview,
  onAgain,
}: {
  readonly id: string
  readonly initialPreview: Preview | null
  /** Takes the account of this import; null if it was not made. */
  readonly onAgain: (into: string | null) => void
}) {
  const { data, error, refetch } = useQuery({
    ...ask('GET /imports/{id}', { params: { id } }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? POLL_MS : false),
  })
  useRefreshWhenDone(data)
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height="240px" />
  const again = () => onAgain(data.account_id)
  if (data.status === 'uploaded')
    return <Review statement={data} initialPreview={initialPreview} onAgain={again} />
  if (isUnderWay(data)) return <Progress statement={data} />
  return <Report statement={data} onAgain={again} />
}
