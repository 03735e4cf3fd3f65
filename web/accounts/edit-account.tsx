import { useId, useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Form } from '#web/ui/stack.tsx'
import type { Account } from './account.ts'

type Props = { readonly account: Account; readonly onClose: () => void }

/** Edits the fields that the household controls: the name, if the account is cash, and if it is closed. */
export function EditAccount({ account, onClose }: Props) {
  const text = useText()
  const words = text.accounts
  const form = useId()
  const [closing, setClosing] = useState(false)
  const [name, setName] = useState(account.name)
  const [spendable, setSpendable] = useState(account.spendable)
  const change = useSend('PATCH /accounts/{id}', { onDone: onClose })
  if (closing) return <CloseAccount account={account} onClose={onClose} />
  const submit = () => {
    const body = { name, spendable, expected_updated_at: account.updated_at }
    change.mutate({ params: { id: account.id }, body })
  }
  return (
    <Dialog
      title={words.editTitle(account.name)}
      open
      onClose={onClose}
      actions={
        <>
          {account.provider === 'manual' && (
            <Button look="danger" onClick={() => setClosing(true)}>
              {words.close}
            </Button>
          )}
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={change.isPending}>
            {text.ui.save}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit}>
        {change.error && <Failed error={change.error} />}
        <TextField
          label={words.name}
          required
          maxLength={200}
          autoComplete="off"
          value={name}
          fault={faultOf(change.error, 'name')}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label={words.spendable}
          value={spendable === null ? 'type' : spendable ? 'yes' : 'no'}
          onChange={({ target: { value } }) =>
            setSpendable(value === 'type' ? null : value === 'yes')
          }
        >
          {(['type', 'yes', 'no'] as const).map((one) => (
            <option key={one} value={one}>
              {words.spendables[one]}
            </option>
          ))}
        </SelectField>
      </Form>
    </Dialog>
  )
}

function CloseAccount({ account, onClose }: Props) {
  const words = useText().accounts
  const close = useSend('POST /accounts/{id}/close', { onDone: onClose })
  const { id, name, updated_at } = account
  return (
    <Confirm
      title={words.closeTitle(name)}
      action={words.close}
      busy={close.isPending}
      error={close.error}
      onConfirm={() => close.mutate({ params: { id }, body: { expected_updated_at: updated_at } })}
      onClose={onClose}
    >
      {words.closeWords}
    </Confirm>
  )
}
