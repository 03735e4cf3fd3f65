import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrandKind, brandKinds } from './brand-kinds.ts'
import { brandWords } from './brand-words.ts'
import { isCity, isCountry, isState } from './places.ts'
import { isShopWord } from './shop-words.ts'

export type Brand = {
  /** The name as the brand writes it. */
  readonly name: string
  readonly kind: BrandKind
}

/** How sure the words of a brand are, beginning with the least sure. */
type Surety =
  /** A word of daily life too: a brand only if nothing else is said but a place or a number. */
  | 'alone'
  /** A brand where it comes first. */
  | 'first'
  /** A brand wherever it stands. */
  | 'anywhere'

type Spelling = {
  readonly brand: Brand
  readonly surety: Surety
}

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
  const { spellings, starts } = loadTable()
  const first = all[at] ?? ''
  if (!starts.has(first.length > START ? first.slice(0, START) : first)) return null
  const most = Math.min(WORDS_MAX, all.length - at)
  let found: { brand: Brand; count: number } | null = null
  let joined = ''
  let spaced = ''
  for (let count = 1; count <= most; count++) {
    const word = all[at + count - 1]!
    joined += word
    spaced = count === 1 ? word : `${spaced} ${word}`
    const spelling = spellings.get(joined.length < JOINED_MIN ? spaced : joined)
    if (!spelling) continue
    if (spelling.surety === 'anywhere' || isSure(spelling.surety, least, all.slice(at + count))) {
      found = { brand: spelling.brand, count }
    }
  }
  return found
}

/** Letters at the beginning of a word that are looked up first, because they show that most words begin no brand. */
const START = 5

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

type Table = {
  /** The keys are made by `keyOf`. */
  readonly spellings: ReadonlyMap<string, Spelling>
  /** The first letters of each spelling: one, two, … `START` of them. */
  readonly starts: ReadonlySet<string>
}

let loaded: Table | null = null

/** Reads the table of brands now, which takes some 50 ms, so that the first payment need not wait for it. */
export function readBrands(): void {
  loadTable()
}

/** Reads the tables when the first brand is sought, because many commands of the product never seek one. */
function loadTable(): Table {
  if (loaded) return loaded
  const spellings = new Map<string, Spelling>()
  // Our own lines come first: they correct the index.
  for (const file of ['own-brands.txt', 'brand-table.txt']) readTable(file, spellings)
  const starts = new Set<string>()
  for (const key of spellings.keys()) {
    const joined = key.replaceAll(' ', '')
    for (let length = START; length > 0 && !starts.has(joined.slice(0, length)); length--) {
      starts.add(joined.slice(0, length))
    }
  }
  loaded = { spellings, starts }
  return loaded
}

function readTable(file: string, spellings: Map<string, Spelling>): void {
  const kinds = new Map<string, BrandKind>(brandKinds.map((kind) => [kind, kind]))
  let kind: BrandKind | undefined
  for (const line of readFileSync(join(import.meta.dirname, file), 'utf8').split('\n')) {
    if (line === '' || line.startsWith(';')) continue
    if (line.startsWith('# ')) {
      kind = kinds.get(line.slice(2))
      if (kind === undefined) throw new Error(`${file}: not a kind of shop: ${line.slice(2)}`)
    } else if (kind !== undefined) readLine(line, kind, spellings)
  }
}

/** Reads `NAME|SPELLING|…`; a minus before the name says that the name itself is not a spelling. */
function readLine(line: string, kind: BrandKind, spellings: Map<string, Spelling>): void {
  const [written = '', ...others] = line.split('|')
  const isSpelling = !written.startsWith('-')
  const brand = { name: isSpelling ? written : written.slice(1), kind }
  const own = isSpelling ? brandWords(written).join(' ') : ''
  let isGiven = false
  let isMarked = false
  for (const spelling of others) {
    const mark = marks.get(spelling[0]!)
    const words = mark === undefined ? spelling : spelling.slice(1)
    isGiven ||= words === own
    isMarked ||= mark !== undefined
    add(spellings, words, { brand, surety: mark ?? suretyOf(words) })
  }
  if (own === '' || isGiven) return
  // A line that marks its other spellings is as careful about a name of one word.
  const isCareful = isMarked && !own.includes(' ')
  add(spellings, own, { brand, surety: isCareful ? 'alone' : suretyOf(own) })
}

const marks: ReadonlyMap<string, Surety> = new Map([
  ['~', 'alone'],
  ['^', 'first'],
  ['*', 'anywhere'],
])

function add(spellings: Map<string, Spelling>, words: string, spelling: Spelling): void {
  const key = keyOf(words)
  if (!spellings.has(key)) spellings.set(key, spelling)
}

function suretyOf(words: string): Surety {
  const letters = words.replaceAll(' ', '').length
  if (letters <= 3) return 'alone'
  return letters >= (words.includes(' ') ? 9 : 7) ? 'anywhere' : 'first'
}
