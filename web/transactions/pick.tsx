import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Choose, type Choice } from '#web/ui/choose.tsx'

type Props = {
  readonly chosen: string | null
  readonly onPick: (id: string | null, name: string) => void
  readonly onClose: () => void
}

const NONE = 'none'

/** Chooses the source of a payment: an Expense, or Free-to-spend. */
export function PickExpense(props: Props) {
  const text = useText()
  const { money } = useFormats()
  const { data: expenses = [] } = useQuery(ask('GET /expenses'))
  const choices = useMemo(
    () => [
      { id: NONE, name: text.transactions.free },
      ...expenses.map(({ id, name, balance, currency }) => ({
        id,
        name,
        aside: <span className="money">{money(balance, currency)}</span>,
      })),
    ],
    [expenses, money, text],
  )
  return <Pick title={text.transactions.spendFrom} choices={choices} {...props} />
}

/** Chooses the category of a payment. */
export function PickCategory(props: Props) {
  const text = useText()
  const { data: categories = [] } = useQuery(ask('GET /categories'))
  const choices = useMemo(() => {
    const shown = categories.filter(({ is_hidden }) => !is_hidden)
    const grouped = shown.map(({ id, name, group_name }) => ({
      id,
      name,
      group: group_name ?? name,
    }))
    const order = [...new Set(grouped.map(({ group }) => group))]
    const inGroups = order.flatMap((group) => grouped.filter((one) => one.group === group))
    return [{ id: NONE, name: text.transactions.noCategory }, ...inGroups]
  }, [categories, text])
  return <Pick title={text.transactions.category} choices={choices} {...props} />
}

function Pick({
  title,
  choices,
  chosen,
  onPick,
  onClose,
}: Props & { readonly title: string; readonly choices: readonly Choice[] }) {
  return (
    <Choose
      title={title}
      open
      choices={choices}
      chosen={chosen ?? NONE}
      onClose={onClose}
      onChoose={(id) => {
        onClose()
        onPick(id === NONE ? null : id, choices.find((one) => one.id === id)?.name ?? '')
      }}
    />
  )
}
