import { useId, useState } from 'react'
import { faultOf } from '#web/calls/failure.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useText } from '#web/text/text.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Secret } from '#web/ui/code.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Form, Words } from '#web/ui/stack.tsx'

/** The secret goes into an app, by its camera or typed; a code of it shows that it has arrived there. */
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
  const text = useText()
  const words = text.settings.you
  const form = useId()
  const [code, setCode] = useState('')
  const confirm = useSendSecret('POST /authenticator/confirm', {
    onDone: ({ recovery_codes }) => onCodes(recovery_codes),
  })
  return (
    <Dialog
      title={words.authenticator}
      open
      insistent
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={confirm.isPending}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={() => confirm.send({ body: { code: code.trim() } })}>
        <Words>{words.secretWords}</Words>
        <QrCode label={words.qrCode}>{uri}</QrCode>
        <Secret label={words.secret}>{secret}</Secret>
        <div>
          <a href={uri} className={buttonClass('plain', 'small')}>
            {words.openApp}
          </a>
        </div>
        {confirm.error !== null && <Failed error={confirm.error} />}
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
      </Form>
    </Dialog>
  )
}
