import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useText } from '#web/text/text.tsx'
import { Button } from './button.tsx'
import styles from './code.module.css'

/** Takes a text to the clipboard. Where a page may not (plain http), the text is there to be selected. */
export function CopyButton({
  text: copied,
  name,
}: {
  readonly text: string
  readonly name?: string
}) {
  const text = useText()
  const [done, setDone] = useState(false)
  // Browsers keep the clipboard from plain http.
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (clipboard === undefined) return null
  const Picture = done ? Check : Copy
  return (
    <Button
      size="small"
      onClick={() =>
        void clipboard.writeText(copied).then(
          () => setDone(true),
          () => undefined,
        )
      }
    >
      <Picture size={15} aria-hidden />
      <span aria-live="polite">{done ? text.ui.copied : (name ?? text.ui.copy)}</span>
    </Button>
  )
}

/** A text for machines, as it is. `label` names it for those who cannot see that it is one. */
export function Code({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    // What scrolls must be reachable with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={styles.code} role="region" aria-label={label} tabIndex={0}>
      <code>{children}</code>
    </pre>
  )
}

/** A text for machines that is there to be taken along. */
export function CodeToCopy({
  label,
  children,
}: {
  readonly label: string
  readonly children: string
}) {
  return (
    <div className={styles.block}>
      <Code label={label}>{children}</Code>
      <CopyButton text={children} />
    </div>
  )
}

/** What is shown this once: a key, a signing secret, codes. */
export function Secret({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <div className={styles.secret}>
      <span className={styles.label}>{label}</span>
      <code className={styles.text}>{children}</code>
      <CopyButton text={children} />
    </div>
  )
}
