import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { classes } from './classes.ts'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

type Props = ComponentProps<'button'> & {
  readonly look?: Look
  readonly size?: 'normal' | 'small'
  /** It is at work: it keeps its place, and a second click does nothing. */
  readonly busy?: boolean
  /** Of a quiet button: the edge that its words stand in line with, as if it had no room around them. */
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

/** A button of one picture. Its name is said to those who cannot see it, and shown to those who rest on it. */
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

/** The look of a button, for links. */
export function buttonClass(look: Look = 'plain', size: 'normal' | 'small' = 'normal'): string {
  return classes(styles.button, styles[look], styles[size])
}

function stop(event: { preventDefault: () => void }) {
  event.preventDefault()
}
