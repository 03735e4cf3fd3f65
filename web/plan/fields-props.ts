import type { Draft } from './draft.ts'

/** The props of the fields that edit an Expense. */
export type FieldsProps = {
  readonly draft: Draft
  readonly isNew: boolean
  readonly error: unknown
  readonly onChange: (part: Partial<Draft>) => void
}
