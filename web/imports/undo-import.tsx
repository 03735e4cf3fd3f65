import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Import } from './import.ts'

/** Undoes a whole import. It asks first, because later changes to its transactions are lost too. */
export function UndoImport({
  statement,
  small = false,
}: {
  readonly statement: Import
  readonly small?: boolean
}) {
  const words = useText().imports.undo
  const [asking, setAsking] = useState(false)
  const undo = useSend('POST /imports/{id}/undo', {
    onDone: ({ removed }) => {
      toast(words.done(removed))
      setAsking(false)
    },
  })
  return (
    <>
      <Button
        look="danger"
        size={small ? 'small' : 'normal'}
        {...(small && { 'aria-label': words.shortName(statement.file_name) })}
        onClick={() => setAsking(true)}
      >
        {small ? words.short : words.button}
      </Button>
      {asking && (
        <Confirm
          title={words.title(statement.file_name)}
          action={words.button}
          busy={undo.isPending}
          error={undo.error}
          onConfirm={() => undo.mutate({ params: { id: statement.id } })}
          onClose={() => setAsking(false)}
        >
          {words.words}
        </Confirm>
      )}
    </>
  )
}
