import { Tag } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { Output } from '#web/calls/operations.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './category-mark.module.css'
import { icons } from './icons.ts'

export type Look = Output<'GET /categories'>[number]['look']

/** The face of a category: its icon on its hue. Its name stands beside it, so it is not read out. */
export function CategoryMark({
  look,
  small = false,
}: {
  readonly look: Look
  readonly small?: boolean
}) {
  const Icon = icons[look.icon] ?? Tag
  // A client of the API may have stored an emoji.
  const isText = icons[look.icon] === undefined && /^\P{ASCII}/u.test(look.icon)
  return (
    <span className={classes(styles.mark, small && styles.small)} style={paintOf(look)} aria-hidden>
      {isText ? firstOf(look.icon) : <Icon size={small ? 13 : 16} strokeWidth={2} />}
    </span>
  )
}

function firstOf(text: string): string {
  const [first] = new Intl.Segmenter().segment(text)
  return first?.segment ?? ''
}

/** The angles of the hues in OKLCH; lightness and chroma are those of the theme. */
const angles: Readonly<Record<Look['hue'], number>> = {
  rose: 5,
  red: 28,
  orange: 52,
  amber: 80,
  lime: 120,
  green: 150,
  teal: 180,
  cyan: 212,
  sky: 240,
  blue: 265,
  violet: 300,
  pink: 345,
}

/** The hues in the order in which they are offered. */
export const hues = Object.keys(angles) as Look['hue'][]

/** The style that gives a mark, or a bar of the class `fill`, its hue. */
export function paintOf({ hue }: Look): CSSProperties {
  return { '--hue': angles[hue] } as CSSProperties
}

export const { fill } = styles
