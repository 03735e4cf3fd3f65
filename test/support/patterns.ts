import { globSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { parseSync } from 'vite'

// Every regular expression of the product, found in its source, and a measure of how long one may take: so a pattern that
// is added tomorrow is held to the same time as those of today, without anybody thinking of it.

export type Pattern = {
  /** Where it stands: `src/budget/transactions/naming/descriptor.ts:29`. */
  readonly place: string
  readonly file: string
  readonly regex: RegExp
}

/** Every literal in the files of the product. */
export function findPatterns(): { patterns: readonly Pattern[]; builders: readonly string[] } {
  const files = globSync([
    '{src,sdk/typescript/src}/**/*.ts',
    'web/**/*.{ts,tsx}',
    'web/public/*.js',
  ]).filter((path) => !/\.test\.ts$|\.d\.ts$/.test(path))
  const patterns: Pattern[] = []
  const builders = new Set<string>()
  for (const file of files.toSorted()) {
    const text = readFileSync(file, 'utf8')
    const { program, errors } = parseSync(file, text)
    if (errors.length > 0) throw new Error(`${file} cannot be parsed`)
    visit(program, (node) => {
      if (isLiteral(node)) {
        const line = text.slice(0, node.start).split('\n').length
        const regex = new RegExp(node.regex.pattern, node.regex.flags)
        patterns.push({ place: `${file}:${line}`, file, regex })
      } else if (isBuilt(node)) builders.add(file)
    })
  }
  return { patterns, builders: [...builders] }
}

type Literal = {
  readonly start: number
  readonly regex: { readonly pattern: string; readonly flags: string }
}

function isLiteral(node: object): node is Literal {
  return 'type' in node && node.type === 'Literal' && 'regex' in node
}

/** `new RegExp(…)` or `RegExp(…)`. */
function isBuilt(node: object): boolean {
  if (!('type' in node && 'callee' in node)) return false
  const { callee } = node as { callee: object }
  return 'name' in callee && callee.name === 'RegExp'
}

function visit(node: unknown, look: (node: object) => void): void {
  if (node === null || typeof node !== 'object' || node instanceof RegExp) return
  look(node)
  for (const child of Object.values(node)) visit(child, look)
}

/** Short ones first, so that a pattern that grows much faster than linear is noticed before it takes minutes. */
const LENGTHS = [16, 20, 24, 28, 32, 54, 120, 375, 1500, 6000, 24_000, 60_000]
/** The longest text on which every pattern is tried; longer ones confirm a suspicion. */
const SCREEN_LENGTH = 6000
/** Milliseconds of processor time that make a pattern suspect: a linear one takes a tenth of it. */
const SCREEN_MS = 0.8
/**
 * Milliseconds of processor time for each character. Linear patterns take 0.0001 at most; one that grows with the square
 * takes 0.002 or more for the longest text, on any machine.
 */
const PER_CHARACTER_MS = 0.001
/** Short texts may take this long all the same: something else of the machine may come between. In milliseconds. */
const LEAST_MS = 5

/** A text on which a pattern takes longer than linear time, described; null where none is found. */
export function findSlowText(regex: RegExp): string | null {
  for (const { description, text } of slowTextsFor(regex)) {
    const fault = judge(regex, text)
    if (fault !== null) return `${description}, ${fault}`
  }
  return null
}

function judge(regex: RegExp, text: (length: number) => string): string | null {
  let isSuspect = false
  for (const length of LENGTHS) {
    if (length > SCREEN_LENGTH && !isSuspect) return null
    const long = text(length)
    isSuspect ||= timeOf(regex, long) > SCREEN_MS
    if (!isSuspect) continue
    const taken = leastTime(regex, long)
    const limit = Math.max(PER_CHARACTER_MS * length, LEAST_MS)
    if (taken > limit) return `${length} characters: ${taken.toFixed(1)} ms`
  }
  return null
}

/** The least of three, since others use the processor too. */
function leastTime(regex: RegExp, text: string): number {
  return Math.min(...[0, 1, 2].map(() => timeOf(regex, text)))
}

/** Milliseconds that this thread's processor took, which waiting for others does not lengthen. */
function timeOf(regex: RegExp, text: string): number {
  const before = process.threadCpuUsage()
  regex.lastIndex = 0
  if (regex.global) text.replaceAll(regex, '')
  else regex.test(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

type MadeText = { readonly description: string; readonly text: (length: number) => string }

/** Texts made to be slow: a piece of a match repeated, behind the beginning of a match, before what spoils it. */
export function* slowTextsFor(regex: RegExp): Generator<MadeText> {
  const matches = sampleMatches(regex)
  const characters = [...new Set(matches.flat().flatMap((piece) => Array.from(piece)))]
  const few = characters.slice(0, CHARACTERS_MAX)
  const words = new Set(matches.flatMap((pieces) => piecesWithin(pieces)))
  const pumps = [...new Set([...few, ...words])]
  const beginnings = new Set(matches.slice(0, 3).flatMap((pieces) => beginningsOf(pieces)))
  for (const pump of pumps) for (const end of SPOILERS) yield made('', pump, end)
  for (const start of beginnings) {
    for (const pump of few) for (const end of SPOILERS) yield made(start, pump, end)
  }
  for (const one of few) {
    for (const other of few) if (one !== other) yield made('', one + other, '\u0001')
  }
}

const SPOILERS = ['', '\u0001', ' \u0001']
const CHARACTERS_MAX = 12

function beginningsOf(pieces: readonly string[]): readonly string[] {
  return Array.from({ length: Math.min(pieces.length, 10) }, (_, end) =>
    pieces.slice(0, end + 1).join(''),
  )
}

/** The whole match, its halves, and some pieces of it in a row. */
function piecesWithin(pieces: readonly string[]): readonly string[] {
  const step = Math.max(1, Math.floor(pieces.length / 6))
  const found: string[] = []
  for (let from = 0; from < pieces.length; from += step) {
    for (let to = from + step; to < pieces.length + step; to += step) {
      found.push(pieces.slice(from, to).join(''))
    }
  }
  return [...found, ...found.map((piece) => `${piece} `)]
}

function made(start: string, pump: string, end: string): MadeText {
  return {
    description: `${JSON.stringify(start)} + ${JSON.stringify(pump)} repeated + ${JSON.stringify(end)}`,
    text: (length) => {
      const room = Math.max(0, length - start.length - end.length)
      return start + pump.repeat(Math.ceil(room / pump.length)).slice(0, room) + end
    },
  }
}

/** Texts that a pattern matches, more or less: each as the pieces that its parts match. */
function sampleMatches({ source, flags }: RegExp): readonly (readonly string[])[] {
  const tokens = [...source.matchAll(TOKEN)].map(([token]) => token)
  const tries = Math.min(24, 4 + 2 * tokens.filter((token) => token === '|').length)
  return Array.from({ length: tries }, (_, turn) => {
    const pieces = new Sampler(tokens, flags, turn).alternatives()
    return pieces.filter((piece) => piece !== '')
  })
}

/** Walks over a pattern and chooses: another alternative and other characters in each turn. */
class Sampler {
  #at = 0
  #choices = 0
  readonly #tokens: readonly string[]
  readonly #flags: string
  readonly #turn: number

  constructor(tokens: readonly string[], flags: string, turn: number) {
    this.#tokens = tokens
    this.#flags = flags
    this.#turn = turn
  }

  alternatives(): string[] {
    const all: string[][] = [[]]
    for (; this.#at < this.#tokens.length; this.#at += 1) {
      const token = this.#tokens[this.#at]!
      if (token === ')') break
      if (token === '|') all.push([])
      else all.at(-1)!.push(...this.#piece(token))
    }
    return all[this.#choose(all.length)]!
  }

  /** One part with its quantifier, as the pieces that it matches. */
  #piece(token: string): string[] {
    let pieces: string[]
    if (token.startsWith('(')) {
      this.#at += 1
      pieces = this.alternatives()
      if (/^\(\?<?!/.test(token)) pieces = []
    } else if (/^(?:[\^$]|\\[bBk\d].*)$/s.test(token)) pieces = []
    else pieces = this.#character(token)
    const quantifier = this.#tokens[this.#at + 1] ?? ''
    if (!/^(?:[*+?]|\{)/.test(quantifier)) return pieces
    this.#at += 1
    if (this.#tokens[this.#at + 1] === '?') this.#at += 1
    const least = Number(/^\{(\d+)/.exec(quantifier)?.[1] ?? (quantifier === '+' ? 1 : 0))
    const times = Math.max(least, this.#turn % 3 === 2 ? this.#choose(2) : 1)
    return Array.from({ length: Math.min(times, 20) }, () => pieces).flat()
  }

  #character(token: string): string[] {
    const fits = charactersOf(token, this.#flags)
    return fits.length === 0 ? [] : [fits[this.#choose(fits.length)]!]
  }

  #choose(count: number): number {
    this.#choices += 1
    // The first turn takes the first of everything, the others the choice of a cheap hash.
    return this.#turn === 0 ? 0 : ((this.#turn * 7919 + this.#choices * 104_729) >>> 3) % count
  }
}

const TOKEN =
  /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\k<[^>]*>|\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:<[=!]|[:=!]|<[^>]*>)|\{\d+,?\d*\}|[^]/gu

const alphabet = Array.from(
  ' \n\tab\u00e9ABZxX0159.,;:-+*/\\#@<>="\'()[]{}&%_|!?~$^`\u00a0\r漢\u0301',
)
const kinds = [/\s/, /\p{L}/u, /\d/, /[^\s\p{L}\d]/u]

const MOST = [1, 1, 1, 4]

/** Some of each kind that a part of a pattern fits: blanks, letters, digits, signs. */
function charactersOf(token: string, flags: string): readonly string[] {
  const alone = new RegExp(`^(?:${token})$`, flags.replaceAll(/[gy]/g, ''))
  const fits = alphabet.filter((one) => alone.test(one))
  if (fits.length === 0 && token.length === 1) return [token]
  return kinds.flatMap((kind, index) => fits.filter((one) => kind.test(one)).slice(0, MOST[index]))
}
