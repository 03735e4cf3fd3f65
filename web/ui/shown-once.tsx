import type { ReactNode } from 'react'
import { useText } from '#web/text/text.tsx'
import { Button } from './button.tsx'
import { Secret } from './code.tsx'
import { Dialog } from './dialog.tsx'
import { Stack, Words } from './stack.tsx'
import { toast } from './toast.ts'

/** A secret, this once, with what to do with it. Only its buttons close it. */
export function ShownOnce({
  title,
  words,
  done,
  value,
  actions,
  children,
  onClose,
}: {
  readonly title: string
  readonly words: string
  /** What one says by closing it. */
  readonly done: string
  readonly value: string
  /** Buttons before the one that closes it. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
  readonly onClose: () => void
}) {
  return (
    <Dialog
      title={title}
      open
      insistent
      onClose={onClose}
      actions={
        <>
          {actions}
          <Button look="primary" onClick={onClose}>
            {done}
          </Button>
        </>
      }
    >
      <Stack>
        <Words>{words}</Words>
        <Secret label={title}>{value}</Secret>
        {children}
      </Stack>
    </Dialog>
  )
}

/** Closes a form, and says that what it made is there but for its secret: the one answer that told it was lost on the way. */
export function useSecretLost(onClose: () => void): () => void {
  const { ui } = useText()
  return () => {
    onClose()
    toast(ui.secretLost)
  }
}
