import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { call } from '#web/calls/call.ts'
import { CallFailure } from '#web/calls/failure.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeToCopy } from '#web/ui/code.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { useArrive } from './arrive.ts'
import { Entrance, EntranceForm, Or } from './entrance.tsx'
import styles from './entrance.module.css'
import { canShowPasskey, signInWithPasskey } from './passkey.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { goToProvider, STAY } from './provider-login.ts'
import { Forgotten, ForgotButton } from '#web/mail/forgotten.tsx'
import { wayBackWith } from './way-back.ts'

/** The screen for people who are not signed in. */
export function SignInScreen() {
  const text = useText().signIn
  const { data, isPending } = useQuery(ask('GET /entrance'))
  const [hasForgotten, setHasForgotten] = useState(false)
  // A form that is not meant must not flash.
  if (isPending) return null
  if (data?.needs_setup) {
    return (
      <Entrance title={text.setUpFirst}>
        <p>{text.setUpFirstWords}</p>
        <CodeToCopy label={text.setUpFirstCommand}>earmark setup-link</CodeToCopy>
      </Entrance>
    )
  }
  const mails = data?.mails_links === true && data.passwords
  if (mails && hasForgotten) {
    return (
      <Entrance title={text.newPassword}>
        <Suspense>
          <Forgotten onBack={() => setHasForgotten(false)} />
        </Suspense>
      </Entrance>
    )
  }
  const forgot = mails ? (
    <Suspense>
      <ForgotButton onOpen={() => setHasForgotten(true)} />
    </Suspense>
  ) : (
    <p className={styles.aside}>{text.forgotten}</p>
  )
  return (
    <Entrance title={text.title}>
      {data?.passwords !== false && <PasswordForm forgot={forgot} />}
      {data?.passkeys === 'available' && canShowPasskey() && <PasskeyButton />}
      {data && data.providers.length > 0 && <Providers entrance={data} />}
    </Entrance>
  )
}

function Providers({ entrance }: { readonly entrance: Output<'GET /entrance'> }) {
  const text = useText().signIn
  const { to } = useSearch({ from: '/sign-in' })
  const { providers, passwords, auto_redirect } = entrance
  // Once in a tab, so that a provider that sends people back with an error makes no circle.
  const [goesOn] = useState(() => auto_redirect && sessionStorage.getItem(STAY) === null)
  const kept = { purpose: 'sign_in', to: wayBackWith(to, location.hash) } as const
  const [first] = providers
  useEffect(() => {
    if (goesOn && first) void goToProvider(first.id, kept).catch(() => {})
    // oxlint-disable-next-line react/exhaustive-deps -- it goes on once
  }, [])
  return (
    <>
      {passwords && <Or>{text.or}</Or>}
      <Suspense>
        <ProviderButtons providers={providers} kept={kept} />
      </Suspense>
    </>
  )
}

function PasswordForm({ forgot }: { readonly forgot: ReactNode }) {
  const text = useText().signIn
  const { to } = useSearch({ from: '/sign-in' })
  const arrive = useArrive(wayBackWith(to, location.hash))
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const signIn = useMutation({
    mutationFn: () => {
      const body = { email: email.trim(), password, ...(code !== '' && { code: code.trim() }) }
      return call('POST /sign-in', { body })
    },
    onSuccess: arrive,
  })
  const wantsCode = useSecondFactor(signIn.error) || code !== ''
  const isAsking =
    signIn.error instanceof CallFailure && signIn.error.code === 'second_factor_required'
  return (
    <EntranceForm onSubmit={() => signIn.mutate()}>
      {signIn.error && !isAsking && <Failed error={signIn.error} />}
      <TextField
        label={text.email}
        type="email"
        autoComplete="username webauthn"
        required
        autoFocus
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label={text.password}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {wantsCode && <CodeField value={code} onChange={setCode} />}
      <Button look="primary" type="submit" busy={signIn.isPending}>
        {text.title}
      </Button>
      {forgot}
    </EntranceForm>
  )
}

/** True once the server has asked for a code, in this attempt or an earlier one. */
export function useSecondFactor(error: unknown): boolean {
  const [asked, setAsked] = useState(false)
  const wants =
    error instanceof CallFailure &&
    (error.code === 'second_factor_required' || error.code === 'second_factor_failed')
  if (wants && !asked) setAsked(true)
  return asked
}

/** A field for a code of an authenticator app, or a recovery code. */
export function CodeField({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (code: string) => void
}) {
  const text = useText().signIn
  return (
    <TextField
      label={text.code}
      hint={text.codeHint}
      autoComplete="one-time-code"
      required
      autoFocus
      maxLength={40}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function PasskeyButton() {
  const text = useText().signIn
  const { to } = useSearch({ from: '/sign-in' })
  const arrive = useArrive(wayBackWith(to, location.hash))
  const show = useMutation({
    mutationFn: signInWithPasskey,
    onSuccess: (session) => {
      if (session) arrive(session)
    },
  })
  return (
    <>
      <Or>{text.or}</Or>
      {show.error && <Failed error={show.error} />}
      <Button busy={show.isPending} onClick={() => show.mutate()}>
        <KeyRound size={18} aria-hidden />
        {text.passkey}
      </Button>
    </>
  )
}
