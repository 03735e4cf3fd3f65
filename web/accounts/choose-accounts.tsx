import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Money } from '#web/ui/money.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Form, Words } from '#web/ui/stack.tsx'
import styles from './accounts.module.css'
import { ReturnedAccounts } from './returned.tsx'

type Catalog = Output<'GET /connections/{id}/accounts'>['accounts']

/** Chooses the accounts of a bank to follow. Looking for new accounts costs a request to the bank, and the text says so. */
export function ChooseAccounts({
  id,
  onClose,
}: {
  readonly id: string
  readonly onClose: () => void
}) {
  const text = useText()
  const words = text.accounts.connections
  const form = useId()
  const params = { id }
  const { data, error, refetch } = useQuery(ask('GET /connections/{id}/accounts', { params }))
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const save = useSend('PUT /connections/{id}/accounts', { onDone: onClose })
  const discover = useSend('POST /aggregator/items/{id}/discover')
  const { data: connections } = useQuery(ask('GET /connections'))
  // Plaid reports new accounts only when its login is renewed.
  const isAskable = connections?.find((one) => one.id === id)?.provider === 'provider_a'
  const chosen = (data?.accounts ?? [])
    .filter((one) => changed.get(one.id) ?? one.subscribed)
    .map((one) => one.id)
  const failed = error ?? save.error ?? discover.error
  return (
    <Dialog
      title={words.choose}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="primary" type="submit" form={form} disabled={!data} busy={save.isPending}>
            {text.ui.save}
          </Button>
        </>
      }
    >
      <ReturnedAccounts connection={id} />
      <Form id={form} onSubmit={() => save.mutate({ params, body: { account_ids: chosen } })}>
        <Words>{chosen.length === 0 ? words.chooseNone : words.chooseWords}</Words>
        {failed && <Failed error={failed} {...(error && { retry: () => void refetch() })} />}
        {!data && !error && <Skeleton height="160px" />}
        {data?.accounts.length === 0 && <p>{words.nothingFound}</p>}
        {data && (
          <CatalogList
            catalog={data.accounts}
            chosen={chosen}
            onChange={(one, isChosen) => setChanged(new Map([...changed, [one, isChosen]]))}
          />
        )}
        {isAskable && (
          <div>
            <Button
              size="small"
              busy={discover.isPending}
              onClick={() => discover.mutate({ params })}
            >
              {words.discover}
            </Button>
          </div>
        )}
      </Form>
    </Dialog>
  )
}

function CatalogList({
  catalog,
  chosen,
  onChange,
}: {
  readonly catalog: Catalog
  readonly chosen: readonly string[]
  readonly onChange: (id: string, isChosen: boolean) => void
}) {
  const words = useText().accounts.connections
  return (
    <ul className={styles.catalog}>
      {catalog.map(({ id, name, mask, balance, currency, available }) => (
        <li key={id}>
          <Checkbox
            label={mask === null ? name : `${name} •${mask}`}
            checked={chosen.includes(id)}
            onChange={(event) => onChange(id, event.target.checked)}
          />
          {!available && <Badge tone="warn">{words.unavailable}</Badge>}
          {balance !== null && <Money cents={balance} currency={currency} />}
        </li>
      ))}
    </ul>
  )
}
