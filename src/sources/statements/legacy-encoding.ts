import { decodeWhole, guessEncoding } from './guess-encoding.ts'

/**
 * Guesses the encoding of a text that is not UTF-8 from its beginning: by the currency of its account if its letters agree,
 * else by its letters alone.
 */
export function guessLegacyEncoding(head: Uint8Array, currency: string | null): string {
  return (currency === null ? null : byCurrency(head, currency)) ?? guessEncoding(head)
}

function byCurrency(head: Uint8Array, currency: string): string | null {
  const { high, neighbours } = countHigh(head)
  if (high === 0) return null
  const [encoding, isFitting] = ofCurrency.get(currency) ?? [null, () => false]
  return isFitting(head, neighbours > high * MOSTLY) ? encoding : null
}

type Fitting = (head: Uint8Array, isOwnAlphabet: boolean) => boolean

const isDouble =
  (encoding: string): Fitting =>
  (head) =>
    decodeWhole(head, encoding) !== null

const families: readonly (readonly [encoding: string, currencies: string, Fitting])[] = [
  ['shift_jis', 'JPY', isDouble('shift_jis')],
  ['euc-kr', 'KRW', isDouble('euc-kr')],
  ['gb18030', 'CNY', isDouble('gb18030')],
  ['big5', 'TWD HKD MOP', isDouble('big5')],
  ['windows-1255', 'ILS', (_, isOwnAlphabet) => isOwnAlphabet],
  [
    'windows-1256',
    'AED BHD EGP IQD JOD KWD LBP LYD OMR QAR SAR SYP YER',
    (_, isOwnAlphabet) => isOwnAlphabet,
  ],
  ['windows-1250', 'PLN CZK HUF', (_, isOwnAlphabet) => !isOwnAlphabet],
  ['windows-1254', 'TRY', (_, isOwnAlphabet) => !isOwnAlphabet],
]

const ofCurrency: ReadonlyMap<string, readonly [string, Fitting]> = new Map(
  families.flatMap(([encoding, currencies, isFitting]) =>
    currencies.split(' ').map((currency) => [currency, [encoding, isFitting]] as const),
  ),
)

/** In alphabets of their own, this part of the letters stands beside another letter of the alphabet. */
const MOSTLY = 0.8

/** Counts the bytes of letters beyond ASCII, and those beside another such letter. */
function countHigh(head: Uint8Array): { high: number; neighbours: number } {
  let [high, neighbours] = [0, 0]
  for (const [at, byte] of head.entries()) {
    if (byte < FIRST_HIGH) continue
    high += 1
    if ((head[at - 1] ?? 0) >= FIRST_HIGH || (head[at + 1] ?? 0) >= FIRST_HIGH) neighbours += 1
  }
  return { high, neighbours }
}

const FIRST_HIGH = 0x80
