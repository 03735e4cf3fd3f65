import { useText } from '#web/text/text.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import type { Thing } from './order.ts'
import type { Arranging } from './use-arranging.ts'

/** Menu items that move an Expense or a group by one slot. The possible moves are computed when the menu opens. */
export function StepItems({
  arranging,
  thing,
}: {
  readonly arranging: Arranging
  readonly thing: Thing
}) {
  const text = useText().plan
  const [up, down] = [arranging.stepOf(thing, -1), arranging.stepOf(thing, 1)]
  return (
    <>
      {up && <MenuItem onPick={up}>{text.up}</MenuItem>}
      {down && <MenuItem onPick={down}>{text.down}</MenuItem>}
    </>
  )
}
