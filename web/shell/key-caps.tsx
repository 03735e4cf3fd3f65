import { useText } from '#web/text/text.tsx'
import { isMac, useKeyboard } from './keyboard.tsx'
import { typesCharacter, keyCaps, keysOf, type Shortcut } from './shortcuts.ts'
import styles from './key-caps.module.css'

/** Shows the keys of a shortcut as printed on the keyboard. Hidden if single-letter shortcuts are off. */
export function KeyCaps({ shortcut }: { readonly shortcut: Shortcut }) {
  const { singleKeys } = useKeyboard()
  const text = useText()
  const [keys] = keysOf(shortcut)
  if (keys === undefined || (typesCharacter(keys) && !singleKeys)) return null
  return (
    <kbd className={styles.keys} aria-hidden title={text.shell.shortcuts[shortcut]}>
      {keyCaps(keys, isMac()).map((cap, index) => (
        <span key={`${index}${cap}`}>{cap}</span>
      ))}
    </kbd>
  )
}
