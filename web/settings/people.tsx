import { useQuery } from '@tanstack/react-query'
import { UserPlus, UserRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useSession } from '#web/shell/session.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { MailAgain, MailState } from '#web/mail/invitation-mail.tsx'
import { Belongings } from './belongings.tsx'
import { Invite } from './invite.tsx'
import type { Member } from './member.ts'

/** Lists the members. Owners invite others and set their roles. */
export function People() {
  const words = useText().settings.people
  const { data, error, refetch } = useQuery(ask('GET /members'))
  const owner = useSession()?.household?.role === 'owner'
  const [inviting, setInviting] = useState(false)
  const invite = owner && (
    <Button look="primary" size="small" onClick={() => setInviting(true)}>
      <UserPlus size={16} aria-hidden />
      {words.invite}
    </Button>
  )
  return (
    <Stack>
      {error && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height="180px" />}
      {data && (
        <Card title={words.title} aside={invite} flush>
          <Rows label={words.title}>
            {data.map((member) => (
              <MemberRow key={member.id} member={member} owner={owner} />
            ))}
          </Rows>
        </Card>
      )}
      {owner && <Invitations />}
      {inviting && <Invite members={data ?? []} onClose={() => setInviting(false)} />}
    </Stack>
  )
}

function MemberRow({ member, owner }: { readonly member: Member; readonly owner: boolean }) {
  const words = useText().settings.people
  const [removing, setRemoving] = useState(false)
  const { name, email, me, role, signs_in } = member
  return (
    <>
      <Row
        picture={<UserRound size={17} aria-hidden />}
        title={name}
        badge={
          <>
            {me && <Badge tone="good">{words.you}</Badge>}
            {!owner && <Badge>{words.roles[role]}</Badge>}
            {!signs_in && <Badge tone="warn">{words.noAccount}</Badge>}
          </>
        }
        detail={email}
        {...(owner && {
          actions: (
            <>
              <RoleField member={member} />
              {!me && (
                <Button size="small" look="danger" onClick={() => setRemoving(true)}>
                  {words.remove}
                  <span className="unseen"> {name}</span>
                </Button>
              )}
            </>
          ),
        })}
      />
      {removing && <RemoveMember member={member} onClose={() => setRemoving(false)} />}
    </>
  )
}

function RoleField({ member: { id, name, role } }: { readonly member: Member }) {
  const text = useText()
  const words = text.settings.people
  const change = useSend('PATCH /members/{id}')
  return (
    <SelectField
      label={words.role(name)}
      hideLabel
      value={role}
      onChange={({ target: { value } }) => {
        change.mutate(
          { params: { id }, body: { role: value === 'owner' ? 'owner' : 'member' } },
          { onError: (error) => toast(failureText(error, text)) },
        )
      }}
    >
      <option value="owner">{words.roles.owner}</option>
      <option value="member">{words.roles.member}</option>
    </SelectField>
  )
}

function RemoveMember({
  member: { id, name },
  onClose,
}: {
  readonly member: Member
  readonly onClose: () => void
}) {
  const words = useText().settings.people
  const remove = useSend('DELETE /members/{id}', { onDone: onClose })
  return (
    <Confirm
      title={words.removeTitle(name)}
      action={words.remove}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      <Stack>
        <p>{words.removeWords}</p>
        <Belongings memberId={id} />
      </Stack>
    </Confirm>
  )
}

/** Milliseconds until the list is read again while a mail is on its way. */
const REFRESH_MS = 2000

const isOnItsWay = ({ mail }: Output<'GET /invitations'>[number]) => mail === 'queued'

function Invitations() {
  const text = useText()
  const words = text.settings.people
  const formats = useFormats()
  const { data } = useQuery({
    ...ask('GET /invitations'),
    refetchInterval: ({ state }) => state.data?.some(isOnItsWay) && REFRESH_MS,
  })
  const revoke = useSend('DELETE /invitations/{id}')
  if (!data || data.length === 0) return null
  return (
    <Card title={words.invitations} flush>
      <Rows label={words.invitations}>
        {data.map(({ id, email, role, expires_at, mail, mail_problem }) => (
          <Row
            key={id}
            title={email ?? words.anyone}
            badge={
              <>
                <Badge>{words.roles[role]}</Badge>
                <Suspense>
                  <MailState mail={mail} />
                </Suspense>
              </>
            }
            detail={<Facts>{[words.endsAt(formats.moment(expires_at)), mail_problem]}</Facts>}
            actions={
              <>
                <Suspense>
                  <MailAgain id={id} mail={mail} email={email} />
                </Suspense>
                <Button size="small" onClick={() => revoke.mutate({ params: { id } })}>
                  {words.takeBack}
                </Button>
              </>
            }
          />
        ))}
      </Rows>
    </Card>
  )
}
