import { Tag } from 'lucide-react'
import type { CSSProperties } from 'react'
import { classes } from '#web/ui/classes.ts'
import { icons } from './icons.ts'
import { angles, type Look } from './look.ts'
import styles from './mark.module.css'

type Props = {
  readonly look: Look
  readonly small?: boolean
  readonly large?: boolean
  /** Set-asides are round, as on the river; categories are square. */
  readonly round?: boolean
}

/** The face of a category or a set-aside: its icon on its hue. Its name stands beside it, so it is not read out. */
export function Mark({ look, small = false, large = false, round = false }: Props) {
  return (
    <span
      className={classes(
        styles.mark,
        small && styles.small,
        large && styles.large,
        round && styles.round,
      )}
      style={paintOf(look)}
      aria-hidden
    >
      <Icon name={look.icon} size={small ? 13 : large ? 18 : 16} />
    </span>
  )
}

/** Draws an icon by its name. */
export function Icon({ name, size }: { readonly name: string; readonly size: number }) {
  // A client of the API may have stored an emoji, or a name that is not offered.
  if (icons[name] === undefined && /^\P{ASCII}/u.test(name)) return firstOf(name)
  const Picture = icons[name] ?? Tag
  return <Picture size={size} strokeWidth={2} aria-hidden />
}

function firstOf(text: string): string {
  const [first] = new Intl.Segmenter().segment(text)
  return first?.segment ?? ''
}

/** The style that gives a mark, or a bar of the class `fill`, its hue. */
export function paintOf({ hue }: Pick<Look, 'hue'>): CSSProperties {
  return { '--hue': angles[hue] } as CSSProperties
}

export const { fill } = styles
