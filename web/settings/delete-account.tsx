import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Buttons, Stack, Words } from '#web/ui/stack.tsx'

/** Deletes the account, and with it the membership in every household. */
export function DeleteAccount({ email }: { readonly email: string }) {
  const words = useText().settings.you
  const [asking, setAsking] = useState(false)
  return (
    <Card title={words.deleteAccount}>
      <Stack>
        <Words>{words.deleteAccountWords}</Words>
        <Buttons>
          <Button look="danger" onClick={() => setAsking(true)}>
            {words.deleteAccount}
          </Button>
        </Buttons>
      </Stack>
      {asking && <Question email={email} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function Question({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const words = useText().settings.you
  const [typed, setTyped] = useState('')
  // Reloads the page, because all cached data belongs to the deleted account.
  const remove = useSend('DELETE /profile', { onDone: () => location.assign('/sign-in') })
  return (
    <Confirm
      title={words.deleteAccountTitle}
      action={words.deleteAccount}
      busy={remove.isPending}
      error={remove.error}
      disabled={typed.trim().toLowerCase() !== email.toLowerCase()}
      onConfirm={() => remove.mutate({ body: { email: typed } })}
      onClose={onClose}
    >
      <Stack>
        <p>{words.deleteAccountWords}</p>
        <TextField
          label={words.typeEmail(email)}
          type="email"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Stack>
    </Confirm>
  )
}
