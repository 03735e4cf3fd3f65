import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useText } from '#web/text/text.tsx'
import { Button } from './button.tsx'
import styles from './code.module.css'

/** Copies a text to the clipboard. Over plain http browsers forbid that, so the person selects the text instead. */
export function CopyButton({
  text: copied,
  name,
}: {
  readonly text: string
  readonly name?: string
}) {
  const text = useText()
  const [done, setDone] = useState(false)
  // Undefined over plain http.
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

/** Shows a text for machines verbatim. `label` names it for screen readers. */
export function Code({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    // Scrollable content must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={styles.code} role="region" aria-label={label} tabIndex={0}>
      <code>{children}</code>
    </pre>
  )
}

/** Shows a text for machines with a button that copies it. */
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

/** Shows a secret that appears only once: a key, a signing secret or recovery codes. */
export function Secret({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <div className={styles.secret}>
      <span className={styles.label}>{label}</span>
      <code className={styles.text}>{children}</code>
      <CopyButton text={children} />
    </div>
  )
}
