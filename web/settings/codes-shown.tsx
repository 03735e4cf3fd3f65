import { Download } from 'lucide-react'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Secret } from '#web/ui/code.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { downloadText } from '#web/ui/download.ts'
import { Stack, Words } from '#web/ui/stack.tsx'

/** Recovery codes, this once. */
export function CodesShown({
  codes,
  onClose,
}: {
  readonly codes: readonly string[]
  readonly onClose: () => void
}) {
  const words = useText().settings.you
  const lines = codes.join('\n')
  return (
    <Dialog
      title={words.codes}
      open
      insistent
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => downloadText('earmark-recovery-codes.txt', `${lines}\n`)}>
            <Download size={16} aria-hidden />
            {words.download}
          </Button>
          <Button look="primary" onClick={onClose}>
            {words.done}
          </Button>
        </>
      }
    >
      <Stack>
        <Words>{words.codesWords}</Words>
        <Secret label={words.codes}>{lines}</Secret>
      </Stack>
    </Dialog>
  )
}
