import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrandKind, brandKinds } from './brand-kinds.ts'
import { type Beginnings, createBeginnings } from './beginnings.ts'
import { brandWords } from './brand-words.ts'
import { isCity, isCountry, isState } from './places.ts'
import { isShopWord } from './shop-words.ts'

export type Brand = {
  /** The name as the brand writes it. */
  readonly name: string
  readonly kind: BrandKind
}

/** How sure the words of a brand are, beginning with the least sure. */
const sureties = [
  /** A word of daily life too: a brand only if nothing else is said but a place or a number. */
  'alone',
  /** A brand where it comes first. */
  'first',
  /** A brand wherever it stands. */
  'anywhere',
] as const
type Surety = (typeof sureties)[number]

/** The most words that a brand's name has. */
const WORDS_MAX = 6

/** Words run together of at least so many letters are the same as those words: `MEDIA MARKT` is `MediaMarkt`. */
const JOINED_MIN = 6

/**
 * Finds the brand that a payment's words name. Null without one, or if the words may mean something else, because a wrong
 * brand is worse than a missing one.
 */
export function findBrand(words: string): Brand | null {
  const all = brandWords(words.slice(0, LENGTH_MAX))
  const first = findFirst(all)
  if (first !== null) return first.brand
  for (let at = 1; at < all.length; at++) {
    const found = findAt(all, at, 'anywhere')
    if (found !== null) return found.brand
  }
  return null
}

/** Finds the brand at the beginning of words split by `brandWords`, and how many of them name it. */
export function findFirst(all: readonly string[]): { brand: Brand; count: number } | null {
  return findAt(all, 0, 'first')
}

/** Characters that are read; names are shorter. */
const LENGTH_MAX = 200

function findAt(all: readonly string[], at: number, least: 'first' | 'anywhere') {
  const table = loadTable()
  if (!table.starts.mayHave(all[at] ?? '')) return null
  const most = Math.min(WORDS_MAX, all.length - at)
  let found: { brand: Brand; count: number } | null = null
  let joined = ''
  let spaced = ''
  for (let count = 1; count <= most; count++) {
    const word = all[at + count - 1]!
    joined += word
    spaced = count === 1 ? word : `${spaced} ${word}`
    const spelling = table.spellings.get(joined.length < JOINED_MIN ? spaced : joined)
    if (spelling === undefined) continue
    const surety = sureties[spelling % sureties.length]!
    if (surety === 'anywhere' || isSure(surety, least, all.slice(at + count))) {
      found = { brand: brandAt(table, Math.floor(spelling / sureties.length)), count }
    }
  }
  return found
}

function brandAt({ names, kinds }: Table, index: number): Brand {
  return { name: names[index]!, kind: brandKinds[kinds[index]!]! }
}

function isSure(surety: Surety, least: Surety, rest: readonly string[]): boolean {
  if (least === 'anywhere') return false
  return surety === 'first' || isHarmless(rest)
}

/** Says if words after a name only say where a shop is, or which of many it is. */
function isHarmless(rest: readonly string[]): boolean {
  if (numbered.test(rest[0] ?? '')) return true
  return (
    rest.every((word) => /\d/.test(word) || isShopWord(word) || isPlace(word)) ||
    isPlace(rest.join(' '))
  )
}

/** Matches the number of a shop, but not a year. */
const numbered = /^(?!(?:19|20)\d\d$)[a-z]?\d{3,8}$/

function isPlace(words: string): boolean {
  return isCity(words) || isCountry(words) || isState(words)
}

/** Long names are the same written as one word or several; short ones are not, or `al di la` would be a supermarket. */
function keyOf(words: string): string {
  const joined = words.replaceAll(' ', '')
  return joined.length < JOINED_MIN ? words : joined
}

/** All brands in numbers and texts: as objects they would take three times the memory of every server. */
type Table = {
  /** Of each spelling three times the place of its brand, plus the place of its surety. The keys are made by `keyOf`. */
  readonly spellings: Map<string, number>
  readonly names: string[]
  /** Of each brand the place of its kind in `brandKinds`. */
  readonly kinds: number[]
  readonly starts: Beginnings
}

let loaded: Table | null = null

/** Reads the table of brands now, which takes some 50 ms, so that the first payment need not wait for it. */
export function readBrands(): void {
  loadTable()
}

/** Reads the tables when the first brand is sought, because many commands of the product never seek one. */
function loadTable(): Table {
  if (loaded) return loaded
  const table = { spellings: new Map(), names: [], kinds: [], starts: createBeginnings() }
  // Our own lines come first: they correct the index.
  for (const file of ['own-brands.txt', 'brand-table.txt']) readTable(file, table)
  for (const key of table.spellings.keys()) table.starts.add(key.replaceAll(' ', ''))
  loaded = table
  return loaded
}

function readTable(file: string, table: Table): void {
  const kinds = new Map<string, number>(brandKinds.map((kind, place) => [kind, place]))
  let kind: number | undefined
  for (const line of readFileSync(join(import.meta.dirname, file), 'utf8').split('\n')) {
    if (line === '' || line.startsWith(';')) continue
    if (line.startsWith('# ')) {
      kind = kinds.get(line.slice(2))
      if (kind === undefined) throw new Error(`${file}: not a kind of shop: ${line.slice(2)}`)
    } else if (kind !== undefined) readLine(line, kind, table)
  }
}

/** Reads `NAME|SPELLING|…`; a minus before the name says that the name itself is not a spelling. */
function readLine(line: string, kind: number, table: Table): void {
  const [written = '', ...others] = line.split('|')
  const isSpelling = !written.startsWith('-')
  table.names.push(copyOf(isSpelling ? written : written.slice(1)))
  table.kinds.push(kind)
  const own = isSpelling ? brandWords(written).join(' ') : ''
  let isGiven = false
  let isMarked = false
  for (const spelling of others) {
    const mark = marks.get(spelling[0]!)
    const words = mark === undefined ? spelling : spelling.slice(1)
    isGiven ||= words === own
    isMarked ||= mark !== undefined
    add(table, words, mark ?? suretyOf(words))
  }
  if (own === '' || isGiven) return
  // A line that marks its other spellings is as careful about a name of one word.
  const isCareful = isMarked && !own.includes(' ')
  add(table, own, isCareful ? 'alone' : suretyOf(own))
}

/** A part of a text keeps the whole text in memory, its copy does not. */
function copyOf(part: string): string {
  return Buffer.from(part).toString()
}

const marks: ReadonlyMap<string, Surety> = new Map([
  ['~', 'alone'],
  ['^', 'first'],
  ['*', 'anywhere'],
])

/** Adds a spelling of the brand that was read last. */
function add({ spellings, names }: Table, words: string, surety: Surety): void {
  const key = keyOf(words)
  if (spellings.has(key)) return
  spellings.set(copyOf(key), (names.length - 1) * sureties.length + sureties.indexOf(surety))
}

function suretyOf(words: string): Surety {
  const letters = words.replaceAll(' ', '').length
  if (letters <= 3) return 'alone'
  return letters >= (words.includes(' ') ? 9 : 7) ? 'anywhere' : 'first'
}
