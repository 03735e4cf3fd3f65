import { Suspense } from 'react'
import { useSend } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useLanguage, useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Words } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { useMailWords } from './words.ts'

type Invitation = Output<'GET /invitations'>[number]

type Choice = { readonly value: boolean; readonly onChange: (mails: boolean) => void }

/** Chooses if the link of an invitation is mailed too. */
export function MailChoice(choice: Choice) {
  return (
    <Suspense>
      <ChoiceBox {...choice} />
    </Suspense>
  )
}

function ChoiceBox({ value, onChange }: Choice) {
  const words = useMailWords()
  return (
    <Checkbox
      label={words.alsoMail}
      checked={value}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}

/** Says that the link is on its way. */
export function MailOnItsWay() {
  return (
    <Suspense>
      <OnItsWay />
    </Suspense>
  )
}

function OnItsWay() {
  return <Words>{useMailWords().onItsWay}</Words>
}

const tones = {
  queued: 'neutral',
  sent: 'good',
  failed: 'bad',
  unsure: 'warn',
  cancelled: 'neutral',
} as const

/** Mails an invitation again whose mail is not known to have been sent. */
export function MailAgain({ id, mail, email }: Pick<Invitation, 'id' | 'mail' | 'email'>) {
  const words = useMailWords()
  const text = useText()
  const { language } = useLanguage()
  const again = useSend('POST /invitations/{id}/mail-again', {
    onDone: () => toast(words.mailedAgain),
  })
  if (mail !== 'failed' && mail !== 'unsure' && mail !== 'cancelled') return null
  return (
    <Button
      size="small"
      busy={again.isPending}
      onClick={() =>
        again.mutate(
          { params: { id }, body: { language } },
          { onError: (error) => toast(failureText(error, text)) },
        )
      }
    >
      {words.mailAgain}
      <span className="unseen"> {email}</span>
    </Button>
  )
}

/** How the mail of an invitation fares. */
export function MailState({ mail }: Pick<Invitation, 'mail'>) {
  const words = useMailWords()
  if (mail === null) return null
  return <Badge tone={tones[mail]}>{words.states[mail]}</Badge>
}
