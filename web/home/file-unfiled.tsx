import { useStarter } from '#web/categories/use-starter.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/notice.tsx'

/** Offers the usual categories to a household that has none. */
export function FileUnfiled({ className }: { readonly className: string | undefined }) {
  const { file } = useText().imports.report
  const starter = useStarter()
  return (
    <span className={className}>
      {starter.error && <Failed error={starter.error} />}
      <Button look="primary" size="small" busy={starter.busy} onClick={starter.begin}>
        {file}
      </Button>
    </span>
  )
}
