import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { call } from '#web/calls/call.ts'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Form, Words } from '#web/ui/stack.tsx'
import { canShowPasskey, proveWithPasskey } from './passkey.ts'
import { ProveWithProviders } from './prove-with-provider.tsx'
import { CodeField, useSecondFactor } from './sign-in-screen.tsx'

/** Asks for a proof of identity before an action that reveals or changes a secret. The proof lasts five minutes. */
export function ProofDialog({ onEnd }: { readonly onEnd: (proved: boolean) => void }) {
  const text = useText()
  const form = useId()
  const { data: security } = useQuery(ask('GET /security'))
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const wantsCode = useSecondFactor(error)
  const prove = async (by: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      if ((await by()) !== null) onEnd(true)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const byPassword = () => call('POST /sudo', { body: { password, ...(code !== '' && { code }) } })
  const hasPassword = security?.password !== false
  const hasPasskey = (security?.passkeys.length ?? 0) > 0 && canShowPasskey()
  return (
    <Dialog
      title={text.signIn.prove}
      open
      insistent
      onClose={() => onEnd(false)}
      actions={
        <>
          <Button onClick={() => onEnd(false)}>{text.ui.cancel}</Button>
          {hasPassword && (
            <Button look="primary" type="submit" form={form} busy={busy}>
              {text.signIn.proveButton}
            </Button>
          )}
        </>
      }
    >
      <Form id={form} onSubmit={() => void prove(byPassword)}>
        <Words>{text.signIn.proveWords}</Words>
        {error !== null && !(wantsCode && code === '') && <Failed error={error} />}
        {hasPassword && (
          <TextField
            label={text.signIn.password}
            type="password"
            autoComplete="current-password"
            required
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        {wantsCode && <CodeField value={code} onChange={setCode} />}
        {hasPasskey && (
          <Button busy={busy} onClick={() => void prove(proveWithPasskey)}>
            <KeyRound size={18} aria-hidden />
            {text.signIn.provePasskey}
          </Button>
        )}
        {security && (
          <ProveWithProviders security={security} busy={busy} onProved={() => onEnd(true)} />
        )}
      </Form>
    </Dialog>
  )
}
