import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { CallFailure } from '#web/calls/failure.ts'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { buttonClass, Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Buttons, Stack, Words } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCountdown } from '#web/ui/use-countdown.ts'
import { Deliveries } from './deliveries.tsx'
import { ReplaceHeaders } from './replace-headers.tsx'
import { ReplayEvents } from './replay-events.tsx'
import styles from './webhook-screen.module.css'
import { isGone, type Webhook, WebhookState } from './webhooks.tsx'

const Verify = lazy(() => import('./verify.tsx').then((file) => ({ default: file.Verify })))

type Over = 'pause' | 'remove' | 'headers' | 'replay' | 'verify'

/** Shows one webhook: its state, its actions, and its deliveries. */
export function WebhookScreen() {
  const words = useText().developers.webhooks
  const { id } = useParams({ from: '/inside/developers/webhooks/$id' })
  const { data, error, refetch } = useQuery(ask('GET /webhooks'))
  const webhook = data?.find((one) => one.id === id)
  return (
    <Stack>
      <div className={styles.back}>
        <Link to="/developers/webhooks" className={buttonClass('quiet', 'small')}>
          <ChevronLeft size={16} aria-hidden />
          {words.all}
        </Link>
      </div>
      {error && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height="180px" />}
      {data && !webhook && <Failed error={new CallFailure('resource_not_found')} />}
      {webhook && (
        <>
          <About webhook={webhook} />
          <Deliveries webhook={webhook} />
        </>
      )}
    </Stack>
  )
}

function About({ webhook }: { readonly webhook: Webhook }) {
  const words = useText().developers.webhooks
  const { id, name, url, headers, enabled, last_delivery } = webhook
  const [over, setOver] = useState<Over | null>(null)
  const params = { id }
  const resume = useSend('PATCH /webhooks/{id}')
  const refused = last_delivery?.http_status === 401 || last_delivery?.http_status === 403
  return (
    <Card title={name} aside={<WebhookState webhook={webhook} />}>
      <Stack>
        <Words>
          {url}
          <br />
          {headers.length > 0 ? words.headersNow(headers.join(', ')) : words.noHeaders}
        </Words>
        {resume.error && <Failed error={resume.error} />}
        {isGone(webhook) && <Notice tone="bad">{words.gone}</Notice>}
        {refused && <Notice tone="warn">{words.headersHint401}</Notice>}
        <Buttons>
          {enabled ? (
            <>
              <TestButton id={id} />
              <Button onClick={() => setOver('replay')}>{words.replay}</Button>
              <Button onClick={() => setOver('pause')}>{words.pause}</Button>
            </>
          ) : (
            <Button
              look="primary"
              busy={resume.isPending}
              onClick={() => resume.mutate({ params, body: { enabled: true } })}
            >
              {words.resume}
            </Button>
          )}
          <Button onClick={() => setOver('headers')}>{words.replaceHeaders}</Button>
          <Button onClick={() => setOver('verify')}>{words.verify}</Button>
          <RemoveButton onClick={() => setOver('remove')} />
        </Buttons>
      </Stack>
      {over === 'headers' && <ReplaceHeaders id={id} onClose={() => setOver(null)} />}
      {over === 'replay' && <ReplayEvents id={id} onClose={() => setOver(null)} />}
      {over === 'verify' && <VerifyDialog onClose={() => setOver(null)} />}
      {over === 'pause' && <Pause webhook={webhook} onClose={() => setOver(null)} />}
      {over === 'remove' && <Remove webhook={webhook} onClose={() => setOver(null)} />}
    </Card>
  )
}

/** The minimum time between two tests, in seconds (Spec, Webhook limits). */
const TEST_SECONDS = 60

/** Sends a test, then counts down until another may be sent. */
function TestButton({ id }: { readonly id: string }) {
  const words = useText().developers.webhooks
  const test = useSend('POST /webhooks/{id}/test', { onDone: () => toast(words.tested) })
  const { data, error } = test
  const tooSoon = error instanceof CallFailure && error.code === 'webhook_test_limit_exceeded'
  const wait = data ? TEST_SECONDS : tooSoon ? (error.retryAfterSeconds ?? TEST_SECONDS) : 0
  const left = useCountdown(wait, data ?? error)
  return (
    <>
      <Button
        look="primary"
        busy={test.isPending || left > 0}
        onClick={() => test.mutate({ params: { id } })}
      >
        {left > 0 ? words.testIn(left) : words.test}
      </Button>
      {error && !tooSoon && <Failed error={error} />}
    </>
  )
}

function VerifyDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useText().developers.webhooks
  return (
    <Dialog title={words.verify} shape="panel" open onClose={onClose}>
      <Stack>
        <Words>{words.verifyWords}</Words>
        <Suspense fallback={<Skeleton height="340px" />}>
          <Verify />
        </Suspense>
      </Stack>
    </Dialog>
  )
}

function RemoveButton({ onClick }: { readonly onClick: () => void }) {
  const text = useText()
  return (
    <Button look="danger" onClick={onClick}>
      {text.ui.remove}
    </Button>
  )
}

type OverProps = { readonly webhook: Webhook; readonly onClose: () => void }

function Pause({ webhook: { id, name }, onClose }: OverProps) {
  const words = useText().developers.webhooks
  const pause = useSend('PATCH /webhooks/{id}', { onDone: onClose })
  return (
    <Confirm
      title={words.pauseTitle(name)}
      action={words.pause}
      busy={pause.isPending}
      error={pause.error}
      onConfirm={() => pause.mutate({ params: { id }, body: { enabled: false } })}
      onClose={onClose}
    >
      {words.pauseWords}
    </Confirm>
  )
}

function Remove({ webhook: { id, name }, onClose }: OverProps) {
  const text = useText()
  const words = text.developers.webhooks
  const navigate = useNavigate()
  const remove = useSend('DELETE /webhooks/{id}', {
    onDone: () => {
      toast(words.removed(name))
      void navigate({ to: '/developers/webhooks' })
    },
  })
  return (
    <Confirm
      title={words.removeTitle(name)}
      action={text.ui.remove}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      {words.removeWords}
    </Confirm>
  )
}
