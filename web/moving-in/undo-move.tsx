import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Move } from './move.ts'
import { useMoveWords } from './words.ts'

/** Undoes a whole move. It asks first, because it takes back many records. */
export function UndoMove({
  move,
  small = false,
}: {
  readonly move: Move
  readonly small?: boolean
}) {
  const text = useMoveWords()
  const words = text.undo
  const [asking, setAsking] = useState(false)
  const undo = useSend('POST /moves/{id}/undo', {
    onDone: () => {
      toast(words.done)
      setAsking(false)
    },
  })
  return (
    <>
      <Button
        look="danger"
        size={small ? 'small' : 'normal'}
        {...(small && { 'aria-label': words.shortName(text.applications[move.app]) })}
        onClick={() => setAsking(true)}
      >
        {small ? words.short : words.button}
      </Button>
      {asking && (
        <Confirm
          title={words.title}
          action={words.button}
          busy={undo.isPending}
          error={undo.error}
          onConfirm={() => undo.mutate({ params: { id: move.id }, body: {} })}
          onClose={() => setAsking(false)}
        >
          {words.words}
        </Confirm>
      )}
    </>
  )
}
