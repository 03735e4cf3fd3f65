import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#web/calls/call.ts'
import { refresh, useSendOnce } from '#web/calls/changes.ts'
import { ask } from '#web/calls/queries.ts'
import { remember } from '#web/shell/history.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Form, Words } from '#web/ui/stack.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import type { Account } from './account.ts'
import { Comparison } from './comparison.tsx'
import { DatedBalance } from './dated-balance.tsx'

type Props = { readonly account: Account; readonly onClose: () => void }

/** How long typing must pause before the balances are compared, in milliseconds. */
const PAUSE_MS = 300

/** Compares an account with its bank's balance, and corrects the difference by one transaction at most. */
export function CompareBalance({ account, onClose }: Props) {
  const text = useText()
  const words = text.accounts.compare
  const { money } = useFormats()
  const form = useId()
  const { data: home } = useQuery(ask('GET /home'))
  const [balance, setBalance] = useState<number | null>(account.balance)
  const [chosen, setDay] = useState<string | null>(null)
  const day = chosen ?? home?.today ?? ''
  const { data, error, isFresh } = useComparison(account.id, balance, day)
  const onDone = useReconciled(account)
  const send = useSendOnce('POST /accounts/{id}/reconciliation', {
    onDone: ({ id }, { body }) => {
      onDone(id, body)
      onClose()
    },
  })
  const isReported = data?.way === 'reported'
  const submit = () => {
    if (!isFresh || isReported || !data || balance === null) return
    const { difference } = data
    const body = { balance, day, concept: words.concept, expected_difference: difference }
    send.send({ params: { id: account.id }, body })
  }
  const fault = send.error ?? error
  return (
    <Dialog
      title={isReported ? words.reportedTitle(account.name) : words.title(account.name)}
      open
      insistent
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          {!isReported && (
            <Button
              look="primary"
              type="submit"
              form={form}
              busy={send.isPending}
              disabled={!isFresh}
            >
              {isFresh && data && data.difference !== 0
                ? words.correct(money(data.difference, account.currency, { signed: true }))
                : words.confirm}
            </Button>
          )}
        </>
      }
    >
      <Form id={form} onSubmit={submit}>
        {isReported ? <Notice>{words.reported}</Notice> : <Words>{words.words}</Words>}
        {fault && <Failed error={fault} />}
        <DatedBalance
          account={account}
          labels={{ value: words.balance, day: words.day }}
          name="balance"
          value={balance}
          day={day}
          today={home?.today}
          error={fault}
          onValue={setBalance}
          onDay={setDay}
        />
        {data && <Comparison account={account} compared={data} isStale={!isFresh} />}
      </Form>
    </Dialog>
  )
}

/** Compares while somebody types. `isFresh`: the comparison is of what is typed now. */
function useComparison(id: string, balance: number | null, day: string) {
  const key = `${balance} ${day}`
  const rested = useDebounced(key, PAUSE_MS)
  const isWhole = balance !== null && day !== ''
  const { data, error, isPlaceholderData } = useQuery({
    ...ask('GET /accounts/{id}/reconciliation', {
      params: { id },
      query: { balance: balance ?? 0, day },
    }),
    enabled: isWhole && rested === key,
    placeholderData: keepPreviousData,
  })
  const isFresh = isWhole && data?.balance === balance && data.day === day && !isPlaceholderData
  return { data, error, isFresh }
}

type Body = {
  readonly balance: number
  readonly day?: string | undefined
  readonly concept?: string | undefined
}

/** Announces a reconciliation. Its undo takes the correction back. */
function useReconciled({ id, name }: Account) {
  const queries = useQueryClient()
  const text = useText()
  return (first: string, { balance, day, concept }: Body) => {
    const params = { id }
    let latest = first
    const undo = async () => {
      const body = { reconciliation_id: latest }
      await call('POST /accounts/{id}/reconciliation/undo', { params, body })
      await refresh(queries)
    }
    const redo = async () => {
      const body = { balance, day, concept }
      latest = (await call('POST /accounts/{id}/reconciliation', { params, body })).id
      await refresh(queries)
    }
    remember({ words: text.accounts.compare.done(name), undo, redo }, text)
  }
}
