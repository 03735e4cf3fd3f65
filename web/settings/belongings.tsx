import { useQuery } from '@tanstack/react-query'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stack } from '#web/ui/stack.tsx'
import styles from './settings.module.css'

/** Lists what ends and what stays when a member is removed, before the removal is confirmed. */
export function Belongings({ memberId }: { readonly memberId: string }) {
  const { data, error, refetch } = useQuery(
    ask('GET /members/{id}/belongings', { params: { id: memberId } }),
  )
  const members = useQuery(ask('GET /members'))
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data || !members.data) return <Skeleton height="60px" />
  const nameOf = (id: string) => members.data.find((one) => one.id === id)?.name ?? ''
  return <Listed of={data} memberId={memberId} nameOf={nameOf} />
}

function Listed({
  of: { ends, stays },
  memberId,
  nameOf,
}: {
  readonly of: Output<'GET /members/{id}/belongings'>
  readonly memberId: string
  readonly nameOf: (id: string) => string
}) {
  const text = useText()
  const words = text.settings.people
  const lines = [
    ...ends.keys.map(({ id, name }) => [id, words.kinds.key, name] as const),
    ...ends.devices.map(({ id, name, member_id }) => {
      const others = member_id === memberId ? '' : ` (${words.inNameOf(nameOf(member_id))})`
      return [id, words.kinds.device, `${name}${others}`] as const
    }),
    ...ends.feeds.map(({ id, name }) => [id, words.kinds.feed, name] as const),
    ...ends.webhooks.map(
      ({ id, name, host }) => [id, words.kinds.webhook, `${name} (${words.to(host)})`] as const,
    ),
    ...ends.invitations.map(
      ({ id, email }) => [id, words.kinds.invitation, email ?? words.anyone] as const,
    ),
  ]
  return (
    <Stack>
      {lines.length === 0 && <p>{words.endsNothing}</p>}
      {lines.length > 0 && (
        <div>
          <p>{words.ends}</p>
          <ul className={styles.listed}>
            {lines.map(([id, kind, name]) => (
              <li key={id}>
                {kind}: {name}
              </li>
            ))}
          </ul>
        </div>
      )}
      {stays.connections.length > 0 && (
        <div>
          <p>{words.stays}</p>
          <ul className={styles.listed}>
            {stays.connections.map(({ id, name }) => (
              <li key={id}>{name ?? words.aBank}</li>
            ))}
          </ul>
        </div>
      )}
    </Stack>
  )
}
