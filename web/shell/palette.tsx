import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Choose, type Choice } from '#web/ui/choose.tsx'
import { useFormats } from '#web/text/text.tsx'
import { KeyCaps } from './key-caps.tsx'
import { useKeyboard } from './keyboard.tsx'
import { places } from './places.ts'
import { isSilent, type Shortcut, shortcutNames } from './shortcuts.ts'

type Props = { readonly onClose: () => void; readonly onHelp: () => void }

/** Finds every place, action and Expense by typing. */
export function Palette({ onClose, onHelp }: Props) {
  const text = useText()
  const navigate = useNavigate()
  const { handlers } = useKeyboard()
  const [words, setWords] = useState('')
  const choices = [...useRequest(words), ...useChoices()]
  const choose = (id: string) => {
    const [kind, what] = id.split(' ') as [string, string]
    onClose()
    if (kind === 'place') void navigate({ to: what })
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
