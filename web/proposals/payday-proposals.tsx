import { Pencil, X } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { makeIdempotencyKeys } from '#web/calls/call.ts'
import { useSendOnce } from '#web/calls/changes.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDismissProposal } from './dismiss.ts'
import {
  type EditedPayday,
  editedPayday,
  type PaydayEdit,
  type PaydayProposal,
} from './edited-payday.ts'
import styles from './proposals.module.css'

const EditPayday = lazy(() =>
  import('./edit-payday.tsx').then((file) => ({ default: file.EditPayday })),
)

type Props = { readonly paydays: readonly PaydayProposal[]; readonly currency: string }

/**
 * Proposes a schedule for each regular deposit: accepting creates it, as it was found or changed; declining is remembered.
 */
export function PaydayProposals({ paydays, currency }: Props) {
  const words = useText().firstSteps.pay
  const [keyFor] = useState(makeIdempotencyKeys)
  const add = useSendOnce('POST /funding-schedules', {
    onDone: (_, { body }) => toast(words.added(body.name)),
  })
  const send = ({ name, frequency, days, anchor, weekend, amount, payer }: EditedPayday) => {
    const schedule = { name, frequency, days, anchor, weekend, estimated_deposit: amount }
    const body = payer === '' ? schedule : { ...schedule, payer }
    add.send({ body, idempotencyKey: keyFor(JSON.stringify(body)) })
  }
  return (
    <>
      {add.error && <Failed error={add.error} />}
      <ul>
        {paydays.map((payday) => (
          <Payday
            key={JSON.stringify(payday)}
            found={payday}
            currency={currency}
            busy={add.isPending}
            onAdd={send}
          />
        ))}
      </ul>
    </>
  )
}

type PaydayProps = {
  readonly found: PaydayProposal
  readonly currency: string
  readonly busy: boolean
  readonly onAdd: (payday: EditedPayday) => void
}

function Payday({ found, currency, busy, onAdd }: PaydayProps) {
  const text = useText()
  const words = text.firstSteps.pay
  const formats = useFormats()
  const dismiss = useDismissProposal('payday')
  const [edit, setEdit] = useState<PaydayEdit | null>(null)
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const payday = editedPayday(found, edit ?? undefined)
  const rhythm = words.rhythm({ ...payday, weekday: formats.weekday(payday.next, 'long') })
  const amount = formats.money(payday.amount, currency)
  const isAbout = found.varies && edit?.amount === undefined
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <li className={styles.proposal}>
      <span className={styles.words}>
        <strong className="money">{(isAbout ? words.about : words.exactly)(rhythm, amount)}</strong>
        <span className="soft">
          {words.next(payday.name || found.name, formats.day(payday.next, 'weekday'))}
        </span>
      </span>
      <span className={styles.deeds}>
        <Button
          look="primary"
          size="small"
          busy={busy}
          disabled={!payday.isComplete}
          onClick={() => onAdd(payday)}
        >
          {words.add(payday.name || found.name)}
        </Button>
        <IconButton
          ref={opener}
          name={text.proposals.edit.open(found.name)}
          aria-expanded={open}
          onClick={() => (open ? close() : setOpen(true))}
        >
          <Pencil size={18} aria-hidden />
        </IconButton>
        <IconButton name={text.proposals.dismiss(found.name)} onClick={() => dismiss(found)}>
          <X size={18} aria-hidden />
        </IconButton>
      </span>
      {open && (
        <Suspense>
          <EditPayday
            found={found}
            edit={edit ?? undefined}
            currency={currency}
            onChange={setEdit}
            onClose={close}
          />
        </Suspense>
      )}
    </li>
  )
}
