import { Download } from 'lucide-react'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { downloadText } from '#web/ui/download.ts'
import { ShownOnce } from '#web/ui/shown-once.tsx'

/** Shows recovery codes once. */
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
    <ShownOnce
      title={words.codes}
      words={words.codesWords}
      done={words.done}
      value={lines}
      onClose={onClose}
      actions={
        <Button onClick={() => downloadText('earmark-recovery-codes.txt', `${lines}\n`)}>
          <Download size={16} aria-hidden />
          {words.download}
        </Button>
      }
    />
  )
}
