import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react'
import { readPreference, writePreference } from './preference.ts'
import { typesCharacter, keysOf, type Shortcut, shortcutNames, strokeOf } from './shortcuts.ts'

type Handlers = Map<Shortcut, () => void>
type Keyboard = {
  readonly handlers: Handlers
  readonly singleKeys: boolean
  readonly setSingleKeys: (on: boolean) => void
}

const KeyboardContext = createContext<Keyboard | null>(null)

/** How long the second key of `g h` may take, in milliseconds. */
const SEQUENCE_MS = 1200

/** Dispatches every key press to the shortcuts that the screen has registered. */
export function KeyboardShortcuts({ children }: { readonly children: ReactNode }) {
  const [handlers] = useState<Handlers>(() => new Map())
  const [singleKeys, setSingle] = useState(() => readPreference('singleKeys') !== 'off')
  useEffect(() => listen(handlers, singleKeys), [handlers, singleKeys])
  const keyboard = useMemo(() => {
    const setSingleKeys = (on: boolean) => {
      writePreference('singleKeys', on ? null : 'off')
      setSingle(on)
    }
    return { handlers, singleKeys, setSingleKeys }
  }, [handlers, singleKeys])
  return <KeyboardContext value={keyboard}>{children}</KeyboardContext>
}

export function useKeyboard(): Keyboard {
  const keyboard = use(KeyboardContext)
  if (keyboard === null) throw new Error('a shortcut outside of <KeyboardShortcuts>')
  return keyboard
}

/** Runs `act` when the shortcut is pressed, while the component is mounted. */
export function useShortcut(name: Shortcut, act: () => void, on = true): void {
  const { handlers } = useKeyboard()
  const handle = useEffectEvent(act)
  useEffect(() => {
    if (!on) return
    const own = () => handle()
    const before = handlers.get(name)
    handlers.set(name, own)
    return () => {
      if (handlers.get(name) !== own) return
      if (before) handlers.set(name, before)
      else handlers.delete(name)
    }
  }, [handlers, name, on])
}

/** True on Apple keyboards, which name the modifier keys differently. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}

function listen(handlers: Handlers, singleKeys: boolean): () => void {
  let first = ''
  let firstAt = 0
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return
    const stroke = strokeOf(event)
    const sequence = event.timeStamp - firstAt < SEQUENCE_MS ? `${first} ${stroke}` : stroke
    const name = find(handlers, sequence) ?? find(handlers, stroke)
    const quiet = typesCharacter(stroke) && (!singleKeys || isTaken(event.target, stroke))
    if (!quiet && stroke !== 'Shift') {
      first = stroke
      firstAt = event.timeStamp
    }
    if (name === undefined || quiet) return
    event.preventDefault()
    first = ''
    handlers.get(name)?.()
  }
  window.addEventListener('keydown', press)
  return () => window.removeEventListener('keydown', press)
}

function find(handlers: Handlers, keys: string): Shortcut | undefined {
  return shortcutNames.find((name) => handlers.has(name) && keysOf(name).includes(keys))
}

/** True if the focused element handles this key itself: fields, dialogs, and controls activated by Enter or Space. */
function isTaken(target: EventTarget | null, stroke: string): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]')) {
    return true
  }
  return (stroke === 'Enter' || stroke === 'Space') && target.closest('a, button') !== null
}
