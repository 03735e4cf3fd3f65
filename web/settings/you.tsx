import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useText } from '#web/text/text.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Buttons, Form, Pair, Stack } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { Authenticator } from './authenticator.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { Logins } from './logins.tsx'
import { Passkeys } from './passkeys.tsx'

type Person = Output<'GET /session'>['person']

/** Edits the person's profile and their proofs of identity. */
export function You() {
  const words = useText().settings.you
  const session = useQuery(ask('GET /session'))
  const security = useQuery(ask('GET /security'))
  const error = session.error ?? security.error
  if (error) return <Failed error={error} retry={() => void session.refetch()} />
  if (!session.data || !security.data) return <Skeleton height="420px" />
  const { person } = session.data
  if (person.email === null) return <Notice>{words.guest}</Notice>
  return (
    <Stack>
      <Profile
        key={`${person.name} ${person.email}`}
        person={person}
        passwords={security.data.passwords}
      />
      {security.data.passwords && <Password />}
      <Logins security={security.data} />
      <Passkeys security={security.data} />
      <Authenticator security={security.data} />
      <DeleteAccount email={person.email} />
    </Stack>
  )
}

function Profile({
  person,
  passwords,
}: {
  readonly person: Person
  /** False: people sign in through a provider only. */
  readonly passwords: boolean
}) {
  const text = useText()
  const { saved, you: words } = text.settings
  const [name, setName] = useState(person.name)
  const [email, setEmail] = useState(person.email ?? '')
  const save = useSend('PATCH /profile', { onDone: () => toast(saved) })
  const submit = () => {
    const body = {
      ...(name !== person.name && { name }),
      ...(email !== person.email && { email }),
    }
    if (Object.keys(body).length > 0) save.mutate({ body })
  }
  return (
    <Card title={words.profile}>
      <Form onSubmit={submit}>
        {save.error && <Failed error={save.error} />}
        <Pair>
          <TextField
            label={words.name}
            required
            maxLength={200}
            autoComplete="name"
            value={name}
            fault={faultOf(save.error, 'name')}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label={words.email}
            hint={passwords ? text.signIn.emailHint : undefined}
            type="email"
            required
            autoComplete="username"
            value={email}
            fault={faultOf(save.error, 'email')}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Pair>
        <Buttons>
          <Button type="submit" busy={save.isPending}>
            {text.ui.save}
          </Button>
        </Buttons>
      </Form>
    </Card>
  )
}

function Password() {
  const text = useText()
  const words = text.settings.you
  const [password, setPassword] = useState('')
  const [isSet, setIsSet] = useState(false)
  const save = useSendSecret('PUT /password', {
    onDone: ({ ended }) => {
      setPassword('')
      setIsSet(true)
      toast(words.passwordSet(ended))
    },
  })
  return (
    <Card title={words.password}>
      <Form onSubmit={() => save.send({ body: { password } })}>
        {save.error !== null && <Failed error={save.error} />}
        {isSet && (
          <Notice
            action={
              <Link to="/settings/access" className={buttonClass('plain', 'small')}>
                {words.reviewAccess}
              </Link>
            }
          >
            {words.passwordDone}
          </Notice>
        )}
        <TextField
          label={words.newPassword}
          hint={text.signIn.passwordHint}
          type="password"
          required
          minLength={10}
          autoComplete="new-password"
          value={password}
          fault={faultOf(save.error, 'password')}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Buttons>
          <Button type="submit" busy={save.isPending}>
            {words.setPassword}
          </Button>
        </Buttons>
      </Form>
    </Card>
  )
}
