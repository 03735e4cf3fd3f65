import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { Mark } from '#web/ui/mark.tsx'
import { partBySight } from '#web/categories/in-sight.ts'
import {
  type CategoryKind,
  createCategory,
  type CreatedCategory,
} from '#web/categories/use-created.ts'
import { useStarter } from '#web/categories/use-starter.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Choose, type Choice } from '#web/ui/choose.tsx'
import { toast } from '#web/ui/toast.ts'

type Category = Output<'GET /categories'>[number]

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

type CategoryProps = Omit<Props, 'onPick'> & {
  /** `created`: the category is new, made in this picker. */
  readonly onPick: (id: string | null, name: string, created?: CreatedCategory) => void
  readonly title?: string | undefined
  /** The name of choosing none. */
  readonly none?: string | undefined
  /** The kind of a category that is created here. Default: spending. */
  readonly kind?: CategoryKind | undefined
}

/**
 * Chooses a category, or creates it. Those that are used come first; the others are found by typing or “Show all”. A household
 * without any is offered the usual ones.
 */
export function PickCategory({ chosen, onPick, onClose, title, none, kind }: CategoryProps) {
  const text = useText()
  const words = text.settings.categories
  const { data: categories = [], isSuccess } = useQuery(ask('GET /categories'))
  const { begin, error } = useStarter()
  const onError = useCallback((failed: unknown) => toast(failureText(failed, text)), [text])
  useEffect(() => {
    if (error) onError(error)
  }, [error, onError])
  const create = useRef(false)
  const creation = {
    label: words.createNamed,
    create: (name: string) => {
      if (create.current) return
      create.current = true
      createCategory({ name, kind })
        .then((created) => {
          onClose()
          onPick(created.id, name, created)
        })
        .catch((failed: unknown) => {
          create.current = false
          onError(failed)
        })
    },
  }
  const { choices, further } = useMemo(() => {
    const { first, further: others } = partBySight(categories, chosen)
    return {
      choices: [
        { id: NONE, name: none ?? text.transactions.noCategory },
        ...(isSuccess && categories.length === 0 ? [{ id: STARTER, name: words.starter }] : []),
        ...choicesOf(first),
      ],
      further: { choices: choicesOf(others), label: words.showAll(others.length) },
    }
  }, [categories, chosen, isSuccess, none, text, words])
  return (
    <Choose
      title={title ?? text.transactions.category}
      open
      choices={choices}
      further={further}
      chosen={chosen ?? NONE}
      creation={creation}
      onClose={onClose}
      onChoose={(id) => {
        // The list stays open, and fills.
        if (id === STARTER) return begin()
        onClose()
        onPick(id === NONE ? null : id, categories.find((one) => one.id === id)?.name ?? '')
      }}
    />
  )
}

/** Lists categories under their groups, with their faces. */
function choicesOf(categories: readonly Category[]): readonly Choice[] {
  const grouped = categories.map(({ id, name, group_name, look }) => ({
    id,
    name,
    group: group_name ?? name,
    picture: <Mark look={look} />,
  }))
  return [...Map.groupBy(grouped, ({ group }) => group).values()].flat()
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
