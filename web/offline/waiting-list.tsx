import { useQuery } from '@tanstack/react-query'
import { CloudUpload, Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { CallFailure } from '#web/calls/failure.ts'
import { ask } from '#web/calls/queries.ts'
import type { Catalogue } from '#web/text/catalogue.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Money } from '#web/ui/money.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import type { StoredFailure, Waiting } from './database.ts'
import styles from './offline.module.css'
import { EditWaiting } from './edit-waiting.tsx'
import { dropWaiting, listWaiting, onWaiting } from './waiting.ts'

/** Lists what was recorded without an answer of the server, and what the server refused of it. */
export function WaitingList() {
  const { away } = useText().shell
  const waiting = useSyncExternalStore(onWaiting, listWaiting)
  const [editing, setEditing] = useState<Waiting | null>(null)
  const [dropping, setDropping] = useState<Waiting | null>(null)
  if (waiting.length === 0) return null
  return (
    <Card title={away.title} flush className={styles.waiting}>
      <Rows label={away.title}>
        {waiting.map((one) => (
          <WaitingRow
            key={one.key}
            one={one}
            onEdit={() => setEditing(one)}
            onDrop={() => setDropping(one)}
          />
        ))}
      </Rows>
      {editing && <EditWaiting one={editing} onClose={() => setEditing(null)} />}
      {dropping && (
        <Confirm
          title={away.dropTitle(dropping.body.concept)}
          action={away.drop}
          busy={false}
          error={null}
          onConfirm={() => void dropWaiting(dropping).then(() => setDropping(null))}
          onClose={() => setDropping(null)}
        >
          {away.dropWords}
        </Confirm>
      )}
    </Card>
  )
}

function WaitingRow({
  one: { body, failure },
  onEdit,
  onDrop,
}: {
  readonly one: Waiting
  readonly onEdit: () => void
  readonly onDrop: () => void
}) {
  const text = useText()
  const { away } = text.shell
  const { day } = useFormats()
  const { data: accounts = [] } = useQuery(ask('GET /accounts'))
  const account = accounts.find(({ id }) => id === body.account_id)
  const Picture = failure === null ? CloudUpload : TriangleAlert
  return (
    <Row
      picture={<Picture size={17} aria-hidden />}
      title={body.concept}
      badge={
        <Badge tone={failure === null ? 'neutral' : 'bad'}>
          {failure === null ? away.waits : away.refusedTitle}
        </Badge>
      }
      detail={
        <Facts>
          {[
            failure !== null && reasonOf(failure, text),
            body.booked_at && day(body.booked_at),
            account?.name,
          ]}
        </Facts>
      }
      aside={account && <Money cents={body.amount} currency={account.currency} />}
      actions={
        <>
          {failure !== null && (
            <IconButton name={away.edit} onClick={onEdit}>
              <Pencil size={16} aria-hidden />
            </IconButton>
          )}
          <IconButton name={away.drop} onClick={onDrop}>
            <Trash2 size={16} aria-hidden />
          </IconButton>
        </>
      }
    />
  )
}

function reasonOf(failure: StoredFailure, text: Catalogue): string {
  const { code, message, param, detail } = failure
  if (code === 'resource_not_found' && param === 'account_id') return text.shell.away.accountGone
  const details = { message, param: param ?? undefined, detail: detail ?? undefined }
  return failureText(new CallFailure(code, details), text)
}
