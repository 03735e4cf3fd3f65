import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/calls/call.ts'
import { faultOf } from '#web/calls/failure.ts'
import { EntranceForm } from '#web/sign-in/entrance.tsx'
import { useLanguage } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { useMailWords } from './words.ts'

/** Opens the form for a forgotten password. */
export function ForgotButton({ onOpen }: { readonly onOpen: () => void }) {
  const words = useMailWords()
  return (
    <Button look="quiet" onClick={onOpen}>
      {words.forgot}
    </Button>
  )
}

/** Asks for a mail with a link. The answer is the same whether or not an account has the address. */
export function Forgotten({ onBack }: { readonly onBack: () => void }) {
  const words = useMailWords()
  const { language } = useLanguage()
  const [email, setEmail] = useState('')
  const asking = useMutation({
    mutationFn: () => call('POST /password-reset/mail', { body: { email, language } }),
  })
  const back = <Button onClick={onBack}>{words.back}</Button>
  if (asking.isSuccess) {
    return (
      <>
        <Notice>{words.linkSent}</Notice>
        {back}
      </>
    )
  }
  return (
    <EntranceForm onSubmit={() => asking.mutate()}>
      {asking.error && <Failed error={asking.error} />}
      <TextField
        label={words.email}
        hint={words.forgotWords}
        type="email"
        autoComplete="username"
        required
        autoFocus
        value={email}
        fault={faultOf(asking.error, 'email')}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button look="primary" type="submit" busy={asking.isPending}>
        {words.sendLink}
      </Button>
      {back}
    </EntranceForm>
  )
}
