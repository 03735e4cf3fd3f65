import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { classes } from './classes.ts'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

type Props = ComponentProps<'button'> & {
  readonly look?: Look
  readonly size?: 'normal' | 'small'
  /** Work is in progress: the button keeps its size and ignores clicks. */
  readonly busy?: boolean
  /** For a quiet button: the edge on which its text aligns with the surrounding text. */
  readonly edge?: 'start' | 'end' | undefined
}

export function Button({ look = 'plain', size = 'normal', busy = false, edge, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      onClick={busy ? stop : rest.onClick}
      className={classes(
        styles.button,
        styles[look],
        styles[size],
        edge && styles[edge],
        rest.className,
      )}
    />
  )
}

/** A button with an icon only. Its name is its accessible label and its tooltip. */
export function IconButton({
  name,
  shortcut,
  ...rest
}: Omit<Props, 'size'> & { readonly name: string; readonly shortcut?: string | undefined }) {
  return (
    <Button
      look="quiet"
      {...rest}
      aria-label={name}
      data-tip={shortcut === undefined ? name : `${name}  ${shortcut}`}
      className={classes(styles.icon, rest.className)}
    />
  )
}

/** Returns the classes of a button, for links that look like one. */
export function buttonClass(look: Look = 'plain', size: 'normal' | 'small' = 'normal'): string {
  return classes(styles.button, styles[look], styles[size])
}

function stop(event: { preventDefault: () => void }) {
  event.preventDefault()
}
