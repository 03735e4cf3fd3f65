// Patterns of the text that machines add around a merchant: processors, terminals, cards, dates, places. Each removes one
// piece. `cleanDescriptor` collapses runs of spaces first, so `\s` matches the single space between words.
// Each pattern takes linear time: `test/simulations/patterns.test.ts` runs them on texts made to be slow.

/** Payment processors, as written before an asterisk. */
const processorNames =
  'SQ|SQU|SQC|GOSQ|TST|SP|PP|PY|PAYPAL|PYPL|CKE|SUMUP|ZETTLE_?|IZETTLE|IZ|LS|BT|FS|WPY|EB|ACT|DD|IN|UEP|CCBILL|STRIPE|' +
  'MOLLIE|ADYEN|KLARNA|SHOPIFY|TOAST|CLOVER|DNH|GUMRD|PADDLE(?:\\.NET)?|2CO|FSP|FACEBK|GOOGLE|MSFT|NYA|' +
  'VIVA|PAYU|NETS|CCV|HLU|SXM|DRI|EIG|MP|VIPPS|K|HELLOASSO|WPG|ZLR|MERPAGO|MERCADOPAGO|PAG|EC|IFD|PAYTM|RAZ|CASHFREE|DLO|EBANX|WL|PAYPLUG|LYF|ALMA'

/** A card's last digits after masked ones: `1234`, `XX1234`, `4176XXXXXXXX1234`, `CB*1234`. */
const cardTail = '(?:\\d{4,6})?[xX*•.]*\\d{4}'

/** A date: 12/04, 12.04.26, 2026-04-12, 120426, 12APR. */
const date =
  '(?:\\d{1,2}[/.-]\\d{1,2}(?:[/.-]\\d{2,4})?|\\d{4}-\\d{2}-\\d{2}|\\d{6}|\\d{1,2}\\s?(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)(?:\\s?\\d{2,4})?)'

const insensitive = (pattern: string) => new RegExp(pattern, 'iu')

/** Payment processors before the merchant. */
export const processors: readonly RegExp[] = [
  insensitive(`^(?:(?:prel|kortköp|pag|compra) )?(?:${processorNames})\\s?\\*\\s*`),
  // Debit cards of Ireland and tills of Portugal.
  /^(?:VD[ACP]|(?:PAG\.? )?BXVAL)-/i,
]

/** Noise before the merchant. */
export const prefixes: readonly RegExp[] = [
  /^SP\s+(?=[A-Z])/,
  insensitive(
    `^(?:card|carte|karte|tarjeta|tarj\\.?|kaart|no?\\.|nr\\.?)?\\s?${cardTail}\\s+(?=\\p{L})`,
  ),
  insensitive(`^${date}\\s+(?=\\S*\\p{L})`),
]

/** Noise after the merchant. */
export const suffixes: readonly RegExp[] = [
  insensitive('\\s(?:ppd|web|ccd|tel|co|indn|des)\\s?(?:id|name)?\\s?:.*$'),
  insensitive('\\shttps?:\\/\\/\\S+'),
  insensitive(
    '\\s(?:www\\.)?[a-z0-9-]+\\.(?:com|net|org|co|io|de|fr|es|nl|it|eu)(?:\\/\\S*)?(?=\\s|$).*$',
  ),
  // Phone numbers, and the place and country after them.
  insensitive('\\s(?:\\+?1[\\s.-]?)?\\(?\\d{3}\\)?[\\s.-]?\\d{3}[\\s.-]?\\d{4}\\b.*$'),
  insensitive('\\s(?:\\+|00)\\d{1,3}[\\s.-]?\\d[\\d\\s.-]{5,14}(?=\\s|$).*$'),
  // “Sagt Danke” of German tills, and the place and country after slashes.
  insensitive('\\s(?:sagt|dankt)(?:\\s.*)?$'),
  insensitive('\\.?\\s?\\/\\/.*$'),
  insensitive(
    `\\s(?:card|carte|cb|karte|tarj(?:eta|\\.)?|kaart|pas|kort)\\s?(?:no?\\.?|nr\\.?)?\\s?${cardTail}.*$`,
  ),
  insensitive('\\s(?:x{2,}|\\*{2,}|•{2,})\\d{4}\\b.*$'),
  insensitive('\\s(?:value date|valuta|date valeur|fecha valor)\\b.*$'),
  insensitive(
    '\\s(?:ref|mandate|mandat|reference|referenz|trace|auth|conf|folgenr|kassenzeichen)\\b[\\s.:#]*(?![\\s.:#])\\S*\\d.*$',
  ),
  insensitive(
    '(?<![\\s,])[\\s,]+\\d+[.,]\\d{2}\\s?(?:EUR|GBP|USD|CHF|SEK|NOK|DKK|PLN|CAD|AUD)\\b.*$',
  ),
  // A store number and the place after it.
  insensitive('\\s(?:#\\s?|stores?\\s?#?\\s?|filiale?\\s?|no\\.?\\s?|nr\\.?\\s?|t-)\\d{2,}\\b.*$'),
  insensitive('(?<=\\p{L})\\*(?=\\S{0,40}\\d)\\S{4,}'),
  insensitive('\\s(?=\\S*\\d)(?=(?:\\D*\\d){3})[A-Z0-9*#-]{6,}\\b'),
  insensitive('\\s\\d{3,4}\\s\\p{Lu}.{0,80}\\b[A-Z]{2}$'),
  insensitive('\\s\\d{4,}\\b'),
  insensitive(`\\s${date}(?:\\s\\d{1,2}[:.h]\\d{2}(?::\\d{2})?)?$`),
  insensitive('\\s\\d{1,2}[:.h]\\d{2}(?::\\d{2})?$'),
  insensitive('\\s(?:usa?|gbr?|can|deu|esp|fra|ita|nld|aut|che|irl|prt|swe|nzl|aus)$'),
  /\s(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])(?:\s\d{5})?$/,
  // Provinces and states of Australia and Canada.
  /\s\p{Lu}{3,}\s(?:NSW|VIC|QLD|TAS|BC|AB|ON|QC|MB|SK|NS|NB)(?:\s(?:AU|CA))?$/u,
]

/** Merchants with abbreviated descriptors: a match replaces the whole text. */
export const shorthand: readonly (readonly [RegExp, string])[] = [
  [/^amzn\s?mktp\b|^amazon\s?(?:mktplace|marketplace|mktpl)\b/i, 'Amazon Marketplace'],
  [/^amzn\b|^amazon\.[a-z.]{2,6}\b|^amz\*/i, 'Amazon'],
  [/^(?:amazon )?prime ?video\b/i, 'Prime Video'],
  [/^apple\.com\/?(?:bill)?\b|^itunes\.com\b/i, 'Apple'],
  [/^google\s?\*\s?youtube|^youtube ?premium/i, 'YouTube'],
  [/^uber\s?\*?\s?eats\b/i, 'Uber Eats'],
  [/^uber\s?(?:\*\s?)?trip\b|^uber\s\d{6}\s/i, 'Uber'],
  [/^netflix\b/i, 'Netflix'],
  [/^spotify\b/i, 'Spotify'],
  [/^wm supercenter\b|^wal-?mart\b/i, 'Walmart'],
]
