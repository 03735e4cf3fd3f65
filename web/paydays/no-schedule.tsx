import { CalendarDays } from 'lucide-react'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'

/** Asks for the first schedule of pay. */
export function NoSchedule({ onAdd }: { readonly onAdd: () => void }) {
  const text = useText().paydays
  return (
    <Empty
      picture={CalendarDays}
      title={text.none}
      actions={
        <Button look="primary" onClick={onAdd}>
          {text.addFirst}
        </Button>
      }
    >
      {text.noneWords}
    </Empty>
  )
}
