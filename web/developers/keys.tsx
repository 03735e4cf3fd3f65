import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { ask } from '#web/calls/queries.ts'
import { daysUntil } from '#web/text/formats.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { ChangeKey } from './change-key.tsx'
import { KeyAlert } from './key-alert.tsx'
import type { Key } from './key-terms.ts'
import { useKeyWords } from './key-words.ts'
import { NewKey } from './new-key.tsx'
import { RollKey } from './roll-key.tsx'

/** A program’s own name may be long. */
const AGENT_MAX = 40

type Over = { readonly act: 'edit' | 'revoke' | 'roll'; readonly key: Key }

/** Lists the keys of programs: their prefix, expiry and last use. */
export function Keys() {
  const text = useText()
  const words = text.developers.keys
  const search = useSearch({ from: '/inside/developers/keys' })
  const navigate = useNavigate({ from: '/developers/keys' })
  const { data, error, refetch } = useQuery(ask('GET /keys'))
  const [over, setOver] = useState<Over | null>(null)
  const create = (
    <Button look="primary" size="small" onClick={() => void navigate({ search: { new: '1' } })}>
      <Plus size={16} aria-hidden />
      {words.create}
    </Button>
  )
  return (
    <Stack>
      <KeyAlert />
      {error && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height="180px" />}
      {data?.length === 0 && (
        <Empty picture={KeyRound} title={words.none} actions={create}>
          {words.noneWords}
        </Empty>
      )}
      {data && data.length > 0 && (
        <Card title={words.title} aside={create} flush>
          <Rows label={words.title}>
            {data.map((key) => (
              <KeyRow key={key.id} of={key} onAct={(act) => setOver({ act, key })} />
            ))}
          </Rows>
        </Card>
      )}
      {search.new === '1' && (
        <NewKey onClose={() => void navigate({ search: {}, replace: true })} />
      )}
      {over?.act === 'edit' && <ChangeKey of={over.key} onClose={() => setOver(null)} />}
      {over?.act === 'roll' && <RollKey of={over.key} onClose={() => setOver(null)} />}
      {over?.act === 'revoke' && <RevokeKey of={over.key} onClose={() => setOver(null)} />}
    </Stack>
  )
}

function KeyRow({
  of: key,
  onAct,
}: {
  readonly of: Key
  readonly onAct: (act: Over['act']) => void
}) {
  const { keys: words } = useText().developers
  const late = useKeyWords()
  const formats = useFormats()
  const { last_used, restrictions, allowed_from } = key
  const all = key.scopes.includes('data.write') ? words.write : words.read
  const fresh = key.places.filter((place) => place.is_new).map(({ network }) => network)
  const days = daysUntil(key.expires_at)
  const over = key.revoked_at !== null || days < 0
  const ends = key.revoked_at === null ? words.expired : words.revoked
  return (
    <Row
      dim={over}
      picture={<KeyRound size={17} aria-hidden />}
      title={key.name}
      badge={
        <>
          <Badge>{restrictions ? late.restricted : all}</Badge>
          {over && <Badge tone="bad">{ends}</Badge>}
          {!over && days < 14 && <Badge tone="warn">{words.soon(days)}</Badge>}
        </>
      }
      detail={
        <Facts>
          {[
            <code key="prefix">{key.prefix}…</code>,
            over ? null : words.expires(formats.moment(key.expires_at)),
            last_used ? words.used(formats.moment(last_used.at)) : words.never,
            last_used && words.from(last_used.address),
            last_used?.agent && last_used.agent.slice(0, AGENT_MAX),
            allowed_from && late.onlyFrom(allowed_from.join(', ')),
            fresh.length > 0 && late.newFrom(fresh.join(', ')),
            key.requests_today > 0 && words.today(key.requests_today),
          ]}
        </Facts>
      }
      {...(!over && {
        actions: (
          <>
            <Button size="small" onClick={() => onAct('edit')}>
              {late.edit}
            </Button>
            <Button size="small" onClick={() => onAct('roll')}>
              {words.roll}
            </Button>
            <Button size="small" look="danger" onClick={() => onAct('revoke')}>
              {words.revoke}
            </Button>
          </>
        ),
      })}
    />
  )
}

function RevokeKey({
  of: { id, name },
  onClose,
}: {
  readonly of: Key
  readonly onClose: () => void
}) {
  const { keys: words } = useText().developers
  const revoke = useSend('DELETE /keys/{id}', {
    onDone: () => {
      toast(words.revokedToast(name))
      onClose()
    },
  })
  return (
    <Confirm
      title={words.revokeTitle(name)}
      action={words.revoke}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ params: { id } })}
      onClose={onClose}
    >
      {words.revokeWords}
    </Confirm>
  )
}
