import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useSendOnce } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import { ask } from '#web/calls/queries.ts'
import { useMailWords } from '#web/mail/words.ts'
import { useLanguage } from '#web/text/text.tsx'
import type { Input } from '#web/calls/operations.ts'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useNoticesWords } from './words.ts'

const kinds = ['ntfy', 'gotify', 'telegram', 'url', 'mail'] as const
type Kind = (typeof kinds)[number]
type Typed = Readonly<
  Record<'name' | 'url' | 'topic' | 'token' | 'chat' | 'template' | 'address', string>
>
type Body = Input<'POST /notices/ways'>['body']

const empty: Typed = {
  name: '',
  url: '',
  topic: '',
  token: '',
  chat: '',
  template: '',
  address: '',
}

/** Adds a way by which notices reach the member. */
export function AddWay({ onClose }: { readonly onClose: () => void }) {
  const words = useNoticesWords()
  const mailWords = useMailWords()
  const { language } = useLanguage()
  const { data: entrance } = useQuery(ask('GET /entrance'))
  const [kind, setKind] = useState<Kind>('ntfy')
  const [typed, setTyped] = useState(empty)
  const add = useSendOnce('POST /notices/ways', { onDone: onClose })
  const confirm = useSendOnce('POST /notices/ways/mail', {
    onDone: () => {
      toast(mailWords.confirmSent)
      onClose()
    },
  })
  const error = kind === 'mail' ? confirm.error : add.error
  const submit = () => {
    const { name, address } = typed
    if (kind === 'mail') confirm.send({ body: { name, address, language } })
    else add.send({ body: { ...bodyOf(kind, typed), language } })
  }
  const field = (name: keyof Typed) => ({
    value: typed[name],
    fault: faultOf(error, name),
    autoComplete: 'off',
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setTyped({ ...typed, [name]: target.value }),
  })
  return (
    <FormDialog
      title={words.add}
      action={words.add}
      busy={add.isPending || confirm.isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label={words.kind}
        value={kind}
        onChange={({ target }) => setKind(kinds.find((one) => one === target.value) ?? 'ntfy')}
      >
        {kinds
          .filter((one) => one !== 'mail' || entrance?.mails_links)
          .map((one) => (
            <option key={one} value={one}>
              {words.services[one]}
            </option>
          ))}
      </SelectField>
      <WayFields kind={kind} field={field} />
    </FormDialog>
  )
}

type FieldProps = Pick<ComponentProps<typeof TextField>, 'fault' | 'autoComplete'> & {
  readonly value: string
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void
}

/** The fields of a kind of way. */
function WayFields({
  kind,
  field,
}: {
  readonly kind: Kind
  readonly field: (name: keyof Typed) => FieldProps
}) {
  const words = useNoticesWords()
  const mailWords = useMailWords()
  return (
    <>
      <TextField label={words.name} required maxLength={100} {...field('name')} />
      {kind === 'mail' && (
        <TextField label={mailWords.address} type="email" required {...field('address')} />
      )}
      {kind !== 'telegram' && kind !== 'mail' && (
        <TextField
          label={words.url}
          type="url"
          required={kind !== 'ntfy'}
          placeholder={kind === 'ntfy' ? 'https://ntfy.sh' : undefined}
          {...field('url')}
        />
      )}
      {kind === 'ntfy' && (
        <TextField label={words.topic} hint={words.topicHint} required {...field('topic')} />
      )}
      {kind !== 'url' && kind !== 'mail' && (
        <TextField
          label={kind === 'telegram' ? words.botToken : words.token}
          hint={kind === 'ntfy' ? words.optional : undefined}
          required={kind !== 'ntfy'}
          {...field('token')}
        />
      )}
      {kind === 'telegram' && (
        <TextField label={words.chat} hint={words.chatHint} required {...field('chat')} />
      )}
      {kind === 'url' && (
        <TextArea label={words.template} hint={words.templateHint} {...field('template')} />
      )}
    </>
  )
}

function bodyOf(
  kind: Exclude<Kind, 'mail'>,
  { name, url, topic, token, chat, template }: Typed,
): Body {
  switch (kind) {
    case 'ntfy':
      return { kind, name, topic, token: token || null, ...(url !== '' && { url }) }
    case 'gotify':
      return { kind, name, url, token }
    case 'telegram':
      return { kind, name, token, chat }
    case 'url':
      return { kind, name, url, template: template || null }
  }
}
