import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Mark } from '#web/ui/mark.tsx'
import { type CategoryKind, useCreated } from '#web/categories/use-created.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { useNames } from './names.ts'
import { PickCategory, PickExpense } from './pick.tsx'
import styles from './pick-field.module.css'

type Props = {
  readonly chosen: string | null
  readonly onPick: (id: string | null, name?: string) => void
  /** The transaction of a form without a dialog: suggestions come first, and the list opens at the field. */
  readonly of?: string | undefined
}

/** A form field for a category or an Expense: a button that shows the choice and opens the list. */
export function PickField({
  field,
  ...props
}: Props & { readonly field: 'category' | 'expense'; readonly kind?: CategoryKind }) {
  return field === 'category' ? <CategoryField {...props} /> : <ExpenseField {...props} />
}

/** A form field for a category, in which a new one can be created. `none`: the name of choosing none. */
export function CategoryField({
  chosen,
  onPick,
  label,
  none,
  kind,
  of,
  fault = null,
}: Props & {
  readonly kind?: CategoryKind
  readonly label?: string
  readonly none?: string
  readonly fault?: Error | null
}) {
  const text = useText().transactions
  const names = useNames()
  const created = useCreated(onPick)
  const look = names.look(chosen)
  const shown = label ?? text.category
  return (
    <Field
      label={shown}
      name={names.category(chosen) ?? none ?? text.noCategory}
      picture={look && <Mark look={look} small />}
      fault={fault}
    >
      {(close, anchor) => (
        <PickCategory
          of={of}
          anchor={of === undefined ? null : anchor}
          title={shown}
          none={none}
          kind={kind}
          chosen={chosen}
          onPick={(id, name, made) => {
            onPick(id, name)
            if (made) created(made)
          }}
          onClose={close}
        />
      )}
    </Field>
  )
}

function ExpenseField({ chosen, onPick, of }: Props) {
  const text = useText().transactions
  const names = useNames()
  const look = names.expenseLook(chosen)
  return (
    <Field
      label={text.spendFrom}
      name={names.expense(chosen) ?? text.free}
      picture={look && <Mark look={look} small round />}
    >
      {(close, anchor) => (
        <PickExpense
          of={of}
          anchor={of === undefined ? null : anchor}
          chosen={chosen}
          onPick={onPick}
          onClose={close}
        />
      )}
    </Field>
  )
}

function Field({
  label,
  name,
  picture,
  fault = null,
  children,
}: {
  readonly label: string
  readonly name: string
  readonly picture?: ReactNode
  readonly fault?: Error | null
  readonly children: (close: () => void, anchor: Element | null) => ReactNode
}) {
  const text = useText()
  const [anchor, setAnchor] = useState<Element | null>(null)
  return (
    <div className={styles.field}>
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-label={`${label}: ${name}`}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span>
          {picture}
          {name}
        </span>
        <ChevronDown size={16} aria-hidden />
      </button>
      {fault && (
        <p className="soft" role="alert">
          {failureText(fault, text)}
        </p>
      )}
      {anchor && children(() => setAnchor(null), anchor)}
    </div>
  )
}
