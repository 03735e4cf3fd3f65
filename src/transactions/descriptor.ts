/**
 * What people read as the concept of a bank's row: the provider's clean name where it has one, else the raw descriptor
 * without what machines wrote around the merchant. Never empty and never only blanks.
 */
export function conceptOf(row: {
  merchant: string | null
  description: string
  memo: string | null
}): string {
  const candidates = [row.merchant ?? '', row.description, row.memo ?? '']
  for (const [index, text] of candidates.entries()) {
    const blanksCollapsed = collapsed(text)
    if (!/[\p{L}\p{N}]/u.test(blanksCollapsed)) continue
    return index === 0 ? blanksCollapsed : cleanDescriptor(text)
  }
  return candidates.map(collapsed).find((text) => text !== '') ?? 'Transaction'
}

/** The merchant in a raw descriptor, by §6.3 of the research; the descriptor itself where nothing would be left. */
export function cleanDescriptor(raw: string): string {
  const folded = raw.normalize('NFKC').trim()
  // Two blanks and a place is how card networks lay out their fields, before anybody collapses the blanks.
  const withoutPlace = folded.replace(/\s{2,}[^\d]*\s[A-Z]{2}(?:\s(?:USA?|CAN?))?$/, '')
  let text = collapsed(withoutPlace)
  for (const step of [...prefixes, ...prefixes, ...suffixes, ...suffixes]) {
    const shorter = text.replace(step, ' ').trim()
    if (/\p{L}{2}/u.test(shorter)) text = shorter
  }
  text = collapsed(text).replace(/[\s*#,;:/-]+$/, '')
  return titled(text || collapsed(folded))
}

/** Equal for rows of one merchant, whatever store, day or terminal: letters only, lower case, no accents. */
export function merchantKey(descriptor: string): string {
  return cleanDescriptor(descriptor)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim()
}

/** Whether two descriptors are of one merchant: equal keys, or at least 0.6 of their words in common. */
export function sameMerchant(a: string, b: string): boolean {
  const [first, second] = [merchantKey(a), merchantKey(b)]
  // Descriptors of digits alone have no key to agree on.
  if (first === '' || second === '') return collapsed(a) === collapsed(b)
  if (first === second) return true
  const [words, others] = [new Set(first.split(' ')), new Set(second.split(' '))]
  return words.intersection(others).size / words.union(others).size >= 0.6
}

function collapsed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

const processors =
  'SQ|SQU|TST|SP|PP|PY|PAYPAL|PYPL|CKE|SUMUP|ZETTLE_?|IZETTLE|IZ|LS|BT|FS|WPY|EB|ACT|DD|IN|UEP|CCBILL|STRIPE|MOLLIE|ADYEN'

const prefixes: readonly RegExp[] = [
  new RegExp(`^(?:${processors})\\s?\\*\\s*`, 'i'),
  /^SP\s+(?=[A-Z])/,
  /^(?:recurring |non-?pin |pin |contactless |international |online )*(?:purchase|payment) (?:authorized on|at|to|from)?\s*/i,
  /^(?:pos|atm|visa|mastercard|maestro|debit|credit|check ?card|card|ach|eft|electronic|external|preauthorized|pre-auth)(?: (?:pos|debit|credit|card|purchase|payment|withdrawal|deposit|transaction|pmt))+[\s:-]+/i,
  /^(?:pos|ach|check ?card|visa card|card)[\s:-]+/i,
  /^(?:card )?[x*]*\d{4}\s+(?=\p{L})/iu,
  /^\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?\s+/,
]

const suffixes: readonly RegExp[] = [
  /\s+(?:ppd|web|ccd|tel|co|indn|des)\s?(?:id|name)?\s?:.*$/i,
  /\s+https?:\/\/\S+/i,
  /\s+(?:www\.)?[a-z0-9-]+\.(?:com|net|org|co)(?:\/\S*)\b.*$/i,
  // Phone numbers, with what follows: place and country.
  /\s+(?:\+?1[\s.-]?)?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}\b.*$/,
  // A store number and the place behind it.
  /\s+(?:#\s?|store\s?#?\s?|no\.?\s?|t-)\d{2,}\b.*$/i,
  /(?<=\p{L})\*(?=\S*\d)\S{4,}/iu,
  /\s+(?=\S*\d)(?=(?:\D*\d){3})[A-Z0-9*#-]{6,}\b/i,
  /\s+\d{4,}\b/,
  /\s+\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?$/,
  /\s+(?:usa?|gbr?|can|deu|esp)$/i,
  /\s+(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])(?:\s\d{5})?$/,
]

/** A descriptor in one case is shouted, or mumbled: words get capitals. One that is mixed was written by somebody. */
function titled(text: string): string {
  const mixed = /\p{Ll}/u.test(text) && /\p{Lu}/u.test(text)
  if (mixed) return text
  return text
    .toLowerCase()
    .split(' ')
    .map((word, index) => {
      if (acronyms.has(word)) return word.toUpperCase()
      if (index > 0 && smallWords.has(word)) return word
      // After an apostrophe only a name goes on with a capital (O'Neill, not Joe'S).
      return word.replaceAll(/(?<![\p{L}\p{N}'’.])\p{L}|(?<=^[od]['’])\p{L}/gu, (letter) =>
        letter.toUpperCase(),
      )
    })
    .join(' ')
}

const smallWords = new Set([
  'of',
  'and',
  'the',
  'at',
  'in',
  'on',
  'for',
  'de',
  'del',
  'la',
  'el',
  'y',
  'et',
  'und',
  'von',
  'da',
  'do',
])

const acronyms = new Set(
  'atm usa uk us cvs ups usps bp kfc irs tv dmv h&m at&t hbo ikea nyc llc hp ibm bmw rei aaa amc ihop dhl'.split(
    ' ',
  ),
)
