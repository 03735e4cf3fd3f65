import { useText } from '#web/text/text.tsx'
import { countWaiting } from '#web/calls/reach.ts'
import { Confirm } from '#web/ui/confirm.tsx'

/** Asks before signing out deletes transactions that were never sent. */
export function SignOutAnyway({
  onSignOut,
  onClose,
}: {
  readonly onSignOut: () => void
  readonly onClose: () => void
}) {
  const { away, signOut } = useText().shell
  return (
    <Confirm
      title={away.signOutTitle(countWaiting())}
      action={signOut}
      busy={false}
      error={null}
      onConfirm={onSignOut}
      onClose={onClose}
    >
      {away.signOutWords}
    </Confirm>
  )
}
