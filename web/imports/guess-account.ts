/** Words of file names that do not name an account, in the languages of many banks. */
const NO_NAME = new Set(
  (
    'account accounts activity all booked bookings buchungen copia copy cuenta current data date de del details download ' +
    'downloads el export exported extracto extractos file final from fecha history historial importar konto kontoauszug ' +
    'last list movimientos my new of ofx online report saldo sheet statement statements tabla the to transaction ' +
    'transactions umsaetze umsatze umsätze und until xls xlsx csv qfx qif y'
  ).split(' '),
)

const MONTHS =
  /^(jan|feb|mar|apr|may|mai|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez|ene|abr|ago|dic|january|february|march|april|june|july|august|september|october|november|december|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)$/

const NAME_MAX = 60

/** Splits a file name into its words and numbers: `Chase1234_Activity.CSV` is `Chase`, `1234` and `Activity`. */
function partsOf(fileName: string): readonly string[] {
  const name = fileName.replace(/\.[^.]{1,6}$/, '')
  return name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\d+/gu) ?? []
}

/** Makes the name of an account from a file name; empty if the file name holds none. */
export function nameFromFile(fileName: string): string {
  const words = partsOf(fileName).filter((part) => {
    const word = part.toLowerCase()
    return !/^\d+$/.test(part) && word.length > 1 && !NO_NAME.has(word) && !MONTHS.test(word)
  })
  const named = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return named.join(' ').slice(0, NAME_MAX)
}

/** The kinds of account that a name tells. */
export function kindFromName(name: string): 'checking' | 'savings' | 'card' | 'wallet' {
  if (/card|credit|visa|amex|tarjeta|kredit/i.test(name)) return 'card'
  if (/saving|ahorro|spar|tagesgeld/i.test(name)) return 'savings'
  return /cash|efectivo|wallet|bargeld/i.test(name) ? 'wallet' : 'checking'
}

type Account = { readonly id: string; readonly name: string; readonly mask: string | null }

/** Finds the one account that a file name names, by the last digits of its number or by its whole name. */
export function guessAccount(fileName: string, accounts: readonly Account[]): string | null {
  const parts = partsOf(fileName).map((part) => part.toLowerCase())
  const byMask = accounts.filter(
    ({ mask }) =>
      mask !== null &&
      mask.length >= 3 &&
      parts.some((part) => part.endsWith(mask) && /^\d+$/.test(part)),
  )
  if (byMask.length === 1) return byMask[0]!.id
  const byName = accounts.filter(({ name }) => {
    const words = partsOf(name).map((part) => part.toLowerCase())
    return words.length > 0 && words.every((word) => parts.includes(word))
  })
  return byName.length === 1 ? byName[0]!.id : null
}
