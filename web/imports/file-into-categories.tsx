import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/calls/queries.ts'
import { useStarter } from '#web/categories/use-starter.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'

/** Asks a household without categories if the payments that have just come are to be filed. */
export function FileIntoCategories() {
  const words = useText().imports.report
  const { data } = useQuery(ask('GET /categories'))
  const starter = useStarter()
  if (data?.length !== 0) return null
  return (
    <>
      {starter.error && <Failed error={starter.error} />}
      <Notice
        action={
          <Button size="small" busy={starter.busy} onClick={starter.begin}>
            {words.file}
          </Button>
        }
      >
        {words.fileQuestion}
      </Notice>
    </>
  )
}
