import { type Look, guessLook } from '#/budget/categories/look.ts'
import { plainWords } from '#/budget/categories/words/plain-words.ts'
import { type Hue, laterLooks } from '#/budget/categories/words/looks.ts'

/** The columns of an Expense that its look depends on. */
type Looked = {
  readonly name: string
  readonly type: 'expense' | 'goal' | 'credit_card'
  readonly recurrence_anchor_date: string | null
  readonly hue: Hue | null
  readonly icon: string | null
}

const icons = { bill: 'receipt-text', envelope: 'mail', goal: 'target', card: 'credit-card' }

/** Returns the hue and the icon of an Expense: those that a person chose, else those guessed from its name and kind. */
export function lookOf(expense: Looked): Look {
  const { hue, icon } = expense
  if (hue !== null && icon !== null) return { hue, icon }
  const guess = guessOf(expense)
  return { hue: hue ?? guess.hue, icon: icon ?? guess.icon }
}

function guessOf(expense: Looked): Look {
  const { name } = expense
  const guess = guessLook({ name, kind: 'expense' })
  // A household has several cards, so their hues differ and their icon says what they are.
  if (expense.type === 'credit_card') return { hue: guess.hue, icon: icons.card }
  return guess.icon === NOTHING ? (laterLook(name) ?? { ...guess, icon: iconOf(expense) }) : guess
}

/** The icon of a name that says nothing. */
const NOTHING = 'tag'

function laterLook(name: string): Look | null {
  for (const word of plainWords(name)) {
    const look = later.get(word)
    if (look) return look
  }
  return null
}

const later: ReadonlyMap<string, Look> = new Map(
  laterLooks.flatMap(([hue, icon, words]) =>
    words.split('|').map((word) => [word, { hue, icon }] as const),
  ),
)

function iconOf({ type, recurrence_anchor_date: anchor }: Looked): string {
  if (type === 'goal') return icons.goal
  return anchor === null ? icons.envelope : icons.bill
}
