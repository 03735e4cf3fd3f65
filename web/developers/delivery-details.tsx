import { useSend } from '#web/calls/changes.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Code } from '#web/ui/code.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Delivery } from './delivery.ts'
import { asReadable } from './json.ts'
import { attemptText, reasonText } from './outcome.ts'
import styles from './requests.module.css'
import { StateBadge, type Webhook } from './webhooks.tsx'

/** Shows one event: its body, every attempt with its response, and a button that sends it again. */
export function DeliveryDetails({
  webhook,
  delivery,
  onClose,
}: {
  readonly webhook: Webhook
  readonly delivery: Delivery
  readonly onClose: () => void
}) {
  const words = useText().developers.webhooks
  const again = useSend('POST /webhooks/{id}/deliveries/{delivery_id}/redeliver', {
    onDone: () => toast(words.redelivered),
  })
  const { event_id } = delivery
  const reason = reasonText(delivery, words)
  return (
    <Dialog
      title={words.delivery}
      shape="panel"
      open
      onClose={onClose}
      actions={
        <Button
          look="primary"
          busy={again.isPending}
          disabled={!webhook.enabled}
          onClick={() => again.mutate({ params: { id: webhook.id, delivery_id: delivery.id } })}
        >
          {words.redeliver}
        </Button>
      }
    >
      <Stack>
        <p>
          {words.events[delivery.event]} <StateBadge state={delivery.status} />
          <br />
          <code>{event_id}</code>
        </p>
        {again.error && <Failed error={again.error} />}
        {reason !== null && <Notice tone="warn">{reason}</Notice>}
        {delivery.log.map((attempt, index) => (
          <Attempt key={attempt.at} number={index + 1} attempt={attempt} />
        ))}
        <section className={styles.part}>
          <h3>{words.body}</h3>
          <Code label={words.body}>{asReadable(delivery.body)}</Code>
        </section>
      </Stack>
    </Dialog>
  )
}

function Attempt({
  number,
  attempt,
}: {
  readonly number: number
  readonly attempt: Delivery['log'][number]
}) {
  const { webhooks: words, requests } = useText().developers
  const formats = useFormats()
  const outcome = attemptText(attempt, words)
  return (
    <section className={styles.part}>
      <h3>{words.attempt(number)}</h3>
      <p>
        {formats.moment(attempt.at)} · {requests.milliseconds(attempt.duration_ms)} ·{' '}
        {attempt.http_status ?? words.noAnswer}
        {!attempt.counted && ` · ${words.late}`}
      </p>
      {outcome !== null && <p>{outcome}</p>}
      {attempt.answer !== null && attempt.answer !== '' && (
        <Code label={words.answered}>{attempt.answer}</Code>
      )}
    </section>
  )
}
