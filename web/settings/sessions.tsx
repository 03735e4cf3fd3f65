import { useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useSend } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stack, Words } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { agentName } from './agent-name.ts'
import styles from './settings.module.css'

/** Lists the person's sessions and the security events of the account. */
export function Sessions() {
  const words = useText().settings.sessions
  const { data, error, refetch } = useQuery(ask('GET /sessions'))
  const endOthers = useSend('DELETE /sessions', { onDone: () => toast(words.ended) })
  const others = data !== undefined && data.length > 1 && (
    <Button size="small" busy={endOthers.isPending} onClick={() => endOthers.mutate({})}>
      {words.endOthers}
    </Button>
  )
  const failed = error ?? endOthers.error
  return (
    <Stack>
      {failed && <Failed error={failed} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height="180px" />}
      {data && (
        <Card title={words.title} aside={others} flush>
          <Rows label={words.title}>
            {data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </Rows>
        </Card>
      )}
      <Events />
    </Stack>
  )
}

function SessionRow({ session }: { readonly session: Output<'GET /sessions'>[number] }) {
  const words = useText().settings.sessions
  const formats = useFormats()
  const { id, current, agent, address, through, last_seen_at } = session
  const end = useSend('DELETE /sessions/{id}', { onDone: () => toast(words.ended) })
  return (
    <Row
      picture={<MonitorSmartphone size={17} aria-hidden />}
      title={agentName(agent) ?? words.unknown}
      badge={current && <Badge tone="good">{words.current}</Badge>}
      detail={
        <Facts>{[address, words.through[through], words.seen(formats.moment(last_seen_at))]}</Facts>
      }
      {...(!current && {
        actions: (
          <Button size="small" busy={end.isPending} onClick={() => end.mutate({ params: { id } })}>
            {words.end}
          </Button>
        ),
      })}
    />
  )
}

function Events() {
  const words = useText().settings.sessions
  const formats = useFormats()
  const { data } = useQuery(ask('GET /profile/events'))
  return (
    <Card title={words.events} flush>
      {data?.length === 0 && (
        <div className={styles.padded}>
          <Words>{words.noEvents}</Words>
        </div>
      )}
      <Rows label={words.events}>
        {data?.map(({ id, at, action, address, agent, detail }) => (
          <Row
            key={id}
            title={words.actions[action]}
            detail={<Facts>{[detail, formats.moment(at), address, agentName(agent)]}</Facts>}
          />
        ))}
      </Rows>
    </Card>
  )
}
