import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Plus } from 'lucide-react'
import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import { Stack, Words } from '#web/ui/stack.tsx'
import { FeedShown } from './feed-shown.tsx'
import { NewFeed } from './new-feed.tsx'
import { useFeedWords } from './words.ts'

type Feed = Output<'GET /calendar-feeds'>[number]

/** Lists the secret addresses of calendars, and creates and revokes them. */
export function FeedsDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useFeedWords()
  const { data, error, refetch } = useQuery(ask('GET /calendar-feeds'))
  const [creating, setCreating] = useState(false)
  const [path, setPath] = useState<string | null>(null)
  const [revoking, setRevoking] = useState<Feed | null>(null)
  if (path !== null) return <FeedShown path={path} onClose={() => setPath(null)} />
  if (creating) {
    return (
      <NewFeed
        onDone={(made) => {
          setCreating(false)
          setPath(made)
        }}
        onClose={() => setCreating(false)}
      />
    )
  }
  return (
    <Dialog
      title={words.title}
      open
      onClose={onClose}
      actions={
        <Button look="primary" onClick={() => setCreating(true)}>
          <Plus size={16} aria-hidden />
          {words.add}
        </Button>
      }
    >
      <Stack dense>
        <Words>{words.words}</Words>
        {error && <Failed error={error} retry={() => void refetch()} />}
        {data?.length === 0 && <p className="soft">{words.none}</p>}
        <Rows label={words.title} bare>
          {data?.map((feed) => (
            <FeedRow key={feed.id} feed={feed} onRevoke={() => setRevoking(feed)} />
          ))}
        </Rows>
      </Stack>
      {revoking && <Revoke feed={revoking} onClose={() => setRevoking(null)} />}
    </Dialog>
  )
}

function FeedRow({ feed, onRevoke }: { readonly feed: Feed; readonly onRevoke: () => void }) {
  const words = useFeedWords()
  const { moment } = useFormats()
  const { name, kinds, amounts, last_read_at: readAt, revoked_at: revokedAt } = feed
  return (
    <Row
      dim={revokedAt !== null}
      picture={<CalendarDays size={17} aria-hidden />}
      title={name}
      badge={revokedAt !== null && <Badge tone="bad">{words.revoked}</Badge>}
      detail={
        <Facts>
          {[
            kinds.map((kind) => words.kind[kind]).join(', '),
            !amounts && words.noAmounts,
            readAt === null ? words.neverRead : words.read(moment(readAt)),
          ]}
        </Facts>
      }
      {...(revokedAt === null && {
        actions: (
          <Button size="small" look="danger" onClick={onRevoke}>
            {words.revoke}
            <span className="unseen"> {name}</span>
          </Button>
        ),
      })}
    />
  )
}

function Revoke({
  feed: { id, name },
  onClose,
}: {
  readonly feed: Feed
  readonly onClose: () => void
}) {
  const words = useFeedWords()
  const revoke = useSend('POST /calendar-feeds/{id}/revoke', { onDone: onClose })
  return (
    <Confirm
      title={words.revokeTitle(name)}
      action={words.revoke}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ params: { id }, body: {} })}
      onClose={onClose}
    >
      {words.revokeWords}
    </Confirm>
  )
}
