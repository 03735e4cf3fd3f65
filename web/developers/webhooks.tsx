import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Webhook as Picture } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NewWebhook } from './new-webhook.tsx'

export type Webhook = Output<'GET /webhooks'>[number]
export type DeliveryState = Webhook['delivery_status'] | 'cancelled'

const tones: Readonly<Record<DeliveryState, Tone>> = {
  none: 'neutral',
  pending: 'neutral',
  retrying: 'warn',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'neutral',
}

/** Lists the webhooks and their state. */
export function Webhooks() {
  const words = useText().developers.webhooks
  const { data, error, refetch } = useQuery(ask('GET /webhooks'))
  const [adding, setAdding] = useState(false)
  const add = (
    <Button look="primary" size="small" onClick={() => setAdding(true)}>
      <Plus size={16} aria-hidden />
      {words.add}
    </Button>
  )
  return (
    <>
      {error && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height="180px" />}
      {data?.length === 0 && (
        <Empty picture={Picture} title={words.none} actions={add}>
          {words.noneWords}
        </Empty>
      )}
      {data && data.length > 0 && (
        <Card title={words.title} aside={add} flush>
          <Rows label={words.title}>
            {data.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </Rows>
        </Card>
      )}
      {adding && <NewWebhook onClose={() => setAdding(false)} />}
    </>
  )
}

function WebhookRow({ webhook }: { readonly webhook: Webhook }) {
  const words = useText().developers.webhooks
  const formats = useFormats()
  const { id, name, url, last_delivery, pending_deliveries } = webhook
  return (
    <Row
      picture={<Picture size={17} aria-hidden />}
      title={
        <Link to="/developers/webhooks/$id" params={{ id }}>
          {name}
        </Link>
      }
      badge={<WebhookState webhook={webhook} />}
      detail={
        <>
          <Facts>
            {[
              url,
              last_delivery && words.last(formats.moment(last_delivery.at)),
              pending_deliveries > 0 && words.waiting(pending_deliveries),
            ]}
          </Facts>
          {isGone(webhook) && <p>{words.gone}</p>}
        </>
      }
    />
  )
}

/** True if the webhook was paused because its address answered 410 Gone. */
export function isGone({ enabled, paused_reason }: Webhook): boolean {
  return !enabled && paused_reason === 'destination_gone'
}

/** Describes the state of a webhook, starting with the reason if it is paused. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const words = useText().developers.webhooks
  if (webhook.enabled) return <StateBadge state={webhook.delivery_status} />
  return <Badge tone={isGone(webhook) ? 'bad' : 'warn'}>{words.paused}</Badge>
}

export function StateBadge({ state }: { readonly state: DeliveryState }) {
  const words = useText().developers.webhooks
  return <Badge tone={tones[state]}>{words.states[state]}</Badge>
}
