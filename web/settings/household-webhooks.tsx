import { useQuery } from '@tanstack/react-query'
import { Webhook as Picture } from 'lucide-react'
import { useSend } from '#web/calls/changes.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import { Words } from '#web/ui/stack.tsx'
import styles from './settings.module.css'
import { useAccessWords } from './access-words.ts'

/** Lists the webhooks of all members, for owners. Hidden if there are none. */
export function HouseholdWebhooks() {
  const words = useAccessWords()
  const formats = useFormats()
  const { data, error, refetch } = useQuery(ask('GET /household/webhooks'))
  const members = useQuery(ask('GET /members'))
  const pause = useSend('POST /household/webhooks/{id}/pause')
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data || data.length === 0) return null
  const nameOf = (id: string) => members.data?.find((one) => one.id === id)?.name ?? ''
  return (
    <Card title={words.webhooks} flush>
      <div className={styles.padded}>
        <Words>{words.webhooksWords}</Words>
        {pause.error && <Failed error={pause.error} />}
      </div>
      <Rows label={words.webhooks}>
        {data.map(({ id, name, host, enabled, member_id, last_delivery }) => (
          <Row
            key={id}
            dim={!enabled}
            picture={<Picture size={17} aria-hidden />}
            title={name}
            badge={
              <Badge tone={enabled ? 'good' : 'warn'}>
                {enabled ? words.running : words.paused}
              </Badge>
            }
            detail={
              <Facts>
                {[
                  words.of(nameOf(member_id)),
                  host,
                  last_delivery
                    ? words.lastDelivery(formats.moment(last_delivery.at))
                    : words.neverDelivered,
                ]}
              </Facts>
            }
            {...(enabled && {
              actions: (
                <Button size="small" onClick={() => pause.mutate({ params: { id }, body: {} })}>
                  {words.pause}
                  <span className="unseen"> {name}</span>
                </Button>
              ),
            })}
          />
        ))}
      </Rows>
    </Card>
  )
}
