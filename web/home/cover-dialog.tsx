import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, makeIdempotencyKey } from '#web/calls/call.ts'
import { refresh, useSendOnce } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { remember } from '#web/shell/history.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { BeforeAfter, Money } from '#web/ui/money.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stack, Sum, Words } from '#web/ui/stack.tsx'

type Cover = Output<'GET /cover'>

/** More is set aside than there is: shows how much each Expense would give back, before anything moves. */
export function CoverDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const words = text.home.cover
  // Always refetched, because the balances of Expenses may have changed since the last read.
  const { data, error, refetch } = useQuery({ ...ask('GET /cover'), staleTime: 0, gcTime: 0 })
  const [idempotencyKey] = useState(makeIdempotencyKey)
  const onCovered = useUndoable(data?.currency ?? 'EUR')
  const cover = useSendOnce('POST /cover', {
    onDone: (_, { body }) => {
      onCovered(body.parts)
      onClose()
    },
  })
  const send = () => {
    if (!data || data.parts.length === 0) return
    const parts = data.parts.map(({ expense_id, amount }) => ({ expense_id, amount }))
    cover.send({ body: { parts }, idempotencyKey })
  }
  return (
    <Dialog
      title={words.title}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button
            look="primary"
            busy={cover.isPending}
            disabled={!data?.parts.length}
            onClick={send}
          >
            {words.submit}
          </Button>
        </>
      }
    >
      {cover.error && <Failed error={cover.error} />}
      {data ? (
        <Proposal cover={data} />
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height="160px" />
      )}
    </Dialog>
  )
}

function Proposal({ cover }: { readonly cover: Cover }) {
  const words = useText().home.cover
  const { money } = useFormats()
  const { currency, free_to_spend: free, parts, left_open: open } = cover
  if (free >= 0) return <Notice>{words.nothing}</Notice>
  const given = parts.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <Stack dense>
      <Words>{words.words}</Words>
      <Rows label={words.from} bare>
        {parts.map(({ expense_id: id, name, amount, balance, reason }) => (
          <Row
            key={id}
            title={name}
            detail={words.reasons[reason]}
            aside={
              <>
                <Money cents={-amount} currency={currency} />
                <p className="soft">
                  <Money cents={balance} currency={currency} />
                  {' → '}
                  <Money cents={balance - amount} currency={currency} />
                </p>
              </>
            }
          />
        ))}
      </Rows>
      <Sum name={words.free} total>
        <BeforeAfter before={free} after={free + given} currency={currency} />
      </Sum>
      {open > 0 && (
        <Notice tone="warn">
          <span className="money">{words.left(money(open, currency))}</span>
        </Notice>
      )}
    </Stack>
  )
}

type Parts = readonly { readonly expense_id: string; readonly amount: number }[]

/** Undoing returns to each Expense the amount that it gave. */
function useUndoable(currency: string) {
  const text = useText()
  const { money } = useFormats()
  const queries = useQueryClient()
  return (given: Parts) => {
    const parts = [...given]
    const total = parts.reduce((sum, { amount }) => sum + amount, 0)
    const send = async (operation: 'POST /cover' | 'POST /cover/undo') => {
      await call(operation, { body: { parts }, idempotencyKey: makeIdempotencyKey() })
      await refresh(queries)
    }
    remember(
      {
        words: text.home.cover.done(money(total, currency)),
        undo: () => send('POST /cover/undo'),
        redo: () => send('POST /cover'),
      },
      text,
    )
  }
}
