import { X } from 'lucide-react'
import { useState } from 'react'
import { makeIdempotencyKeys } from '#web/calls/call.ts'
import { useSendOnce } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDismissProposal } from './dismiss.ts'
import styles from './proposals.module.css'

type Proposal = Output<'GET /proposals'>['paydays'][number]

/** Proposes a schedule for each regular deposit: accepting creates it, declining is remembered. */
export function PaydayProposals({
  paydays,
  currency,
}: {
  readonly paydays: readonly Proposal[]
  readonly currency: string
}) {
  const text = useText()
  const words = text.firstSteps.pay
  const { dismiss: dismissal } = text.proposals
  const dismiss = useDismissProposal('payday')
  const formats = useFormats()
  const [keyFor] = useState(makeIdempotencyKeys)
  const add = useSendOnce('POST /funding-schedules', {
    onDone: (_, { body }) => toast(words.added(body.name)),
  })
  const send = ({ name, frequency, days, anchor, weekend, amount }: Proposal) => {
    const body = { name, frequency, days, anchor, weekend, estimated_deposit: amount }
    add.send({ body, idempotencyKey: keyFor(JSON.stringify(body)) })
  }
  return (
    <>
      {add.error && <Failed error={add.error} />}
      <ul>
        {paydays.map((payday) => {
          const rhythm = words.rhythm({ ...payday, weekday: formats.weekday(payday.next, 'long') })
          const amount = formats.money(payday.amount, currency)
          return (
            <li key={JSON.stringify(payday)} className={styles.proposal}>
              <span className={styles.words}>
                <strong className="money">
                  {(payday.varies ? words.about : words.exactly)(rhythm, amount)}
                </strong>
                <span className="soft">
                  {words.next(payday.name, formats.day(payday.next, 'weekday'))}
                </span>
              </span>
              <span className={styles.deeds}>
                <Button
                  look="primary"
                  size="small"
                  busy={add.isPending}
                  onClick={() => send(payday)}
                >
                  {words.add(payday.name)}
                </Button>
                <IconButton name={dismissal(payday.name)} onClick={() => dismiss(payday)}>
                  <X size={18} aria-hidden />
                </IconButton>
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
