import { useMutation, useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { call } from '#web/calls/call.ts'
import { faultOf, isSignedOut } from '#web/calls/failure.ts'
import { ask } from '#web/calls/queries.ts'
import { browserZone } from '#web/text/formats.ts'
import { useLanguage, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { AccountFields, type AccountDraft, emptyAccount } from './account-fields.tsx'
import { readLinkToken, useArrive } from './arrive.ts'
import { CurrencyField } from './currency-field.tsx'
import { Entrance, EntranceForm, Or } from './entrance.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { likelyCurrency } from './likely-currency.ts'

const RestoreScreen = lazy(() =>
  import('#web/backups/restore-screen.tsx').then((file) => ({ default: file.RestoreScreen })),
)

/** Creates the first account of an instance through the link that the server printed, opens the demo, or restores a backup. */
export function SetupScreen() {
  const text = useText().signIn
  const [token] = useState(readLinkToken)
  const [restores, setRestores] = useState(false)
  const check = useQuery({
    queryKey: ['setup link', token],
    queryFn: () => call('POST /setup/check', { body: { token: token ?? '' } }),
    enabled: token !== null,
    retry: false,
  })
  // Guests of the demo household need no link.
  const guest = useQuery({ ...ask('GET /session'), enabled: token === null, retry: false })
  const entrance = useQuery(ask('GET /entrance'))
  // Nobody can set up twice, and without a link only a guest can: the sign-in explains what to do.
  const isOver = token === null && entrance.data?.needs_setup === false
  if (isOver || isSignedOut(guest.error)) return <Navigate to="/sign-in" replace />
  // A form that is not meant must not flash.
  if (entrance.isPending || (token === null ? guest.isPending : check.isPending)) return null
  const error = check.error ?? guest.error
  if (error) {
    return (
      <Entrance title={text.setUp}>
        <Failed error={error} />
      </Entrance>
    )
  }
  if (restores && token !== null) {
    return (
      <Suspense>
        <RestoreScreen token={token} onBack={() => setRestores(false)} />
      </Suspense>
    )
  }
  return (
    <Entrance title={text.setUp} words={text.setUpWords}>
      <SetupForm token={token} />
      {token !== null && (
        <>
          <LookAround token={token} />
          <Button onClick={() => setRestores(true)}>{text.restore}</Button>
        </>
      )}
    </Entrance>
  )
}

function SetupForm({ token }: { readonly token: string | null }) {
  const text = useText().signIn
  const { language } = useLanguage()
  const arrive = useArrive()
  const [account, setAccount] = useState<AccountDraft>(emptyAccount)
  const [household, setHousehold] = useState('')
  const [currency, setCurrency] = useState(() => likelyCurrency(navigator.language))
  const { data: entrance } = useQuery(ask('GET /entrance'))
  const named = household.trim() || text.householdOf(account.name.trim())
  const made = { name: named, timezone: browserZone(), currency, categories: language }
  const { password, ...owner } = account
  const first = { ...(token !== null && { token }), ...owner, household: made }
  const setUp = useMutation({
    mutationFn: () => call('POST /setup', { body: { ...first, password } }),
    onSuccess: arrive,
  })
  const hasPassword = entrance?.passwords !== false
  return (
    <EntranceForm onSubmit={() => setUp.mutate()}>
      {setUp.error && <Failed error={setUp.error} />}
      <AccountFields
        account={account}
        error={setUp.error}
        hasPassword={hasPassword}
        onChange={setAccount}
      />
      <TextField
        label={text.household}
        hint={text.householdHint}
        maxLength={200}
        placeholder={account.name && text.householdOf(account.name)}
        value={household}
        fault={faultOf(setUp.error, 'household.name')}
        onChange={(event) => setHousehold(event.target.value)}
      />
      <CurrencyField value={currency} onChange={setCurrency} />
      {hasPassword && (
        <Button look="primary" type="submit" busy={setUp.isPending}>
          {text.create}
        </Button>
      )}
      {entrance && (
        <Suspense>
          <ProviderButtons
            providers={entrance.providers}
            disabled={owner.name.trim() === '' || owner.email.trim() === ''}
            kept={{ purpose: 'setup', setup: first }}
          />
        </Suspense>
      )}
    </EntranceForm>
  )
}

function LookAround({ token }: { readonly token: string }) {
  const text = useText().signIn
  const arrive = useArrive()
  const look = useMutation({
    mutationFn: () => call('POST /setup/demo', { body: { token } }),
    onSuccess: arrive,
  })
  return (
    <>
      <Or>{text.or}</Or>
      {look.error && <Failed error={look.error} />}
      <Button busy={look.isPending} onClick={() => look.mutate()}>
        {look.isPending ? text.makingDemo : text.demo}
      </Button>
    </>
  )
}
