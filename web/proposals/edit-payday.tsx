import { useText } from '#web/text/text.tsx'
import { TextField } from '#web/ui/field.tsx'
import { EditFields } from './edit-fields.tsx'
import type { PaydayEdit, PaydayProposal } from './edited-payday.ts'

type Props = {
  readonly found: PaydayProposal
  readonly edit: PaydayEdit | undefined
  readonly currency: string
  /** Null: as it was found. */
  readonly onChange: (edit: PaydayEdit | null) => void
  readonly onClose: () => void
}

/** Edits a proposed payday in its place. A pay with two days a month keeps them: they are changed on its own screen. */
export function EditPayday({ edit = {}, ...props }: Props) {
  const words = useText().proposals.edit
  const { found, onChange } = props
  return (
    <EditFields
      {...props}
      edit={edit}
      beside={
        found.frequency !== 'semimonthly' && (
          <TextField
            label={words.next}
            type="date"
            value={edit.next ?? found.next}
            required
            onChange={(event) => onChange({ ...edit, next: event.target.value })}
          />
        )
      }
    />
  )
}
