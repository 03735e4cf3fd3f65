import { CalendarDays, KeyRound, Mail, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { useSession } from '#web/shell/session.ts'
import { useFormats } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import { Words } from '#web/ui/stack.tsx'
import styles from './settings.module.css'
import { useAccessWords } from './access-words.ts'

type Ways = Pick<Output<'GET /household/access'>, 'keys' | 'devices' | 'feeds' | 'invitations'>
type Kind = 'key' | 'device' | 'feed' | 'invitation'
type One = {
  readonly kind: Kind
  readonly id: string
  readonly name: string
  readonly badge: string
  readonly facts: readonly ReactNode[]
}

const pictures = { key: KeyRound, device: Smartphone, feed: CalendarDays, invitation: Mail }

/** Lists keys, devices, calendar addresses and invitations. Each can be ended if this browser is in its household. */
export function WaysIn({
  label,
  ways,
  householdId,
  nameOf,
}: {
  readonly label: string
  readonly ways: Ways
  readonly householdId: string
  /** Names a member; omitted if all entries belong to the person. */
  readonly nameOf?: (id: string | null) => string
}) {
  const words = useAccessWords()
  const household = useSession()?.household
  const [ending, setEnding] = useState<One | null>(null)
  const listed = useListed(ways, nameOf)
  const canEnd = household?.id === householdId
  if (listed.length === 0) {
    return (
      <div className={styles.padded}>
        <Words>{words.nothing}</Words>
      </div>
    )
  }
  return (
    <>
      <Rows label={label}>
        {listed.map((one) => {
          const Picture = pictures[one.kind]
          return (
            <Row
              key={one.id}
              picture={<Picture size={17} aria-hidden />}
              title={one.name}
              badge={<Badge>{one.badge}</Badge>}
              detail={<Facts>{one.facts}</Facts>}
              {...(canEnd && {
                actions: (
                  <Button size="small" look="danger" onClick={() => setEnding(one)}>
                    {words.revoke}
                    <span className="unseen"> {one.name}</span>
                  </Button>
                ),
              })}
            />
          )
        })}
      </Rows>
      {ending && <End one={ending} onClose={() => setEnding(null)} />}
    </>
  )
}

function useListed(ways: Ways, nameOf?: (id: string | null) => string): readonly One[] {
  const words = useAccessWords()
  const { moment } = useFormats()
  const of = (id: string | null) => nameOf && words.of(nameOf(id))
  const used = (at: string | null) => (at === null ? words.neverUsed : words.used(moment(at)))
  return [
    ...ways.keys.map(({ id, name, scopes, prefix, expires_at, last_used_at, member_id }) => ({
      kind: 'key' as const,
      id,
      name,
      badge: scopes.includes('data.write') ? words.keyWrites : words.key,
      facts: [
        of(member_id),
        <code key="prefix">{prefix}…</code>,
        words.until(moment(expires_at)),
        used(last_used_at),
      ],
    })),
    ...ways.devices.map(({ id, name, member_id, made_by, last_push_at }) => ({
      kind: 'device' as const,
      id,
      name,
      badge: words.device,
      facts: [
        of(member_id),
        made_by !== member_id &&
          words.madeBy(made_by === null ? words.operator : (nameOf?.(made_by) ?? words.operator)),
        used(last_push_at),
      ],
    })),
    ...ways.feeds.map(({ id, name, member_id, last_read_at }) => ({
      kind: 'feed' as const,
      id,
      name,
      badge: words.feed,
      facts: [
        of(member_id),
        last_read_at === null ? words.neverUsed : words.feedRead(moment(last_read_at)),
      ],
    })),
    ...ways.invitations.map(({ id, email, invited_by, expires_at }) => ({
      kind: 'invitation' as const,
      id,
      name: email ?? words.anyone,
      badge: words.invitation,
      facts: [
        nameOf && words.madeBy(invited_by === null ? words.operator : nameOf(invited_by)),
        words.until(moment(expires_at)),
      ],
    })),
  ]
}

function End({ one, onClose }: { readonly one: One; readonly onClose: () => void }) {
  const words = useAccessWords()
  const options = { onDone: onClose }
  const key = useSend('DELETE /keys/{id}', options)
  const device = useSend('POST /wallet/devices/{id}/revoke', options)
  const feed = useSend('POST /calendar-feeds/{id}/revoke', options)
  const invitation = useSend('DELETE /invitations/{id}', options)
  const params = { id: one.id }
  const acts = {
    key: () => key.mutate({ params }),
    device: () => device.mutate({ params, body: {} }),
    feed: () => feed.mutate({ params, body: {} }),
    invitation: () => invitation.mutate({ params }),
  }
  return (
    <Confirm
      title={words.revokeOne(one.name)}
      action={words.revoke}
      busy={key.isPending || device.isPending || feed.isPending || invitation.isPending}
      error={key.error ?? device.error ?? feed.error ?? invitation.error}
      onConfirm={acts[one.kind]}
      onClose={onClose}
    >
      {words.revokeOneWords}
    </Confirm>
  )
}
