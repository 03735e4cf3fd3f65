/** Writes pieces of Python: names, comments and texts that fit into lines. */

const WIDTH = 100

/** `by_type` becomes `ByType`. */
export function pascal(name: string): string {
  return name
    .split(/[_.\s]+/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('')
}

const keywords = [
  'from',
  'import',
  'class',
  'def',
  'global',
  'in',
  'is',
  'not',
  'or',
  'pass',
  'with',
]

export function isKeyword(name: string): boolean {
  return keywords.includes(name)
}

/** The name of an argument: Python's own words get an underscore behind them. */
export function argument(name: string): string {
  return isKeyword(name) ? `${name}_` : name
}

export function quoted(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

/** Breaks a text into lines, each behind a prefix. */
export function wrap(text: string, prefix: string, width = WIDTH): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(' ')) {
      if (line !== '' && prefix.length + line.length + 1 + word.length > width) {
        lines.push(line)
        line = word
      } else line = line === '' ? word : `${line} ${word}`
    }
    return [...lines, line].map((one) => (prefix + one).trimEnd())
  })
}

export function comment(text: string | undefined, indent: string): string[] {
  return text === undefined || text === '' ? [] : wrap(text, `${indent}# `)
}

/** A text in three quotes; what would end it or escape in it is made harmless. */
export function docstring(text: string, indent: string): string[] {
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''")
  const lines = wrap(safe, indent)
  const first = lines[0]!.slice(indent.length)
  if (lines.length === 1 && indent.length + first.length + 6 <= WIDTH && !first.endsWith('"')) {
    return [`${indent}"""${first}"""`]
  }
  const [head = '', ...rest] = wrap(safe, indent, WIDTH - 3)
  return [`${indent}"""${head.slice(indent.length)}`, ...rest, `${indent}"""`]
}
