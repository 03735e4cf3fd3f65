import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Says that some payments may be spent from an Expense. Hidden if there are none. */
export function AssignmentsNotice({ onLook }: { readonly onLook: () => void }) {
  const words = useText().assignments
  const { data = [] } = useQuery(ask('GET /assignment-suggestions'))
  if (data.length === 0) return null
  return (
    <Notice
      action={
        <Button size="small" onClick={onLook}>
          {words.look}
        </Button>
      }
    >
      {words.notice(data.length)}
    </Notice>
  )
}
