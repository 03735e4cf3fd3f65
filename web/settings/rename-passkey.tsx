import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import { useText } from '#web/text/text.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import type { Security } from './security.ts'

/** Renames a passkey, so that the person can recognise it. */
export function RenamePasskey({
  passkey: { id, name },
  onClose,
}: {
  readonly passkey: Security['passkeys'][number]
  readonly onClose: () => void
}) {
  const text = useText()
  const words = text.settings.you
  const [typed, setTyped] = useState(name)
  const rename = useSend('PATCH /passkeys/{id}', { onDone: onClose })
  return (
    <FormDialog
      title={words.renamePasskey(name)}
      action={text.ui.save}
      busy={rename.isPending}
      error={rename.error}
      onSubmit={() => rename.mutate({ params: { id }, body: { name: typed } })}
      onClose={onClose}
    >
      <TextField
        label={words.passkeyName}
        required
        autoFocus
        maxLength={200}
        autoComplete="off"
        value={typed}
        fault={faultOf(rename.error, 'name')}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  )
}
