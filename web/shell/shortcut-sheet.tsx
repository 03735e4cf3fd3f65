import { useText } from '#web/text/text.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { KeyCaps } from './key-caps.tsx'
import { type Scope, shortcutNames, shortcuts } from './shortcuts.ts'
import styles from './shortcut-sheet.module.css'

const scopes: readonly Scope[] = ['everywhere', 'plan', 'transactions']

/** Lists all shortcuts of the registry. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  return (
    <Dialog title={text.shell.shortcutsTitle} open onClose={onClose}>
      {scopes.map((scope) => (
        <section key={scope} className={styles.scope}>
          <h3>{text.shell.scopes[scope]}</h3>
          <dl>
            {shortcutNames
              .filter((name) => shortcuts[name].scope === scope)
              .map((name) => (
                <div key={name} className={styles.row}>
                  <dt>{text.shell.shortcuts[name]}</dt>
                  <dd>
                    <KeyCaps shortcut={name} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
