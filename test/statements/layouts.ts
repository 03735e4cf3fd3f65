import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The layout of a bank's file. The folder `layouts` describes each in a few lines: `==` name, currency and country, form of a date, an
 * amount of minus 1234.56, options; `pre` a line before the header; `head` the header; `row` the meaning of each column;
 * `post` a line behind the rows.
 */
export type BankLayout = {
  readonly name: string
  readonly currency: string
  readonly country: string
  readonly date: string
  readonly money: string
  readonly options: ReadonlyMap<string, string>
  readonly pre: readonly string[]
  readonly head: string | null
  readonly row: readonly string[]
  readonly post: readonly string[]
}

/** Reads all layouts. Throws an Error for one that does not hold together. */
export function readLayouts(): readonly BankLayout[] {
  const files = globSync(join(import.meta.dirname, 'layouts/*.txt')).toSorted()
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split(/^(?=== )/m)
      .filter((block) => block.startsWith('== '))
      .map(readBlock),
  )
}

function readBlock(block: string): BankLayout {
  const lines = block.split('\n')
  const [name = '', place = '', date = '', money = '', options = ''] = lines[0]!
    .slice(3)
    .split(' | ')
    .map((part) => part.trim())
  const [currency = '', country = ''] = place.split(' ')
  const under = (word: string) =>
    lines
      .filter((line) => line === word || line.startsWith(`${word} `))
      .map((line) => line.slice(word.length + 1))
  const layout = {
    name,
    currency,
    country,
    date,
    money,
    options: new Map(
      options.split(' ').flatMap((option): [string, string][] => {
        const [key = '', value = ''] = option.split(/=(.*)/)
        return key === '' ? [] : [[key, value]]
      }),
    ),
    pre: under('pre'),
    head: under('head')[0] ?? null,
    row: under('row')[0]?.split(' ') ?? [],
    post: under('post'),
  }
  const width = layout.head?.split(separatorOf(layout)).length ?? layout.row.length
  if (layout.row.length !== width || width < 2) {
    throw new Error(`${name}: ${width} columns in the header, ${layout.row.length} in the row`)
  }
  return layout
}

export function separatorOf({ options }: Pick<BankLayout, 'options'>): string {
  const named = options.get('sep') ?? ','
  return { tab: '\t', pipe: '|' }[named] ?? named
}
