import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { callUntil } from '#web/calls/call.ts'
import { useSend } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { RequestDetails } from './request-details.tsx'
import { RequestFilters } from './request-filters.tsx'
import type { RequestsSearch } from './request-search.ts'
import styles from './requests.module.css'
import { StatusBadge } from './status-badge.tsx'

type Request = Output<'GET /requests'>['requests'][number]

const PAGE = 50
/** How often the log on the screen is refetched, in milliseconds. */
const REFETCH_MS = 4000

/** Lists the requests of keys with their answers, newest first. */
export function Requests() {
  const words = useText().developers.requests
  const { open, ...filters } = useSearch({ from: '/inside/developers/requests' })
  const navigate = useNavigate({ from: '/developers/requests' })
  const go = (search: RequestsSearch) => void navigate({ search, resetScroll: false })
  const log = useLog(filters)
  const [stopping, setStopping] = useState(false)
  const pages = log.data?.pages ?? []
  const rows = pages.flatMap(({ requests }) => requests)
  const narrowed = Object.values(filters).some((value) => value !== undefined)
  if (pages[0]?.kept === false) return <LogOff />
  return (
    <Stack>
      {(rows.length > 0 || narrowed) && (
        <RequestFilters filters={filters} onChange={(changed) => go(changed)} />
      )}
      {log.error && <Failed error={log.error} retry={() => void log.refetch()} />}
      {log.isPending && <Skeleton height="240px" />}
      {log.data && rows.length === 0 && <Nothing narrowed={narrowed} />}
      {rows.length > 0 && (
        <Card flush className={styles.list}>
          <ul aria-label={words.title}>
            {rows.map((row) => (
              <RequestRow key={row.id} row={row} onOpen={() => go({ ...filters, open: row.id })} />
            ))}
          </ul>
        </Card>
      )}
      <div className={styles.end}>
        <Button look="quiet" size="small" edge="start" onClick={() => setStopping(true)}>
          {words.turnOff}
        </Button>
        <More log={log} />
      </div>
      {open !== undefined && <RequestDetails id={open} onClose={() => go(filters)} />}
      {stopping && <StopKeeping onClose={() => setStopping(false)} />}
    </Stack>
  )
}

function Nothing({ narrowed }: { readonly narrowed: boolean }) {
  const { requests: words, overview } = useText().developers
  if (narrowed) return <Empty picture={ScrollText} title={words.noMatch} />
  return (
    <Empty
      picture={ScrollText}
      title={words.none}
      actions={
        <Link to="/developers" className={buttonClass()}>
          {overview.start}
        </Link>
      }
    >
      {words.noneWords}
    </Empty>
  )
}

function useLog(filters: RequestsSearch) {
  return useInfiniteQuery({
    queryKey: ['GET /requests', filters],
    queryFn: ({ signal, pageParam }) => {
      const before = pageParam === null ? {} : { before: pageParam }
      return callUntil(signal, 'GET /requests', { query: { ...filters, limit: PAGE, ...before } })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ requests }) => {
      return requests.length < PAGE ? undefined : requests.at(-1)?.id
    },
    refetchInterval: REFETCH_MS,
  })
}

function More({ log }: { readonly log: ReturnType<typeof useLog> }) {
  const text = useText()
  if (!log.hasNextPage) return null
  return (
    <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
      {text.ui.loadMore}
    </Button>
  )
}

function RequestRow({ row, onOpen }: { readonly row: Request; readonly onOpen: () => void }) {
  const words = useText().developers.requests
  const formats = useFormats()
  const { data: keys } = useQuery(ask('GET /keys'))
  const name = keys?.find(({ id }) => id === row.key_id)?.name
  return (
    <li className={styles.row}>
      <button type="button" className={styles.open} onClick={onOpen}>
        <StatusBadge status={row.status} />
        <span className={styles.asked}>
          <b>{row.method}</b> {row.path}
          {row.code !== null && <span className={styles.code}> {row.code}</span>}
        </span>
        <span className={styles.detail}>
          {name ?? (keys && words.gone)} · {words.milliseconds(row.milliseconds)} ·{' '}
          <time dateTime={row.at}>{formats.moment(row.at)}</time>
        </span>
      </button>
    </li>
  )
}

function LogOff() {
  const words = useText().developers.requests
  const change = useSend('PATCH /request-log')
  return (
    <>
      {change.error && <Failed error={change.error} />}
      <Empty
        picture={ScrollText}
        title={words.off}
        actions={
          <Button
            look="primary"
            busy={change.isPending}
            onClick={() => change.mutate({ body: { kept: true } })}
          >
            {words.turnOn}
          </Button>
        }
      >
        {words.offWords}
      </Empty>
    </>
  )
}

function StopKeeping({ onClose }: { readonly onClose: () => void }) {
  const words = useText().developers.requests
  const change = useSend('PATCH /request-log', { onDone: onClose })
  return (
    <Confirm
      title={words.turnOff}
      action={words.turnOff}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ body: { kept: false } })}
      onClose={onClose}
    >
      {words.turnOffWords}
    </Confirm>
  )
}
