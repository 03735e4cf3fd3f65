import { useText } from '#web/text/text.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { EditFields } from './edit-fields.tsx'
import type { BillEdit } from './edited-bill.ts'
import type { BillProposal } from './openings.ts'

type Props = {
  readonly found: BillProposal
  readonly edit: BillEdit | undefined
  readonly currency: string
  /** Null: as it was found. */
  readonly onChange: (edit: BillEdit | null) => void
  readonly onClose: () => void
}

/** Edits a proposed bill in its place in the list. */
export function EditBill({ edit = {}, ...props }: Props) {
  const words = useText().proposals.edit
  const { found, onChange } = props
  const kind = edit.kind ?? 'bill'
  return (
    <EditFields
      {...props}
      edit={edit}
      below={
        <SelectField
          label={words.kind}
          value={kind}
          onChange={({ target: { value } }) =>
            onChange({ ...edit, kind: value === 'bill' ? 'bill' : 'envelope' })
          }
        >
          <option value="bill">{words.kinds.bill}</option>
          <option value="envelope">{words.kinds.envelope}</option>
        </SelectField>
      }
      beside={
        kind === 'bill' && (
          <TextField
            label={words.due}
            type="date"
            value={edit.due ?? found.due}
            required
            onChange={(event) => onChange({ ...edit, due: event.target.value })}
          />
        )
      }
    />
  )
}
