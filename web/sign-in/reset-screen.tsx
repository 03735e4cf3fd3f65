import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/calls/call.ts'
import { faultOf } from '#web/calls/failure.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, TextField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { readLinkToken, useArrive } from './arrive.ts'
import { Entrance, EntranceForm } from './entrance.tsx'
import { CodeField, useSecondFactor } from './sign-in-screen.tsx'

/** Sets a new password through a link from the operator, or from a mail. */
export function ResetScreen() {
  const text = useText().signIn
  const arrive = useArrive()
  const [token] = useState(() => readLinkToken() ?? '')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [revokes, setRevokes] = useState(false)
  const check = useQuery({
    queryKey: ['reset link', token],
    queryFn: () => call('POST /password-reset/check', { body: { token } }),
    retry: false,
  })
  const reset = useMutation({
    mutationFn: () =>
      call('POST /password-reset', {
        body: { token, password, revoke_all: revokes, ...(code !== '' && { code }) },
      }),
    onSuccess: arrive,
  })
  const wantsCode = useSecondFactor(reset.error)
  const error = check.error ?? reset.error
  return (
    <Entrance title={text.newPassword} words={check.data && text.newPasswordFor(check.data.email)}>
      {error && <Failed error={error} />}
      {check.data && (
        <EntranceForm onSubmit={() => reset.mutate()}>
          <TextField
            label={text.password}
            hint={text.passwordHint}
            type="password"
            autoComplete="new-password"
            required
            autoFocus
            minLength={10}
            value={password}
            fault={faultOf(reset.error, 'password')}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Checkbox
            label={text.revokeAll}
            checked={revokes}
            onChange={(event) => setRevokes(event.target.checked)}
          />
          {wantsCode && <CodeField value={code} onChange={setCode} />}
          <Button look="primary" type="submit" busy={reset.isPending}>
            {text.setPassword}
          </Button>
        </EntranceForm>
      )}
    </Entrance>
  )
}
