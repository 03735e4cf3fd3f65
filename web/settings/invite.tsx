import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { makeIdempotencyKey } from '#web/calls/call.ts'
import { faultOf } from '#web/calls/failure.ts'
import { ask } from '#web/calls/queries.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { MailChoice, MailOnItsWay } from '#web/mail/invitation-mail.tsx'
import { useLanguage, useText } from '#web/text/text.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { ShownOnce, useSecretLost } from '#web/ui/shown-once.tsx'
import { Pair, Words } from '#web/ui/stack.tsx'
import type { Member } from './member.ts'

/** Creates a link that makes one person a member, and shows it once. */
export function Invite({
  members,
  onClose,
}: {
  readonly members: readonly Member[]
  readonly onClose: () => void
}) {
  const words = useText().settings.people
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Member['role']>('member')
  const [member, setMember] = useState('')
  const [idempotencyKey] = useState(makeIdempotencyKey)
  const [mails, setMails] = useState(true)
  const { language } = useLanguage()
  const { data: entrance } = useQuery(ask('GET /entrance'))
  const canMail = entrance?.mails_links === true && (email !== '' || member !== '')
  const [token, setToken] = useState<string | null>(null)
  const lost = useSecretLost(onClose)
  const invite = useSendSecret('POST /invitations', {
    onDone: (created) => (created.token === undefined ? lost() : setToken(created.token)),
  })
  if (token !== null) {
    return (
      <ShownOnce
        title={words.link}
        words={words.linkWords}
        done={words.done}
        value={`${location.origin}/invite#k=${token}`}
        onClose={onClose}
      >
        {canMail && mails && <MailOnItsWay />}
      </ShownOnce>
    )
  }
  const submit = () => {
    const sent = { ...(email !== '' && { email }), ...(member !== '' && { member_id: member }) }
    const mail = canMail && mails && { mail: { language } }
    invite.send({ body: { role, ...sent, ...mail }, idempotencyKey })
  }
  return (
    <FormDialog
      title={words.invite}
      action={words.makeLink}
      busy={invite.isPending}
      error={invite.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Words>{words.inviteWords}</Words>
      <TextField
        label={words.email}
        type="email"
        autoComplete="off"
        value={email}
        fault={faultOf(invite.error, 'email')}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Pair>
        <RoleField value={role} onChange={setRole} />
        <WhoField members={members} value={member} onChange={setMember} />
      </Pair>
      {canMail && <MailChoice value={mails} onChange={setMails} />}
    </FormDialog>
  )
}

function RoleField({
  value,
  onChange,
}: {
  readonly value: Member['role']
  readonly onChange: (role: Member['role']) => void
}) {
  const words = useText().settings.people
  return (
    <SelectField
      label={words.as}
      value={value}
      onChange={(event) => onChange(event.target.value === 'owner' ? 'owner' : 'member')}
    >
      <option value="member">{words.roles.member}</option>
      <option value="owner">{words.roles.owner}</option>
    </SelectField>
  )
}

/** Links the invitation to an existing member without an account, so that the invitee becomes that member. */
function WhoField({
  members,
  value,
  onChange,
}: {
  readonly members: readonly Member[]
  readonly value: string
  readonly onChange: (id: string) => void
}) {
  const words = useText().settings.people
  const waiting = members.filter(({ signs_in }) => !signs_in)
  if (waiting.length === 0) return null
  return (
    <SelectField label={words.who} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{words.asNew}</option>
      {waiting.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
