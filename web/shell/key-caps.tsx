import { useText } from '#web/text/text.tsx'
import { isMac, useKeyboard } from './keyboard.tsx'
import { isSingle, keyCaps, keysOf, type Shortcut } from './shortcuts.ts'
import styles from './key-caps.module.css'

/** The keys of a shortcut, as they are printed on the keyboard. Hidden where single letters are switched off. */
export function KeyCaps({ shortcut }: { readonly shortcut: Shortcut }) {
  const { singleKeys } = useKeyboard()
  const text = useText()
  const [keys] = keysOf(shortcut)
  if (keys === undefined || (isSingle(keys) && !singleKeys)) return null
  return (
    <kbd className={styles.keys} aria-hidden title={text.shell.shortcuts[shortcut]}>
      {keyCaps(keys, isMac()).map((cap, index) => (
        <span key={`${index}${cap}`}>{cap}</span>
      ))}
    </kbd>
  )
}
