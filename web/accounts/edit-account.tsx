import { lazy, Suspense, useId, useState } from 'react'
import { useSend, useSendOnce } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import { changedFields } from '#web/edits/changed-fields.ts'
import { useDraft } from '#web/edits/use-draft.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Buttons, Form } from '#web/ui/stack.tsx'
import type { Account, AccountCheck } from './account.ts'

const CompareBalance = lazy(() =>
  import('./compare-balance.tsx').then((file) => ({ default: file.CompareBalance })),
)
const UpdateValue = lazy(() =>
  import('./update-value.tsx').then((file) => ({ default: file.UpdateValue })),
)

type Props = { readonly account: Account; readonly onClose: () => void }

/** Edits the fields that the household controls: the name, if the account is cash, and if it is closed. */
export function EditAccount({
  account,
  check,
  onClose,
}: Props & { readonly check: AccountCheck | undefined }) {
  const text = useText()
  const words = text.accounts
  const form = useId()
  const [closing, setClosing] = useState(false)
  const [checking, setChecking] = useState(false)
  const change = useSendOnce('PATCH /accounts/{id}', { onDone: onClose })
  const { draft, stored, updated_at, edit } = useDraft(account, {
    fields: { name: account.name, spendable: account.spendable },
    error: change.error,
  })
  if (closing) return <CloseAccount account={account} onClose={onClose} />
  if (checking && check) return <Checking way={check.way} account={account} onClose={onClose} />
  const submit = () => {
    const changed = changedFields(stored, draft)
    if (Object.keys(changed).length === 0) return onClose()
    const body = { ...changed, expected_updated_at: updated_at }
    change.send({ params: { id: account.id }, body })
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
          value={draft.name}
          fault={faultOf(change.error, 'name')}
          onChange={(event) => edit({ name: event.target.value })}
        />
        <SpendableField value={draft.spendable} onChange={(spendable) => edit({ spendable })} />
        {check && (
          <Buttons>
            <Button onClick={() => setChecking(true)}>{words.check[check.way]}</Button>
          </Buttons>
        )}
      </Form>
    </Dialog>
  )
}

function Checking({ way, ...props }: Props & Pick<AccountCheck, 'way'>) {
  const Dialog = way === 'value' ? UpdateValue : CompareBalance
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}

function SpendableField({
  value,
  onChange,
}: {
  readonly value: boolean | null
  readonly onChange: (value: boolean | null) => void
}) {
  const words = useText().accounts
  return (
    <SelectField
      label={words.spendable}
      value={value === null ? 'type' : value ? 'yes' : 'no'}
      onChange={({ target: { value: chosen } }) =>
        onChange(chosen === 'type' ? null : chosen === 'yes')
      }
    >
      {(['type', 'yes', 'no'] as const).map((one) => (
        <option key={one} value={one}>
          {words.spendables[one]}
        </option>
      ))}
    </SelectField>
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
