import type { ReactNode } from 'react'
import { useText } from '#web/text/text.tsx'
import { Button } from './button.tsx'
import { Secret } from './code.tsx'
import { Dialog } from './dialog.tsx'
import { Stack, Words } from './stack.tsx'
import { toast } from './toast.ts'

/** Shows a secret once, with instructions. Only its buttons close it. */
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
  /** Label of the closing button: the person confirms that the secret is stored. */
  readonly done: string
  readonly value: string
  /** Buttons before the closing one. */
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

/**
 * Closes a form and reports that the record exists but its secret is lost, because the only answer that contained it never
 * arrived.
 */
export function useSecretLost(onClose: () => void): () => void {
  const { ui } = useText()
  return () => {
    onClose()
    toast(ui.secretLost)
  }
}
