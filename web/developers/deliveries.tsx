import { useInfiniteQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { callUntil } from '#web/calls/call.ts'
import type { Input } from '#web/calls/operations.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Buttons, Stack } from '#web/ui/stack.tsx'
import { DeliveryDetails } from './delivery-details.tsx'
import styles from './requests.module.css'
import screen from './webhook-screen.module.css'
import { StateBadge, type Webhook } from './webhooks.tsx'
import type { Delivery } from './delivery.ts'

type State = NonNullable<Input<'GET /webhooks/{id}/deliveries'>['query']['status']>

const PAGE = 50
/** How often the deliveries on the screen are refetched, in milliseconds. */
const REFETCH_MS = 4000
const states = ['pending', 'retrying', 'delivered', 'failed', 'cancelled'] as const

/** Lists everything that was sent to a webhook or waits to be sent. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const text = useText()
  const words = text.developers.webhooks
  const [status, setStatus] = useState<State | null>(null)
  const [open, setOpen] = useState<string | null>(null)
  const list = useDeliveries(webhook.id, status)
  const rows = list.data?.pages.flat() ?? []
  const opened = rows.find(({ event_id }) => event_id === open)
  return (
    <Stack>
      <div className={screen.state}>
        <SelectField
          label={words.deliveries}
          value={status ?? ''}
          onChange={({ target: { value } }) => {
            setStatus(states.find((one) => one === value) ?? null)
          }}
        >
          <option value="">{words.anyState}</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {words.states[state]}
            </option>
          ))}
        </SelectField>
      </div>
      {list.error && <Failed error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height="180px" />}
      {list.data && rows.length === 0 && (
        <Empty picture={Send} title={words.noDeliveries}>
          {words.noDeliveriesWords}
        </Empty>
      )}
      {rows.length > 0 && (
        <Card flush className={styles.list}>
          <ul aria-label={words.deliveries}>
            {rows.map((row) => (
              <DeliveryRow key={row.event_id} row={row} onOpen={() => setOpen(row.event_id)} />
            ))}
          </ul>
        </Card>
      )}
      {list.hasNextPage && (
        <Buttons>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {text.ui.loadMore}
          </Button>
        </Buttons>
      )}
      {opened && (
        <DeliveryDetails webhook={webhook} delivery={opened} onClose={() => setOpen(null)} />
      )}
    </Stack>
  )
}

function useDeliveries(id: string, status: State | null) {
  return useInfiniteQuery({
    queryKey: ['GET /webhooks/{id}/deliveries', id, status],
    queryFn: ({ signal, pageParam }) => {
      const query = {
        limit: PAGE,
        ...(status !== null && { status }),
        ...(pageParam !== null && { before: pageParam }),
      }
      return callUntil(signal, 'GET /webhooks/{id}/deliveries', { params: { id }, query })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.event_id),
    refetchInterval: REFETCH_MS,
  })
}

function DeliveryRow({ row, onOpen }: { readonly row: Delivery; readonly onOpen: () => void }) {
  const words = useText().developers.webhooks
  const formats = useFormats()
  return (
    <li className={styles.row}>
      <button type="button" className={`${styles.open} ${styles.wide}`} onClick={onOpen}>
        <span>
          <StateBadge state={row.status} />
        </span>
        <span className={styles.asked}>
          {words.events[row.event]}
          {row.http_status !== null && ` · ${row.http_status}`}
        </span>
        <span className={styles.detail}>
          <Facts>
            {[
              words.attempts(row.attempts),
              row.next_attempt_at && words.next(formats.time(row.next_attempt_at)),
              formats.moment(row.created_at),
            ]}
          </Facts>
        </span>
      </button>
    </li>
  )
}
