import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { call } from '#web/calls/call.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { AccountFields, emptyAccount } from './account-fields.tsx'
import { readLinkToken, useArrive } from './arrive.ts'
import { Entrance, EntranceForm } from './entrance.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

type Invitation = Output<'POST /invitations/check'>

/** Accepts an invitation to a household. */
export function InviteScreen() {
  const text = useText().signIn
  const [token] = useState(() => readLinkToken() ?? '')
  const { data, error, isPending } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call('POST /invitations/check', { body: { token } }),
    retry: false,
  })
  const entrance = useQuery(ask('GET /entrance'))
  // A form that is not meant must not flash.
  if (isPending || entrance.isPending) return null
  return (
    <Entrance
      title={data ? text.join(data.household_name) : text.invitation}
      words={data?.invited_by ? text.invitedBy(data.invited_by) : undefined}
    >
      {error && <Failed error={error} />}
      {data?.account === 'sign_in' && (
        <Link
          to="/sign-in"
          search={{ to: '/invite' }}
          hash={`k=${token}`}
          className={buttonClass('primary')}
        >
          {text.signInFirst(data.email ?? '')}
        </Link>
      )}
      {data && data.account !== 'sign_in' && <AcceptForm token={token} invitation={data} />}
    </Entrance>
  )
}

function AcceptForm({
  token,
  invitation,
}: {
  readonly token: string
  readonly invitation: Invitation
}) {
  const text = useText().signIn
  const arrive = useArrive()
  const [account, setAccount] = useState({
    ...emptyAccount,
    name: invitation.name ?? '',
    email: invitation.email ?? '',
  })
  const { data: entrance } = useQuery(ask('GET /entrance'))
  const isNew = invitation.account === 'none'
  const accept = useMutation({
    mutationFn: () =>
      call('POST /invitations/accept', { body: { token, ...(isNew && { account }) } }),
    onSuccess: arrive,
  })
  return (
    <EntranceForm onSubmit={() => accept.mutate()}>
      {accept.error && <Failed error={accept.error} />}
      {isNew && (
        <AccountFields
          account={account}
          error={accept.error}
          fixedEmail={invitation.email !== null}
          hasPassword={entrance?.passwords !== false}
          onChange={setAccount}
        />
      )}
      {(!isNew || entrance?.passwords !== false) && (
        <Button look="primary" type="submit" busy={accept.isPending}>
          {text.accept}
        </Button>
      )}
      {isNew && entrance && (
        <Suspense>
          <ProviderButtons
            providers={entrance.providers}
            disabled={account.name.trim() === '' || account.email.trim() === ''}
            kept={{
              purpose: 'invitation',
              to: `/invite#k=${token}`,
              invitation: { token, account: { name: account.name, email: account.email } },
            }}
          />
        </Suspense>
      )}
    </EntranceForm>
  )
}
