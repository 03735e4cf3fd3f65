import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
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
import { ChoosePopover } from '#web/ui/choose-popover.tsx'
import { toast } from '#web/ui/toast.ts'
import { usePhone } from '#web/ui/use-phone.ts'

type Category = Output<'GET /categories'>[number]

type Props = {
  readonly chosen: string | null
  readonly onPick: (id: string | null, name: string) => void
  readonly onClose: () => void
  /** The element beside which the list opens; without one, it opens in the middle of the screen. */
  readonly anchor?: Element | null | undefined
  /** The transaction for which suggestions come first. */
  readonly of?: string | undefined
}

const NONE = 'none'
const STARTER = 'starter'

/** Chooses the source of a payment: an Expense, or Free-to-spend. */
export function PickExpense({ of, ...props }: Props) {
  const text = useText()
  const { money } = useFormats()
  const { data: expenses = [], isPending } = useQuery(ask('GET /expenses'))
  const suggested = useSuggested(of)
  const choices = useMemo(() => {
    const all = expenses.map(({ id, name, balance, currency, look }) => ({
      id,
      name,
      picture: <Mark look={look} round />,
      aside: <span className="money">{money(balance, currency)}</span>,
    }))
    const free = { id: NONE, name: text.transactions.free }
    return suggestedFirst([free, ...all], suggested?.expense_goal_ids ?? [], {
      suggested: text.transactions.suggested,
      others: text.transactions.others,
    })
  }, [expenses, money, suggested, text])
  return (
    <PickOne
      title={text.transactions.spendFrom}
      isComing={suggested === undefined || isPending}
      choices={choices}
      isGuessed={(suggested?.expense_goal_ids.length ?? 0) > 0}
      {...props}
    />
  )
}

/** Reads what is suggested for a transaction; undefined while it is on its way, null without any. */
function useSuggested(id: string | undefined) {
  const { data, isPending } = useQuery({
    ...ask('GET /transactions/{id}/suggestions', { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    retry: false,
  })
  return id !== undefined && isPending ? undefined : (data ?? null)
}

/** Puts the suggested choices above the others, under a heading. */
function suggestedFirst(
  choices: readonly Choice[],
  ids: readonly string[],
  words: { readonly suggested: string; readonly others?: string },
): readonly Choice[] {
  const byId = new Map(choices.map((one) => [one.id, one]))
  const first = ids.flatMap((id) => byId.get(id) ?? [])
  if (first.length === 0) return choices
  return [
    ...first.map((one) => ({ ...one, group: words.suggested })),
    ...choices
      .filter(({ id }) => !ids.includes(id))
      .map((one) => (words.others === undefined ? one : { ...one, group: words.others })),
  ]
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
export function PickCategory(props: CategoryProps) {
  const { chosen, onPick, onClose, title, none, kind, anchor, of } = props
  const text = useText()
  const suggested = useSuggested(of)
  // Where nothing is chosen yet, the first suggestion is the current one.
  const isGuessed = (suggested?.category_ids.length ?? 0) > 0
  const words = text.settings.categories
  const { data: categories = [], isSuccess, isPending } = useQuery(ask('GET /categories'))
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
    const ids = suggested?.category_ids ?? []
    const isRest = ({ id }: Category) => !ids.includes(id)
    const known = categories.filter((one) => !isRest(one))
    return {
      choices: [
        ...suggestedFirst(choicesOf(known), ids, { suggested: text.transactions.suggested }),
        { id: NONE, name: none ?? text.transactions.noCategory },
        ...(isSuccess && categories.length === 0 ? [{ id: STARTER, name: words.starter }] : []),
        ...choicesOf(first.filter(isRest)),
      ],
      further: {
        choices: choicesOf(others.filter(isRest)),
        label: words.showAll(others.length),
      },
    }
  }, [categories, chosen, isSuccess, none, suggested, text, words])
  return (
    <ChooseAt
      anchor={anchor}
      title={title ?? text.transactions.category}
      isComing={suggested === undefined || isPending}
      choices={choices}
      further={further}
      chosen={chosen ?? (isGuessed ? null : NONE)}
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

type PickOneProps = Props & {
  readonly title: string
  readonly choices: readonly Choice[]
  readonly isComing: boolean
  readonly isGuessed: boolean
}

function PickOne(props: PickOneProps) {
  const { title, isComing, choices, chosen, isGuessed, onPick, onClose, anchor } = props
  return (
    <ChooseAt
      anchor={anchor}
      title={title}
      isComing={isComing}
      choices={choices}
      chosen={chosen ?? (isGuessed ? null : NONE)}
      onClose={onClose}
      onChoose={(id) => {
        onClose()
        onPick(id === NONE ? null : id, choices.find((one) => one.id === id)?.name ?? '')
      }}
    />
  )
}

type ChooseProps = Omit<Parameters<typeof Choose>[0], 'open'>

/** Opens the list at its anchor. On phones, and without an anchor, it is a dialog. */
function ChooseAt({ anchor, ...props }: ChooseProps & Pick<Props, 'anchor'>) {
  const isPhone = usePhone()
  // Stays as it has opened, with what is typed, when a phone is turned.
  const [place] = useState(() => (isPhone ? null : anchor))
  return place ? <ChoosePopover anchor={place} {...props} /> : <Choose open {...props} />
}
