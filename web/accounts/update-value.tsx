import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { call } from '#web/calls/call.ts'
import { refresh, useSendOnce } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import { ask } from '#web/calls/queries.ts'
import { remember } from '#web/shell/history.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Money } from '#web/ui/money.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { Words } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Account } from './account.ts'
import styles from './checking.module.css'
import { Change } from './comparison.tsx'
import { DatedBalance } from './dated-balance.tsx'

type Props = { readonly account: Account; readonly onClose: () => void }

/** States what an asset or a loan was worth on a day, and lists the values so far. */
export function UpdateValue({ account, onClose }: Props) {
  const text = useText()
  const words = text.accounts.value
  const { id, currency, type } = account
  const { data: home } = useQuery(ask('GET /home'))
  const [value, setValue] = useState<number | null>(account.balance)
  const [chosen, setDay] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const day = chosen ?? home?.today ?? ''
  const { data } = useQuery({
    ...ask('GET /accounts/{id}/reconciliation', { params: { id }, query: { balance: 0, day } }),
    enabled: day !== '',
    placeholderData: keepPreviousData,
  })
  const onDone = useValued(account)
  const send = useSendOnce('POST /accounts/{id}/value', {
    onDone: ({ replaced, day: on }, { body }) => {
      onDone({ day: on, value: body.value, replaced })
      onClose()
    },
  })
  const submit = () => {
    if (value === null || day === '') return
    const body = { value, day, note: note || null, concept: words.concept }
    send.send({ params: { id }, body })
  }
  return (
    <FormDialog
      title={words.title(account.name)}
      action={words.save}
      busy={send.isPending}
      error={send.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Words>{words.words}</Words>
      <DatedBalance
        account={account}
        labels={{ value: type === 'loan' ? words.owed : words.value, day: words.day }}
        name="value"
        value={value}
        day={day}
        today={home?.today}
        error={send.error}
        onValue={setValue}
        onDay={setDay}
      />
      <TextField
        label={words.note}
        value={note}
        maxLength={2000}
        autoComplete="off"
        fault={faultOf(send.error, 'note')}
        onChange={(event) => setNote(event.target.value)}
      />
      {data && value !== null && (
        <div role="status">
          <dl className={styles.facts}>
            <Change
              name={words.before}
              change={{ before: data.own_balance, after: value }}
              currency={currency}
            />
          </dl>
        </div>
      )}
      <Values account={account} />
    </FormDialog>
  )
}

/** Lists the dated values, newest day first; each can be taken back. */
function Values({ account: { id, currency } }: { readonly account: Account }) {
  const text = useText()
  const words = text.accounts.value
  const queries = useQueryClient()
  const formats = useFormats()
  const { data = [] } = useQuery(ask('GET /accounts/{id}/values', { params: { id } }))
  if (data.length === 0) return null
  const remove = async (day: string, value: number) => {
    const undo = () => put(queries, { id, day, value, concept: words.concept })
    const redo = () => takeBack(queries, { id, day })
    try {
      await redo()
      remember({ words: words.removed(formats.day(day, 'dated')), undo, redo }, text)
    } catch (error) {
      toast(failureText(error, text))
    }
  }
  return (
    <div>
      <p className={styles.part}>{words.earlier}</p>
      <Rows label={words.earlier} bare>
        {data.map(({ id: key, kind, day, balance }) => (
          <Row
            key={key}
            title={formats.day(day, 'dated')}
            aside={<Money cents={balance} currency={currency} />}
            actions={
              kind === 'value' && (
                <IconButton
                  name={words.remove(formats.day(day, 'dated'))}
                  onClick={() => void remove(day, balance)}
                >
                  <X size={16} aria-hidden />
                </IconButton>
              )
            }
          />
        ))}
      </Rows>
    </div>
  )
}

type Queries = ReturnType<typeof useQueryClient>
type Dated = { readonly id: string; readonly day: string }
type Valued = Dated & { readonly value: number; readonly concept: string }

async function put(queries: Queries, { id, ...body }: Valued): Promise<void> {
  await call('POST /accounts/{id}/value', { params: { id }, body })
  await refresh(queries)
}

async function takeBack(queries: Queries, params: Dated): Promise<void> {
  await call('DELETE /accounts/{id}/values/{day}', { params })
  await refresh(queries)
}

type Set = { readonly day: string; readonly value: number; readonly replaced: number | null }

/** Announces a new value. Its undo brings back the value that the day had before, if any. */
function useValued({ id, name }: Account) {
  const queries = useQueryClient()
  const text = useText()
  return ({ day, value, replaced }: Set) => {
    const { concept, done } = text.accounts.value
    const redo = () => put(queries, { id, day, value, concept })
    const undo = () =>
      replaced === null
        ? takeBack(queries, { id, day })
        : put(queries, { id, day, value: replaced, concept })
    remember({ words: done(name), undo, redo }, text)
  }
}
