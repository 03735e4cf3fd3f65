import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { smtpSecurities } from '#/core/values/smtp-security.ts'
import { useSend } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import type { Input, Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useSession } from '#web/shell/session.ts'
import { useLanguage } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Facts } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Buttons, Form, Pair, Stack, Words } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { useMailWords } from './words.ts'

type Shown = Output<'GET /mail'>
type Server = NonNullable<Shown['server']>

/** Shows operators how the instance sends mail. */
export function MailScreen() {
  const words = useMailWords()
  const session = useSession()
  const { data, error, refetch } = useQuery({
    ...ask('GET /mail'),
    enabled: session?.operator === true,
  })
  if (session && !session.operator) return <Words>{words.operatorsOnly}</Words>
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height="180px" />
  return (
    <Card title={words.title} aside={data.server && <Trial />}>
      <Stack dense>
        <Words>{words.words}</Words>
        {data.server !== null && data.public_url === null && (
          <Notice tone="warn">{words.noLinks}</Notice>
        )}
        {data.source === 'environment' && data.server ? (
          <Fixed server={data.server} />
        ) : (
          <ServerForm key={data.server?.host ?? ''} server={data.server} />
        )}
      </Stack>
    </Card>
  )
}

/** Sends a mail to the operator, and says how far it came. */
function Trial() {
  const words = useMailWords()
  const { language } = useLanguage()
  const trial = useSend('POST /mail/test', {
    onDone: ({ to, failure }) => {
      if (failure === null) toast(words.tested(to))
    },
  })
  const failure = trial.data?.failure
  return (
    <>
      <Button
        size="small"
        busy={trial.isPending}
        onClick={() => trial.mutate({ body: { language } })}
      >
        {words.test}
      </Button>
      {trial.error && <Failed error={trial.error} />}
      {failure && (
        <Notice tone="bad">
          <strong>{words.notTested}</strong> {textOf(words.faults, failure.fault) ?? ''}{' '}
          {failure.message}
        </Notice>
      )}
    </>
  )
}

/** Reads a text by a name that the server gave. */
function textOf(texts: Readonly<Record<string, string>>, name: string): string | undefined {
  return texts[name]
}

function Fixed({ server }: { readonly server: Server }) {
  const words = useMailWords()
  const { host, port, security, user, from } = server
  return (
    <>
      <Notice>{words.byEnvironment}</Notice>
      <Facts>{[`${host}:${port}`, words.securities[security], user, from]}</Facts>
    </>
  )
}

type Draft = Readonly<
  Record<'host' | 'port' | 'user' | 'password' | 'from', string> & Pick<Server, 'security'>
>

function draftOf(server: Server | null): Draft {
  return {
    host: server?.host ?? '',
    port: String(server?.port ?? 587),
    security: server?.security ?? 'starttls',
    user: server?.user ?? '',
    password: '',
    from: server?.from ?? '',
  }
}

function ServerForm({ server }: { readonly server: Server | null }) {
  const words = useMailWords()
  const [draft, setDraft] = useState(draftOf(server))
  const save = useSendSecret('PUT /mail', { onDone: () => toast(words.saved) })
  const remove = useSend('DELETE /mail', { onDone: () => toast(words.removed) })
  const field = (name: Exclude<keyof Draft, 'security'>) => ({
    value: draft[name],
    fault: faultOf(save.error, name),
    autoComplete: 'off',
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setDraft({ ...draft, [name]: target.value }),
  })
  return (
    <Form onSubmit={() => save.send({ body: bodyOf(draft) })}>
      {save.error !== null && <Failed error={save.error} />}
      {remove.error && <Failed error={remove.error} />}
      {server === null && <Words>{words.none}</Words>}
      <Pair>
        <TextField label={words.host} required {...field('host')} />
        <TextField label={words.port} inputMode="numeric" required {...field('port')} />
      </Pair>
      <SelectField
        label={words.security}
        value={draft.security}
        fault={faultOf(save.error, 'security')}
        onChange={({ target }) => {
          const security = smtpSecurities.find((one) => one === target.value) ?? 'starttls'
          setDraft({ ...draft, security, port: ports[security] })
        }}
      >
        {smtpSecurities.map((one) => (
          <option key={one} value={one}>
            {words.securities[one]}
          </option>
        ))}
      </SelectField>
      <Pair>
        <TextField label={words.user} hint={words.optional} {...field('user')} />
        <TextField
          label={words.password}
          type="password"
          hint={server?.has_password ? words.passwordKept : words.optional}
          {...field('password')}
        />
      </Pair>
      <TextField label={words.from} hint={words.fromHint} required {...field('from')} />
      <Buttons>
        <Button look="primary" type="submit" busy={save.isPending}>
          {words.save}
        </Button>
        {server !== null && (
          <Button busy={remove.isPending} onClick={() => remove.mutate({})}>
            {words.remove}
          </Button>
        )}
      </Buttons>
    </Form>
  )
}

const ports = { tls: '465', starttls: '587', none: '25' } as const

function bodyOf({ host, port, security, user, password, from }: Draft): Input<'PUT /mail'>['body'] {
  return {
    host: host.trim(),
    port: Number(port),
    security,
    user: user.trim() || null,
    from: from.trim(),
    ...(password !== '' && { password }),
  }
}
