import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Choose, type Choice } from '#web/ui/choose.tsx'
import { Monogram } from '#web/ui/monogram.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { KeyCaps } from './key-caps.tsx'
import { useKeyboard } from './keyboard.tsx'
import { places } from './places.ts'
import { isSilent, type Shortcut, shortcutNames } from './shortcuts.ts'

type Props = { readonly onClose: () => void; readonly onHelp: () => void }

/** Finds every place, action, Expense and transaction by typing. */
export function Palette({ onClose, onHelp }: Props) {
  const text = useText()
  const navigate = useNavigate()
  const { handlers } = useKeyboard()
  const [words, setWords] = useState('')
  const found = useTransactions(words)
  const choices = [...useRequest(words), ...useChoices(), ...found]
  const choose = (id: string) => {
    const [kind, what] = id.split(' ') as [string, string]
    onClose()
    if (kind === 'place') void navigate({ to: what })
    if (kind === 'payment') {
      void navigate({ to: '/transactions', search: { search: words.trim(), open: what } })
    }
    if (kind === 'request') void navigate({ to: '/developers/requests', search: { open: what } })
    if (kind === 'expense') void navigate({ to: '/plan/$id', params: { id: what } })
    if (kind === 'act') {
      if (what === 'help') onHelp()
      else handlers.get(what as Shortcut)?.()
    }
  }
  return (
    <Choose
      title={text.shell.search}
      open
      choices={choices}
      onChoose={choose}
      onSearch={setWords}
      onClose={onClose}
    />
  )
}

/** Finds a request by a pasted id, which programs receive in `X-Request-Id`. */
function useRequest(words: string): readonly Choice[] {
  const text = useText()
  const id = words.trim()
  if (!/^req_[0-9A-Z]{26}$/.test(id)) return []
  return [
    {
      id: `request ${id}`,
      name: text.developers.requests.open(id),
      group: text.home.palette.places,
    },
  ]
}

/** The most transactions that are listed below places and actions. */
const PAYMENTS_MAX = 6
/** Fewer characters find too much. */
const LETTERS_MIN = 2
/** How long typing must pause before transactions are looked for, in milliseconds. */
const DEBOUNCE_MS = 120

/** Finds transactions by all that the search of their list understands. */
function useTransactions(words: string): readonly Choice[] {
  const text = useText()
  const { money, day } = useFormats()
  const search = useDebounced(words.trim().slice(0, 120), DEBOUNCE_MS)
  const { data } = useQuery({
    ...ask('GET /transaction-rows', { query: { search, limit: PAYMENTS_MAX } }),
    enabled: search.length >= LETTERS_MIN,
    retry: false,
  })
  if (search.length < LETTERS_MIN) return []
  return (data?.data ?? []).map(({ id, concept, amount, currency, booked_at }) => ({
    id: `payment ${id}`,
    name: concept,
    group: text.transactions.title,
    picture: <Monogram name={concept} look={null} />,
    aside: (
      <>
        <span className="soft">{day(booked_at, 'dated')}</span>
        <span className="money">{money(amount, currency)}</span>
      </>
    ),
    isFound: true,
  }))
}

function useChoices(): readonly Choice[] {
  const text = useText()
  const { money } = useFormats()
  const { handlers } = useKeyboard()
  const { data: expenses = [] } = useQuery(ask('GET /expenses'))
  return useMemo(() => {
    const { palette } = text.home
    return [
      ...places.map(({ to, name, picture: Picture, shortcut }) => ({
        id: `place ${to}`,
        name: name(text),
        group: palette.places,
        picture: <Picture size={16} aria-hidden />,
        aside: <KeyCaps shortcut={shortcut} />,
      })),
      ...shortcutNames
        .filter((name) => handlers.has(name) && !isSilent(name))
        .map((name) => ({
          id: `act ${name}`,
          name: text.shell.shortcuts[name],
          group: palette.actions,
          aside: <KeyCaps shortcut={name} />,
        })),
      ...expenses.map((expense) => ({
        id: `expense ${expense.id}`,
        name: expense.name,
        group: palette.expenses,
        aside: <span className="money">{money(expense.balance, expense.currency)}</span>,
      })),
    ]
  }, [text, handlers, expenses, money])
}
