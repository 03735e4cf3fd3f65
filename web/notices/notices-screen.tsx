import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Bell } from 'lucide-react'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { ConfirmAddress } from '#web/mail/confirm-address.tsx'
import styles from '#web/settings/settings.module.css'
import { NoticeSettings } from './notice-settings.tsx'
import { Ways } from './ways.tsx'
import { useNoticesWords } from './words.ts'

/** Chooses notices and the ways that they take, and lists what there was. */
export function NoticesScreen() {
  const { data, error, refetch } = useQuery(ask('GET /notices/settings'))
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height="180px" />
  return (
    <Stack>
      <ConfirmAddress />
      {data.saved && <NoticeList ways={data.ways} />}
      <Ways ways={data.ways} />
      <NoticeSettings settings={data} />
      {!data.saved && <NoticeList ways={data.ways} />}
    </Stack>
  )
}

type WayList = Output<'GET /notices/settings'>['ways']
type Notice = Output<'GET /notices'>[number]

/** Notices that are shown at first: on a phone, the ways and settings are below them. */
const SHOWN = 8

function NoticeList({ ways }: { readonly ways: WayList }) {
  const words = useNoticesWords()
  const formats = useFormats()
  const { data, error, refetch } = useQuery(ask('GET /notices'))
  const [whole, setWhole] = useState(false)
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height="120px" />
  return (
    <Card title={words.list} flush>
      {data.length === 0 ? (
        <Empty picture={Bell} title={words.none}>
          {words.noneWords}
        </Empty>
      ) : (
        <Rows label={words.list}>
          {data.slice(0, whole ? undefined : SHOWN).map((notice) => (
            <Row
              key={notice.id}
              dim={notice.ended_at !== null}
              title={notice.title}
              badge={<Course notice={notice} />}
              detail={
                <Facts>
                  {[notice.text, formats.moment(notice.at), ...sendings(notice, ways, words)]}
                </Facts>
              }
            />
          ))}
        </Rows>
      )}
      {!whole && data.length > SHOWN && (
        <div className={styles.padded}>
          <Button size="small" onClick={() => setWhole(true)}>
            {words.showAll(data.length - SHOWN)}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Course({ notice: { lasts, ended_at } }: { readonly notice: Notice }) {
  const words = useNoticesWords()
  if (!lasts) return null
  return ended_at === null ? <Badge tone="warn">{words.still}</Badge> : <Badge>{words.over}</Badge>
}

function sendings(
  { sent }: Notice,
  ways: WayList,
  words: ReturnType<typeof useNoticesWords>,
): string[] {
  const names = sent
    .filter(({ state }) => state === 'sent')
    .flatMap(({ way_id }) => ways.find(({ id }) => id === way_id)?.name ?? [])
  return [
    ...(names.length > 0 ? [words.sentBy(names.join(', '))] : []),
    ...(sent.some(({ state }) => state === 'queued') ? [words.waits] : []),
    ...(sent.some(({ state }) => state === 'failed') ? [words.failed] : []),
  ]
}
