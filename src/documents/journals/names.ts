/** The two kinds of journals that are written. */
export type Dialect = 'hledger' | 'beancount'

/** Writes the name of an account from its levels, such as `expenses`, `Food`, `Groceries`. */
export function accountName(dialect: Dialect, levels: readonly string[]): string {
  return levels.map(dialect === 'hledger' ? plainLevel : strictLevel).join(':')
}

/**
 * Makes names that differ: of two accounts that would have the same name, the second gets a number. One name is never above
 * another that money is booked on.
 */
export function createNames(dialect: Dialect) {
  const taken = new Set<string>()
  return (levels: readonly string[]): string => {
    for (let count = 1; ; count += 1) {
      const last = levels.at(-1)!
      const name = accountName(dialect, [
        ...levels.slice(0, -1),
        count === 1 ? last : `${last} ${count}`,
      ])
      if (taken.has(name)) continue
      taken.add(name)
      return name
    }
  }
}

/**
 * Writes a level for hledger: two blanks end a name, a colon begins a level, and a semicolon a comment; brackets at the
 * beginning would make a posting virtual.
 */
function plainLevel(text: string): string {
  const plain = oneLine(text)
    .replaceAll(':', '-')
    .replaceAll(';', ',')
    .replaceAll(/[()[\]{}]/g, '')
    .replaceAll(/ +/g, ' ')
    .trim()
  return plain === '' ? 'unnamed' : plain
}

/** Writes a level for Beancount: letters, digits and hyphens, with a capital or a digit first. */
function strictLevel(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{Nd}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  if (plain === '') return 'Unnamed'
  const [first = ''] = plain
  const upper = first.toLocaleUpperCase('en')
  const capital = /^[\p{Lu}\p{Nd}]$/u.test(upper) ? upper + plain.slice(first.length) : `X${plain}`
  return capital
}

/** Writes a text in one line, without control characters. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}
