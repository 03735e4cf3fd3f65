import { useSend } from '#web/calls/changes.ts'
import { useSession } from '#web/shell/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useKeyWords } from './key-words.ts'

/** Says that keys were used from new places, until their member dismisses it. */
export function KeyAlert() {
  const words = useKeyWords()
  const count = useSession()?.new_key_places ?? 0
  const dismiss = useSend('POST /keys/places/dismiss')
  if (count === 0) return null
  return (
    <Notice
      tone="warn"
      action={
        <Button size="small" busy={dismiss.isPending} onClick={() => dismiss.mutate({ body: {} })}>
          {words.dismiss}
        </Button>
      }
    >
      {words.alert(count)}
    </Notice>
  )
}
