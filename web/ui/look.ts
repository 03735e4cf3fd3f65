import type { Output } from '#web/calls/operations.ts'

/** How a category or a set-aside is painted. */
export type Look = Output<'GET /categories'>[number]['look']

/** A look as a form keeps it; null: Earmark chooses it by the name. */
export type PickedLook = { readonly hue: Look['hue'] | null; readonly icon: string | null }

/** The angles of the hues in OKLCH; lightness and chroma are those of the theme. */
export const angles: Readonly<Record<Look['hue'], number>> = {
  rose: 8,
  red: 27,
  orange: 50,
  amber: 76,
  lime: 108,
  green: 134,
  // The angles between are those of money that is free to spend.
  teal: 192,
  cyan: 218,
  sky: 242,
  blue: 266,
  violet: 298,
  pink: 338,
}

/** Returns a hue that is always the same for a name; never green, which is for money that is free to spend. */
export function hueOfName(name: string): Look['hue'] {
  let sum = 0
  for (const one of name.trim().toLowerCase()) sum = (sum * 31 + one.codePointAt(0)!) % 9973
  return guessed[sum % guessed.length]!
}

/** The hues in the order in which they are offered. */
export const hues = Object.keys(angles) as Look['hue'][]
const guessed = hues.filter((hue) => hue !== 'green')
