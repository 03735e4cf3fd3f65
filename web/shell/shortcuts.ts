/** Where a shortcut works: everywhere, or on one screen only. */
export type Scope = 'everywhere' | 'plan' | 'transactions'

type Declared = {
  /** `j`, `Shift+Space`, `Mod+K` (Mod: ⌘ or Ctrl), or a sequence: `g h`. The first one is displayed. */
  readonly keys: readonly [string, ...string[]]
  readonly scope: Scope
  /** Not listed in the palette, because it needs a focused row. */
  readonly silent?: true
}

/** The registry of shortcuts. Handlers, tooltips, the sheet and the palette all read it. */
export const shortcuts = {
  palette: { keys: ['Mod+K'], scope: 'everywhere', silent: true },
  help: { keys: ['?'], scope: 'everywhere' },
  goHome: { keys: ['g h'], scope: 'everywhere', silent: true },
  goTransactions: { keys: ['g t'], scope: 'everywhere', silent: true },
  goPlan: { keys: ['g p'], scope: 'everywhere', silent: true },
  goCalendar: { keys: ['g y'], scope: 'everywhere', silent: true },
  goInsights: { keys: ['g i'], scope: 'everywhere', silent: true },
  goAccounts: { keys: ['g a'], scope: 'everywhere', silent: true },
  goDevelopers: { keys: ['g d'], scope: 'everywhere', silent: true },
  goSettings: { keys: ['g s'], scope: 'everywhere', silent: true },
  newTransaction: { keys: ['n'], scope: 'everywhere' },
  transfer: { keys: ['x'], scope: 'everywhere' },
  setAside: { keys: ['a'], scope: 'everywhere' },
  takeBack: { keys: ['b'], scope: 'everywhere' },
  importFile: { keys: ['g f'], scope: 'everywhere' },
  search: { keys: ['/'], scope: 'everywhere' },
  undo: { keys: ['Mod+Z'], scope: 'everywhere' },
  redo: { keys: ['Mod+Shift+Z'], scope: 'everywhere' },
  private: { keys: ['Shift+P'], scope: 'everywhere' },
  fillUp: { keys: ['f'], scope: 'plan' },
  next: { keys: ['j', 'ArrowDown'], scope: 'transactions', silent: true },
  previous: { keys: ['k', 'ArrowUp'], scope: 'transactions', silent: true },
  openRow: { keys: ['Enter'], scope: 'transactions', silent: true },
  selectRow: { keys: ['Space'], scope: 'transactions', silent: true },
  extendSelection: { keys: ['Shift+Space'], scope: 'transactions', silent: true },
  spendFrom: { keys: ['e'], scope: 'transactions' },
  category: { keys: ['c'], scope: 'transactions' },
  notes: { keys: ['m'], scope: 'transactions' },
  unassign: { keys: ['u'], scope: 'transactions' },
  split: { keys: ['s'], scope: 'transactions' },
  removeRow: { keys: ['Delete', 'Backspace'], scope: 'transactions' },
} as const satisfies Record<string, Declared>

export type Shortcut = keyof typeof shortcuts

export const shortcutNames = Object.keys(shortcuts) as Shortcut[]

export function keysOf(name: Shortcut): readonly string[] {
  return shortcuts[name].keys
}

export function isSilent(name: Shortcut): boolean {
  return 'silent' in shortcuts[name]
}

/** True if the stroke types a character: such shortcuts pause while a field has the focus, and can be turned off. */
export function typesCharacter(keys: string): boolean {
  return !keys.includes('Mod+')
}

/** Names a key press in the notation of the registry. */
export function strokeOf(event: {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}): string {
  const key = event.key === ' ' ? 'Space' : event.key
  const letter = /^\p{L}$/u.test(key)
  const shift = event.shiftKey && (letter || key.length > 1) ? 'Shift+' : ''
  const mod = event.ctrlKey || event.metaKey ? 'Mod+' : ''
  // Letters are lower case alone (`j`) and upper case after a modifier (`Shift+P`, `Mod+K`).
  const named = letter ? (mod || shift ? key.toUpperCase() : key.toLowerCase()) : key
  return `${mod}${shift}${named}`
}

const signs: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  Enter: '↵',
}

/** Returns the keys as printed on a keyboard, in sequence. */
export function keyCaps(keys: string, isMac: boolean): readonly string[] {
  return keys.split(' ').flatMap((stroke) =>
    stroke.split('+').map((key) => {
      if (key === 'Mod') return isMac ? '⌘' : 'Ctrl'
      if (key === 'Shift') return isMac ? '⇧' : 'Shift'
      return signs[key] ?? (key.length === 1 ? key.toUpperCase() : key)
    }),
  )
}
