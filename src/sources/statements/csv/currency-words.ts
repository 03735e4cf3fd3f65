/**
 * Returns the currency that a word beside an amount names: a code, `''` for a sign that several currencies share (`$`,
 * `kr`), or null for a word that is not a currency.
 */
export function currencyOf(word: string): string | null {
  const plain = word.replace(/\.$/, '')
  const code = plain.toUpperCase()
  if (codes.has(code)) return code
  const known = words.get(plain.toLowerCase())
  if (known !== undefined) return known
  // A sign with letters around it: `US$`, `NT$`, `$CA`.
  return /^\p{L}{0,4}\p{Sc}\p{L}{0,3}$/u.test(plain) && !plain.includes('¢') ? '' : null
}

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Signs and abbreviations; those without a code belong to several currencies. */
const words: ReadonlyMap<string, string> = new Map(
  Object.entries({
    EUR: '€ euro euros',
    GBP: '£ stg',
    USD: 'us$ usd$',
    INR: '₹',
    PLN: 'zł zl',
    CZK: 'kč kc',
    HUF: 'ft',
    CHF: 'fr sfr',
    RUB: '₽ руб р',
    UAH: '₴ грн',
    TRY: '₺ tl',
    BRL: 'r$',
    ZAR: 'r',
    KES: 'ksh kshs',
    PEN: 's/',
    PAB: 'b/',
    MYR: 'rm',
    IDR: 'rp',
    ILS: '₪ nis',
    KRW: '₩ 원',
    JPY: '円',
    CNY: '元',
    THB: '฿ บาท',
    VND: '₫ đ',
    PHP: '₱',
    NGN: '₦',
    KZT: '₸',
    GEL: '₾',
    BGN: 'лв lv',
    RON: 'lei leu',
    RSD: 'din дин',
    BAM: 'km',
    MKD: 'ден',
    HRK: 'kn',
    LTL: 'lt',
    LVL: 'ls',
    '': '$ ¥ kr skr nkr dkr rs dh bs dollar dollars',
  }).flatMap(([code, list]) => list.split(' ').map((word): [string, string] => [word, code])),
)
