import { Suspense } from 'react'
import type { Output } from '#web/calls/operations.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Words } from '#web/ui/stack.tsx'
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

/** How the mail of an invitation fares. */
export function MailState({ mail }: Pick<Invitation, 'mail'>) {
  const words = useMailWords()
  if (mail === null) return null
  return <Badge tone={tones[mail]}>{words.states[mail]}</Badge>
}
