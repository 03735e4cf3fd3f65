import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { ask } from '#web/calls/queries.ts'
import { isUnderWay, useRefreshWhenDone } from '#web/imports/upload-status.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { ChooseApplication } from './choose-application.tsx'
import { MoveProgress } from './move-progress.tsx'
import { MoveReport } from './move-report.tsx'
import { PastMoves } from './past-moves.tsx'
import { ReviewMove } from './review-move.tsx'
import { useMoveWords } from './words.ts'

/** Moves in from another application in steps: choose, review, move, report. The address names the move. */
export function MoveScreen() {
  const words = useMoveWords()
  const { id } = useSearch({ from: '/inside/accounts/move-in' })
  const navigate = useNavigate({ from: '/accounts/move-in' })
  const show = (next: string | null) => void navigate({ search: next === null ? {} : { id: next } })
  return (
    <Page
      title={words.title}
      actions={
        <Link to="/accounts" className={buttonClass()}>
          <ChevronLeft size={16} aria-hidden />
          {words.back}
        </Link>
      }
    >
      <Stack>
        {id === undefined ? (
          <ChooseApplication onUploaded={show} />
        ) : (
          <OneMove key={id} id={id} onAgain={() => show(null)} />
        )}
        <PastMoves current={id ?? null} />
      </Stack>
    </Page>
  )
}

/** How often a running move is refetched, in milliseconds. */
const POLL_MS = 400

function OneMove({ id, onAgain }: { readonly id: string; readonly onAgain: () => void }) {
  const { data, error, refetch } = useQuery({
    ...ask('GET /moves/{id}', { params: { id } }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? POLL_MS : false),
  })
  useRefreshWhenDone(data)
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height="240px" />
  if (data.status === 'uploaded') return <ReviewMove move={data} onAgain={onAgain} />
  if (isUnderWay(data)) return <MoveProgress move={data} />
  return <MoveReport move={data} onAgain={onAgain} />
}
