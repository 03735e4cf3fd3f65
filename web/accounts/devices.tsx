import { useQuery } from '@tanstack/react-query'
import { Plus, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import type { Account } from './account.ts'
import styles from './accounts.module.css'

type Device = Output<'GET /wallet/devices'>[number]

/** Lists the devices that push wallet payments, and the account of each of their cards. */
export function Devices({
  accounts,
  onAdd,
}: {
  readonly accounts: readonly Account[]
  readonly onAdd: (way: 'device' | 'number') => void
}) {
  const words = useText().accounts.wallet
  const { data, error, refetch } = useQuery(ask('GET /wallet/devices'))
  return (
    <Card
      title={words.title}
      flush
      aside={
        <div className={styles.pairOfButtons}>
          <Button size="small" onClick={() => onAdd('number')}>
            {words.number}
          </Button>
          <Button size="small" onClick={() => onAdd('device')}>
            <Plus size={16} aria-hidden />
            {words.add}
          </Button>
        </div>
      }
    >
      <p className={`${styles.padded} ${styles.quota}`}>
        {words.words} {data?.length === 0 && words.none}
      </p>
      {error && <Failed error={error} retry={() => void refetch()} />}
      <Rows label={words.title}>
        {data?.map((device) => (
          <DeviceRow key={device.id} device={device} accounts={accounts} />
        ))}
      </Rows>
    </Card>
  )
}

function DeviceRow({
  device,
  accounts,
}: {
  readonly device: Device
  readonly accounts: readonly Account[]
}) {
  const words = useText().accounts.wallet
  const formats = useFormats()
  const [revoking, setRevoking] = useState(false)
  const { name, public_id, last_push_at, revoked_at } = device
  const stale = device.accounts.reduce((sum, one) => sum + one.stale_payments, 0)
  return (
    <>
      <Row
        dim={revoked_at !== null}
        picture={<Smartphone size={17} aria-hidden />}
        title={name}
        badge={revoked_at !== null && <Badge tone="bad">{words.revoked}</Badge>}
        detail={
          <>
            <Facts>
              {[
                <code key="id">em_wallet_{public_id}…</code>,
                last_push_at ? words.lastPush(formats.moment(last_push_at)) : words.neverPush,
                stale > 0 && words.stale(stale),
              ]}
            </Facts>
            {device.accounts.length > 0 && (
              <div className={styles.links}>
                {device.accounts.map((one) => (
                  <LinkField key={one.id} card={one} accounts={accounts} />
                ))}
              </div>
            )}
          </>
        }
        {...(revoked_at === null && {
          actions: (
            <Button size="small" look="danger" onClick={() => setRevoking(true)}>
              {words.revoke}
            </Button>
          ),
        })}
      />
      {revoking && <RevokeDevice device={device} onClose={() => setRevoking(false)} />}
    </>
  )
}

/** Links a card of a device to an account, for payments pushed from then on. */
function LinkField({
  card,
  accounts,
}: {
  readonly card: Device['accounts'][number]
  readonly accounts: readonly Account[]
}) {
  const text = useText()
  const words = text.accounts.wallet
  const link = useSend('PUT /wallet/accounts/{id}')
  return (
    <SelectField
      label={words.account(card.name)}
      value={card.account_id}
      fault={link.error && failureText(link.error, text)}
      onChange={({ target: { value } }) => {
        link.mutate({ params: { id: card.id }, body: { account_id: value } })
      }}
    >
      {accounts.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

function RevokeDevice({
  device: { id, name },
  onClose,
}: {
  readonly device: Device
  readonly onClose: () => void
}) {
  const words = useText().accounts.wallet
  const revoke = useSend('POST /wallet/devices/{id}/revoke', { onDone: onClose })
  return (
    <Confirm
      title={words.revokeTitle(name)}
      action={words.revoke}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ params: { id }, body: {} })}
      onClose={onClose}
    >
      {words.revokeWords}
    </Confirm>
  )
}
