import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { makeIdempotencyKey } from '#web/calls/call.ts'
import { useSend } from '#web/calls/changes.ts'
import { ask } from '#web/calls/queries.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useFormats, useLanguage, useText } from '#web/text/text.tsx'
import { Choose, type Choice } from '#web/ui/choose.tsx'
import { toast } from '#web/ui/toast.ts'

type Props = {
  readonly chosen: string | null
  readonly onPick: (id: string | null, name: string) => void
  readonly onClose: () => void
}

const NONE = 'none'
const STARTER = 'starter'

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

/** Chooses the category of a payment, or creates it. In a household without any it offers the usual ones. */
export function PickCategory(props: Props) {
  const text = useText()
  const { language } = useLanguage()
  const { data: categories = [], isSuccess } = useQuery(ask('GET /categories'))
  const create = useSend('POST /categories', {
    onDone: ({ id }, { body }) => {
      props.onClose()
      props.onPick(id, body.name)
    },
  })
  const start = useSend('POST /categories/starter', {
    onDone: ({ created }) => toast(text.settings.categories.started(created)),
  })
  const choices = useMemo(() => {
    const shown = categories.filter(({ is_hidden }) => !is_hidden)
    const grouped = shown.map(({ id, name, group_name }) => ({
      id,
      name,
      group: group_name ?? name,
    }))
    const order = [...new Set(grouped.map(({ group }) => group))]
    const inGroups = order.flatMap((group) => grouped.filter((one) => one.group === group))
    const starter = { id: STARTER, name: text.settings.categories.starter }
    return [
      { id: NONE, name: text.transactions.noCategory },
      ...(isSuccess && categories.length === 0 ? [starter] : []),
      ...inGroups,
    ]
  }, [categories, isSuccess, text])
  const onError = useCallback((error: Error) => toast(failureText(error, text)), [text])
  const creation = useMemo(
    () => ({
      label: text.settings.categories.createNamed,
      create: (name: string) =>
        create.mutate({ body: { name }, idempotencyKey: makeIdempotencyKey() }, { onError }),
    }),
    [text, create, onError],
  )
  return (
    <Choose
      title={text.transactions.category}
      open
      choices={choices}
      chosen={props.chosen ?? NONE}
      creation={creation}
      onClose={props.onClose}
      onChoose={(id) => {
        // The list stays open, and fills.
        if (id === STARTER) return start.mutate({ body: { language } }, { onError })
        props.onClose()
        props.onPick(id === NONE ? null : id, choices.find((one) => one.id === id)?.name ?? '')
      }}
    />
  )
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
