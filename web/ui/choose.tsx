import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useState,
} from 'react'
import { fold } from '#/core/values/fold.ts'
import { useText } from '#web/text/text.tsx'
import styles from './choose.module.css'
import { classes } from './classes.ts'
import { Dialog } from './dialog.tsx'

export type Choice = {
  readonly id: string
  readonly name: string
  /** Choices with the same group are listed under its name. */
  readonly group?: string
  readonly picture?: ReactNode
  /** Shown at the end of the row: an amount or a shortcut. */
  readonly aside?: ReactNode
  /** Found by the server, so it is shown for any typed words. */
  readonly isFound?: boolean
}

type Props = {
  readonly title: string
  readonly open: boolean
  readonly choices: readonly Choice[]
  /**
   * Their order is not known yet: none is shown, and none can be created, because it may exist. Enter after some typing chooses
   * when they have come.
   */
  readonly isComing?: boolean
  readonly chosen?: string | null
  readonly onChoose: (id: string) => void
  readonly onClose: () => void
  /** Receives the typed text if the caller does the searching. */
  readonly onSearch?: (words: string) => void
  /** Choices that a search finds too, and a last row shows. */
  readonly further?: {
    readonly choices: readonly Choice[]
    readonly label: string
  }
  /** Offers to create what no choice is called yet. */
  readonly creation?: {
    readonly label: (name: string) => string
    readonly create: (name: string) => void
  }
}

/** The id of the row that creates a choice. */
const NEW = 'new'
/** The id of the row that shows the further choices. */
const MORE = 'more'

/** Picks one of many choices by typing. Used for Spend from, for categories and for the palette. */
export function Choose({ title, open, onClose, ...rest }: Props) {
  return (
    <Dialog title={title} open={open} onClose={onClose} hideTitle>
      <ChooseList label={title} {...rest} />
    </Dialog>
  )
}

export type ListProps = Omit<Props, 'title' | 'open' | 'onClose'> & { readonly label: string }

/** The field and the list alone, for a dialog or a popover. */
export function ChooseList({ label, chosen = null, onChoose, onSearch, ...source }: ListProps) {
  const text = useText()
  const id = useId()
  const [words, setWords] = useState('')
  const [moved, setAt] = useState<number | null>(null)
  const { found, setLong } = useFound(source, words)
  // The choices may arrive after the list has opened.
  const at = moved ?? placeOf(found, chosen)
  const current = found[Math.min(at, found.length - 1)]
  const isComing = source.isComing === true
  const choose = (id: string) => {
    if (id === MORE) return setLong(true)
    if (id === NEW && source.creation) source.creation.create(words.trim())
    else onChoose(id)
  }
  const setAwaited = useAwaited(isComing, () => {
    // Nobody has seen yet that it would be a new one.
    if (current && current.id !== NEW) choose(current.id)
  })
  const type = (typed: string) => {
    setWords(typed)
    setAt(0)
    setAwaited(false)
    onSearch?.(typed)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setAt((Math.min(at, found.length - 1) + step + found.length) % found.length)
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (current) choose(current.id)
      else setAwaited(isComing && words.trim() !== '')
    }
  }
  return (
    <>
      <input
        className={styles.input}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={current ? `${id}-${current.id}` : undefined}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={words}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
      />
      <ul className={styles.list} role="listbox" id={id} aria-label={label}>
        {found.map((choice, index) => (
          <Row
            key={choice.id}
            id={`${id}-${choice.id}`}
            choice={choice}
            heading={choice.group !== found[index - 1]?.group ? choice.group : undefined}
            current={choice === current}
            chosen={choice.id === chosen}
            onChoose={choose}
          />
        ))}
      </ul>
      {found.length === 0 && !isComing && <p className={styles.none}>{text.ui.nothingFound}</p>}
    </>
  )
}

/**
 * Chooses once the choices have come, if Enter was pressed for the typed words before. Returns how to say whether it was.
 */
function useAwaited(isComing: boolean, choose: () => void): (isAwaited: boolean) => void {
  const [isAwaited, setAwaited] = useState(false)
  const chooseNow = useEffectEvent(() => {
    setAwaited(false)
    choose()
  })
  useEffect(() => {
    if (isAwaited && !isComing) chooseNow()
  }, [isAwaited, isComing])
  return setAwaited
}

type Source = Pick<Props, 'choices' | 'isComing' | 'further' | 'creation'>

/** Finds the rows for the typed words; `setLong` shows the further ones too. */
function useFound({ isComing = false, choices, further, creation }: Source, words: string) {
  const [isLong, setLong] = useState(false)
  const found = useMemo(
    () =>
      offer(choices, words, {
        isLong,
        ...(further && { further }),
        ...(creation && { creation }),
      }),
    [choices, words, further, isLong, creation],
  )
  return { found: isComing ? [] : found, setLong }
}

type RowProps = {
  readonly id: string
  readonly choice: Choice
  readonly heading: string | undefined
  readonly current: boolean
  readonly chosen: boolean
  readonly onChoose: (id: string) => void
}

function Row({ id, choice, heading, current, chosen, onChoose }: RowProps) {
  return (
    <>
      {heading !== undefined && (
        <li role="presentation" className={styles.heading}>
          {heading}
        </li>
      )}
      <li
        role="option"
        id={id}
        aria-selected={chosen}
        ref={(row) => {
          if (current) row?.scrollIntoView({ block: 'nearest' })
        }}
        className={classes(styles.row, current && styles.current)}
        onClick={() => onChoose(choice.id)}
      >
        {choice.picture}
        <span className={styles.name}>{choice.name}</span>
        {choice.aside}
      </li>
    </>
  )
}

/** Finds where the list begins: at the chosen one, if any. */
function placeOf(choices: readonly Choice[], chosen: string | null): number {
  const place = choices.findIndex((one) => one.id === chosen)
  return Math.max(0, place)
}

/** Brings the choices of a group together, in the order in which the groups begin. */
function inGroups(choices: readonly Choice[]): readonly Choice[] {
  return [...Map.groupBy(choices, ({ group }) => group).values()].flat()
}

type Offering = Pick<Source, 'further' | 'creation'> & { readonly isLong: boolean }

/** Lists the choices that match, and last a new one if no choice has the typed name. */
function offer(
  choices: readonly Choice[],
  typed: string,
  { further, isLong, creation }: Offering,
): readonly Choice[] {
  const all = further ? inGroups([...choices, ...further.choices]) : choices
  const name = typed.trim()
  if (fold(name) === '') {
    if (isLong || !further || further.choices.length === 0) return all
    return [...choices, { id: MORE, name: further.label }]
  }
  const fitting = matching(all, typed)
  const isKnown = all.some((one) => fold(one.name) === fold(name))
  return creation && !isKnown ? [...fitting, { id: NEW, name: creation.label(name) }] : fitting
}

/** Keeps the choices that contain every typed word in their name or group; names that begin with the text come first. */
function matching(choices: readonly Choice[], typed: string): readonly Choice[] {
  const words = fold(typed).split(' ').filter(Boolean)
  if (words.length === 0) return choices
  const found = choices.filter(({ name, group = '', isFound }) => {
    if (isFound) return true
    const all = fold(`${name} ${group}`)
    return words.every((word) => all.includes(word))
  })
  // Found ones arrive later, so they stay behind: no row moves between a look and a press.
  const begins = ({ name, isFound }: Choice) => !isFound && fold(name).startsWith(words[0]!)
  return [...found.filter(begins), ...found.filter((choice) => !begins(choice))]
}
