import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import { toast } from '#web/ui/toast.ts'
import { ChooseAccounts } from './choose-accounts.tsx'
import { ConnectPlaid } from './connect-plaid.tsx'
import { ConnectSimplefin } from './connect-simplefin.tsx'
import { faultText, reportedText } from './fault.ts'
import { Quotas } from './quotas.tsx'

const ConnectEurope = lazy(() =>
  import('./connect-europe.tsx').then((file) => ({ default: file.ConnectEurope })),
)

export type Connection = Output<'GET /connections'>[number]

const tones: Readonly<Record<Connection['status'], Tone>> = {
  healthy: 'good',
  syncing: 'good',
  degraded: 'warn',
  reauth_required: 'bad',
  payment_required: 'bad',
  revoked: 'bad',
  disconnected: 'neutral',
}

type Over = 'choose' | 'renew' | 'disconnect'

/** Lists the banks with their state and their error messages. Hidden if there are none. */
export function Connections() {
  const words = useText().accounts.connections
  const { data, error, refetch } = useQuery(ask('GET /connections'))
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <Card title={words.title} flush>
      <Rows label={words.title}>
        {data.map((connection) => (
          <ConnectionRow key={connection.id} connection={connection} />
        ))}
      </Rows>
      <Quotas />
    </Card>
  )
}

export function useConnectionName() {
  const { providers } = useText().accounts.connections
  return ({ institution_name, institutions, provider }: Connection) =>
    institution_name ?? (institutions.map(({ name }) => name).join(', ') || providers[provider])
}

function ConnectionRow({ connection }: { readonly connection: Connection }) {
  const words = useText().accounts.connections
  const nameOf = useConnectionName()
  const [over, setOver] = useState<Over | null>(null)
  const close = () => setOver(null)
  const { id, status, provider } = connection
  const ended = status === 'disconnected'
  const isSimplefin = provider === 'provider_a'
  // A Plaid login that has ended no longer exists at Plaid, so it cannot be renewed, only replaced.
  const isEurope = provider === 'provider_c'
  // Nothing but a new consent helps where one has ended.
  const isOver = isEurope && status === 'reauth_required'
  // A consent may be renewed at any time before it ends.
  const canRenew = isSimplefin
    ? ended || tones[status] === 'bad'
    : status === 'reauth_required' || (isEurope && !ended)
  const Renewal = isSimplefin ? ConnectSimplefin : isEurope ? ConnectEurope : ConnectPlaid
  return (
    <>
      <Row
        dim={ended}
        picture={<Link2 size={17} aria-hidden />}
        title={nameOf(connection)}
        badge={<Badge tone={tones[status]}>{words.states[status]}</Badge>}
        detail={<ConnectionDetail connection={connection} />}
        {...(connection.is_owner && {
          actions: (
            <>
              {tones[status] === 'bad' && !isOver && <Resume id={id} />}
              {canRenew && (
                <Button
                  size="small"
                  {...(isOver && { look: 'primary' as const })}
                  onClick={() => setOver('renew')}
                >
                  {words.renew}
                </Button>
              )}
              {!ended && (
                <>
                  <Button size="small" onClick={() => setOver('choose')}>
                    {words.choose}
                  </Button>
                  <Button size="small" look="danger" onClick={() => setOver('disconnect')}>
                    {words.disconnect}
                  </Button>
                </>
              )}
            </>
          ),
        })}
      />
      {over === 'choose' && <ChooseAccounts id={id} onClose={close} />}
      <Suspense>{over === 'renew' && <Renewal renew={id} onClose={close} />}</Suspense>
      {over === 'disconnect' && <Disconnect connection={connection} onClose={close} />}
    </>
  )
}

function ConnectionDetail({ connection }: { readonly connection: Connection }) {
  const text = useText()
  const words = text.accounts.connections
  const formats = useFormats()
  const { last_synced_at, next_sync_at, consent_expires_at, error, institutions } = connection
  return (
    <>
      <Facts>
        {[
          words.providers[connection.provider],
          words.followed(connection.subscribed_account_count, connection.account_count),
          last_synced_at ? words.lastGood(formats.moment(last_synced_at)) : words.neverGood,
          next_sync_at && words.next(formats.moment(next_sync_at)),
          consent_expires_at && words.consent(formats.moment(consent_expires_at)),
          !connection.is_owner && words.notYours,
        ]}
      </Facts>
      {error && (
        <p>
          {faultText(error.code, text)} {reportedText(error.message, text)}
        </p>
      )}
      {institutions
        .filter(({ message }) => message !== null && message !== error?.message)
        .map(({ name, status, message }) => (
          <p key={name}>
            {name}: {faultText(status, text)}{' '}
            {message !== null && status !== 'stale' && reportedText(message, text)}
          </p>
        ))}
    </>
  )
}

function Resume({ id }: { readonly id: string }) {
  const words = useText().accounts.connections
  const resume = useSend('POST /connections/{id}/resume', { onDone: () => toast(words.resumed) })
  return (
    <Button
      size="small"
      look="primary"
      busy={resume.isPending}
      onClick={() => resume.mutate({ params: { id } })}
    >
      {words.resume}
    </Button>
  )
}

function Disconnect({
  connection,
  onClose,
}: {
  readonly connection: Connection
  readonly onClose: () => void
}) {
  const words = useText().accounts.connections
  const name = useConnectionName()(connection)
  const remove = useSend('DELETE /connections/{id}', {
    onDone: () => {
      toast(words.disconnected(name))
      onClose()
    },
  })
  return (
    <Confirm
      title={words.disconnectTitle(name)}
      action={words.disconnect}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { id: connection.id } })}
      onClose={onClose}
    >
      {words.disconnectWords}
    </Confirm>
  )
}
