import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Account } from './account.ts'
import styles from './accounts.module.css'
import type { Connection } from './connections.tsx'

/**
 * Follows an account or stops following it. The consequence of stopping depends on the kind of provider (Spec, Bank account
 * subscription) and is explained first.
 */
export function FollowSwitch({
  account: { id, name, subscribed },
  connection,
}: {
  readonly account: Account
  readonly connection: Connection
}) {
  const text = useText()
  const words = text.accounts.follow
  const [asking, setAsking] = useState(false)
  const follow = useSend('PUT /accounts/{id}/subscription', {
    onDone: (changed) => {
      toast(changed.subscribed ? words.started(name) : words.stopped(name))
      setAsking(false)
    },
  })
  const set = (to: boolean) => {
    follow.mutate(
      { params: { id }, body: { subscribed: to } },
      { onError: (error) => to && toast(failureText(error, text)) },
    )
  }
  const mine = connection.is_owner
  const keeps = connection.provider === 'provider_a'
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={subscribed}
        aria-label={words.label(name)}
        title={mine ? undefined : words.notOwner}
        disabled={!mine}
        className={styles.switch}
        onClick={() => (subscribed ? setAsking(true) : set(true))}
      >
        <span className={styles.track} aria-hidden />
        <span aria-hidden>{words.on}</span>
      </button>
      {asking && (
        <Confirm
          title={words.stopTitle(name)}
          action={words.stop}
          busy={follow.isPending}
          error={follow.error}
          onConfirm={() => set(false)}
          onClose={() => setAsking(false)}
        >
          <p>{keeps ? words.stopKeeps : words.stopHides}</p>
          <p>{words.again}</p>
        </Confirm>
      )}
    </>
  )
}
