import { useState } from 'react'
import { faultOf } from '#web/calls/failure.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useText } from '#web/text/text.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Secret } from '#web/ui/code.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Words } from '#web/ui/stack.tsx'

/** Transfers the secret to an app by QR code or typing; a code from the app confirms that it arrived. */
export function SetUpAuthenticator({
  secret,
  uri,
  onCodes,
  onClose,
}: {
  readonly secret: string
  readonly uri: string
  readonly onCodes: (codes: readonly string[]) => void
  readonly onClose: () => void
}) {
  const words = useText().settings.you
  const [code, setCode] = useState('')
  const confirm = useSendSecret('POST /authenticator/confirm', {
    onDone: ({ recovery_codes }) => onCodes(recovery_codes),
  })
  return (
    <FormDialog
      title={words.authenticator}
      action={words.confirm}
      busy={confirm.isPending}
      error={confirm.error}
      onSubmit={() => confirm.send({ body: { code: code.trim() } })}
      onClose={onClose}
    >
      <Words>{words.secretWords}</Words>
      <QrCode label={words.qrCode}>{uri}</QrCode>
      <Secret label={words.secret}>{secret}</Secret>
      <div>
        <a href={uri} className={buttonClass('plain', 'small')}>
          {words.openApp}
        </a>
      </div>
      <TextField
        label={words.code}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        minLength={6}
        maxLength={10}
        value={code}
        fault={faultOf(confirm.error, 'code')}
        onChange={(event) => setCode(event.target.value)}
      />
    </FormDialog>
  )
}
