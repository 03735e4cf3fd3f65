import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { useAccessWords } from './access-words.ts'

/** Ends every access to the person's account except this browser. */
export function RevokeAll() {
  const words = useAccessWords()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" look="danger" onClick={() => setAsking(true)}>
        {words.revokeAll}
      </Button>
      {asking && <Question onClose={() => setAsking(false)} />}
    </>
  )
}

function Question({ onClose }: { readonly onClose: () => void }) {
  const words = useAccessWords()
  const [passkeys, setPasskeys] = useState(true)
  const revoke = useSend('POST /access/revoke-all', {
    onDone: (ended) => {
      const { known_browsers: _, ...counts } = ended
      toast(words.revoked(Object.values(counts).reduce((sum, count) => sum + count, 0)))
      onClose()
    },
  })
  return (
    <Confirm
      title={words.revokeAllTitle}
      action={words.revokeAll}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ body: { passkeys } })}
      onClose={onClose}
    >
      <Stack>
        <p>{words.revokeAllWords}</p>
        <Checkbox
          label={words.passkeysToo}
          checked={passkeys}
          onChange={(event) => setPasskeys(event.target.checked)}
        />
      </Stack>
    </Confirm>
  )
}
