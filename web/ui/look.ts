import type { Output } from '#web/calls/operations.ts'

/** How a category or a set-aside is painted. */
export type Look = Output<'GET /categories'>[number]['look']

/** A look as a form keeps it; null: Earmark chooses it by the name. */
export type PickedLook = { readonly hue: Look['hue'] | null; readonly icon: string | null }

/** The angles of the hues in OKLCH; lightness and chroma are those of the theme. */
export const angles: Readonly<Record<Look['hue'], number>> = {
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
