import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '#web/calls/call.ts'
import { CallFailure } from '#web/calls/failure.ts'
import { refresh } from '#web/calls/changes.ts'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { type Import, type Preview, siblingsOf } from './import.ts'
import { Progress } from './progress.tsx'
import { endedWith, isUnclear, type NewAccounts, type Outcome, type Queued } from './queue.ts'
import { QueueList } from './queue-list.tsx'
import { QueueReport } from './queue-report.tsx'
import { Review } from './review.tsx'
import { BYTES_MAX, upload } from './upload.ts'
import { isUnderWay } from './upload-status.ts'

type Props = {
  readonly queue: readonly Queued[]
  readonly made: NewAccounts
  readonly onAgain: () => void
}

/** Imports files one after another, with a question where one is unclear, and one report at the end. */
export function QueueRun({ queue, made, onAgain }: Props) {
  const text = useText().imports
  const queries = useQueryClient()
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  /** Further accounts of the file that has just ended, each with an import of its own. */
  const [further, setFurther] = useState<readonly Import[]>([])
  const [extra, setExtra] = useState<readonly Import[]>([])
  /** The file that waits for an answer, by its key. */
  const [asking, setAsking] = useState<string | null>(null)
  const at = outcomes.length
  const current = queue[at]
  const end = async (outcome: Outcome) => {
    const siblings = outcome.kind === 'ended' ? await findSiblings(outcome.statement) : []
    await refresh(queries)
    setFurther(siblings)
    setOutcomes([...outcomes, outcome])
  }
  const [next] = further
  if (next) {
    return (
      <Waiting
        key={next.id}
        id={next.id}
        preview={null}
        onEnd={(statement) => {
          void refresh(queries)
          setExtra([...extra, statement])
          setFurther(further.slice(1))
        }}
      />
    )
  }
  if (!current)
    return <QueueReport queue={queue} outcomes={outcomes} extra={extra} onAgain={onAgain} />
  return (
    <Stack>
      <p className="soft" role="status">
        {text.queue.at(at + 1, queue.length)}
      </p>
      <OneFile
        key={current.key}
        file={current.file}
        into={accountOf(current, made, { queue, outcomes })}
        onAsking={(is) => setAsking(is ? current.key : null)}
        onEnd={(outcome) => void end(outcome)}
      />
      <QueueList queue={queue} outcomes={outcomes} isAsking={asking === current.key} />
    </Stack>
  )
}

type Past = { readonly queue: readonly Queued[]; readonly outcomes: readonly Outcome[] }

/** A new account exists once one of its files is imported: later files go into it. */
function accountOf({ into }: Queued, made: NewAccounts, { queue, outcomes }: Past) {
  const opened = made[into]
  if (!opened) return into
  const before = outcomes.flatMap((outcome, index) => {
    const isSame = queue[index]!.into === into && outcome.kind === 'ended'
    return isSame && outcome.statement.status === 'done' ? [outcome.statement.account_id] : []
  })
  return before[0] ?? opened
}

async function findSiblings(statement: Import): Promise<readonly Import[]> {
  const all = await call('GET /imports', { query: {} }).catch(() => [])
  return siblingsOf(statement, all)
}

type FileProps = {
  readonly file: File
  readonly into: Parameters<typeof upload>[0]['into']
  readonly onAsking: (isAsking: boolean) => void
  readonly onEnd: (outcome: Outcome) => void
}

/** Uploads a file and commits it at once if it is clear. */
function OneFile({ file, into, onAsking, onEnd }: FileProps) {
  const words = useText().imports.choose
  const [preview, setPreview] = useState<Preview | null>(null)
  const begun = useRef(false)
  const begin = useEffectEvent(async () => {
    if (begun.current) return
    begun.current = true
    try {
      if (file.size > BYTES_MAX) throw new CallFailure('request_too_large')
      const found = await upload({ file, into })
      if (!isUnclear(found)) {
        await call('POST /imports/{id}/commit', { params: { id: found.id } })
      }
      setPreview(found)
    } catch (error) {
      onEnd({ kind: 'failed', error })
    }
  })
  useEffect(() => void begin(), [])
  if (preview) {
    const { id } = preview
    return (
      <Waiting
        id={id}
        preview={preview}
        onAsking={onAsking}
        onEnd={(statement) => onEnd(endedWith(statement))}
      />
    )
  }
  return (
    <Card title={file.name}>
      <p role="status">{words.reading(file.name)}</p>
      <Skeleton height="90px" />
    </Card>
  )
}

/** How often a running import is refetched, in milliseconds. */
const POLL_MS = 200

type WaitingProps = {
  readonly id: string
  readonly preview: Preview | null
  readonly onAsking?: (isAsking: boolean) => void
  readonly onEnd: (statement: Import) => void
}

/** Asks what is unclear, then shows the progress, and reports the end once. */
function Waiting({ id, preview, onAsking, onEnd }: WaitingProps) {
  const words = useText().imports.queue
  const { data, error, refetch } = useQuery({
    ...ask('GET /imports/{id}', { params: { id } }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? POLL_MS : false),
  })
  const ended = useRef(false)
  const end = useEffectEvent((statement: Import) => {
    if (ended.current) return
    ended.current = true
    onEnd(statement)
  })
  useEffect(() => {
    if (data && data.status !== 'uploaded' && !isUnderWay(data)) end(data)
  }, [data])
  const isAsking = data?.status === 'uploaded'
  const tell = useEffectEvent(() => onAsking?.(isAsking))
  useEffect(() => tell(), [isAsking])
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height="160px" />
  if (isAsking) {
    return (
      <Review
        statement={data}
        initialPreview={preview}
        leave={words.skip}
        onAgain={() => void refetch()}
      />
    )
  }
  return <Progress statement={data} />
}
