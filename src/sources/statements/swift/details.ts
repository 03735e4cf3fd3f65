/** The words of an entry, from field 86. */
export type Details = {
  /** The other party. */
  readonly merchant: string
  /** The purpose, else all that is said. */
  readonly purpose: string
  /** The bank's own word for the kind of entry. */
  readonly booking: string
}

/** Banks wrap this field at 65 characters, in the middle of words. */
const WRAP = 65

/**
 * Reads field 86, which each bank fills in its own way: German subfields (`166?00GUTSCHRIFT?20SVWZ+…?32NAME`, also with
 * `~`, `<`, `>` or `^`), keywords between slashes (`/TRTP/…/NAME/…/REMI/…`), keywords with a colon (`dla: …; tyt.: …`,
 * `Name: … Omschrijving: …`), or free text. All of them stay words: nothing in them is interpreted further.
 */
export function readDetails(lines: readonly string[]): Details {
  const joined = joinWrapped(lines)
  return (
    readSubfields(lines.join('')) ??
    readSlashes(lines.join('')) ??
    readSemicolons(joined) ??
    readColons(joined) ??
    readFree(lines, joined)
  )
}

/** Joins lines with a space, unless the first is full: then a word goes on. */
function joinWrapped(lines: readonly string[]): string {
  return lines.reduce((text, line, index) => {
    if (index === 0) return line
    return lines[index - 1]!.length >= WRAP ? `${text}${line}` : `${text} ${line}`
  }, '')
}

const PURPOSE = 27

/** Reads subfields of two digits after one sign, with or without a code of three digits before the first. */
function readSubfields(text: string): Details | null {
  const start = /^(?:\d{1,3})?([?~<>^|+#!])\d{2}/.exec(text)
  if (!start) return null
  const sign = start[1]!
  const fields = new Map<number, string>()
  let behind: { code: number; from: number } | null = null
  const keep = (to: number) => {
    if (behind)
      fields.set(behind.code, (fields.get(behind.code) ?? '') + text.slice(behind.from, to))
  }
  for (const found of text.matchAll(/[?~<>^|+#!](\d{2})/g)) {
    if (!found[0].startsWith(sign)) continue
    keep(found.index)
    behind = { code: Number(found[1]), from: found.index + found[0].length }
  }
  keep(text.length)
  const join = (codes: readonly number[]) =>
    codes.reduce((whole, code, index) => {
      const field = fields.get(code) ?? ''
      const above = fields.get(codes[index - 1] ?? -1) ?? ''
      return above.length >= PURPOSE || whole === '' || field === ''
        ? whole + field
        : `${whole} ${field}`
    }, '')
  const names = join([32, 33]).trim()
  // Polish banks put the other party into 27 to 29, where German ones continue the purpose.
  const isPolish = names === '' && sign !== '?' && fields.has(27) && !hasSepaWords(join(purposes))
  const purpose = purposeIn(join(isPolish ? purposes.filter((code) => code < 27) : purposes))
  const merchant = names || (isPolish ? join([27, 28]).trim() : '')
  const booking = (fields.get(0) ?? '').trim()
  return { merchant: merchant || purpose.other, purpose: purpose.text, booking }
}

const purposes = [20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69]

const sepaWord = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP|SQTP|ORCR)[+:]/g

function hasSepaWords(text: string): boolean {
  return text.search(sepaWord) >= 0
}

/** Takes the purpose (`SVWZ+`) and the party that another one acts for (`ABWA+`, `ABWE+`) out of German SEPA words. */
function purposeIn(text: string): { readonly text: string; readonly other: string } {
  const marks = [...text.matchAll(sepaWord)]
  const part = (...words: readonly string[]) => {
    const at = marks.findIndex(([, word]) => words.includes(word!))
    const mark = marks[at]
    if (!mark) return ''
    return text.slice(mark.index + mark[0].length, marks[at + 1]?.index ?? text.length).trim()
  }
  const before = text.slice(0, marks[0]?.index ?? text.length).trim()
  return {
    text: part('SVWZ') || before || (marks.length > 0 ? part('EREF', 'KREF') : ''),
    other: part('ABWA', 'ABWE'),
  }
}

const keywords =
  /\/(TRTP|IBAN|BIC|NAME|REMI|EREF|KREF|MARF|CSID|CNTP|CREF|PREF|IREF|ULTC|ULTD|ULTB|ORDP|BENM|ADDR|ISDT|PURP|TRCD|RTRN|SVCL|ID|CHGS|OCMT|EXCH|ACCW|TR|BO|BN|PY|PT|CUR|NRTX|EI|RREF|DCD)(?=\/)/g

/** Reads keywords between slashes: ABN AMRO, ING and Rabobank in the Netherlands, and others after SWIFT’s own pattern. */
function readSlashes(text: string): Details | null {
  if (!text.startsWith('/')) return null
  const marks = [...text.matchAll(keywords)]
  if (marks.length === 0 || marks[0]!.index !== 0) return null
  const parts = new Map<string, string>()
  for (const [at, mark] of marks.entries()) {
    const part = text.slice(mark.index + mark[0].length + 1, marks[at + 1]?.index ?? text.length)
    const [, word = ''] = mark
    if (!parts.has(word) || parts.get(word) === '') parts.set(word, part)
  }
  const part = (word: string) =>
    parts
      .get(word)
      ?.replace(/(?<!\/)\/+$/, '')
      .trim() ?? ''
  // `/CNTP/account/bank/name/city/`
  const party = (parts.get('CNTP') ?? '').split('/')[2]?.trim() ?? ''
  const remittance = part('REMI').replace(/^(?:USTD|STRD\/(?:CUR|ISO))\/+/, '')
  const reference = part('EREF').replace(/^NOTPROVIDED$/i, '')
  return {
    merchant: part('NAME') || party || part('BN') || part('BO'),
    purpose: remittance || part('PY') || part('PT') || reference || part('TRTP'),
    booking: part('TRTP'),
  }
}

/** Reads `kind; na rach.: …; dla: NAME; tyt.: TITLE; TNR: …`, as mBank writes. */
function readSemicolons(text: string): Details | null {
  const parts = text.split(/;\s*/)
  const part = (words: RegExp) =>
    parts
      .find((one) => words.test(one))
      ?.replace(/^[^:]{0,20}:\s*/, '')
      .trim() ?? ''
  const purpose = part(/^tyt\.?\s?:/i)
  if (purpose === '') return null
  return {
    merchant: part(/^(?:dla|od)\s?:/i),
    purpose,
    booking: parts[0]!.replace(/^\d{3}\s*/, '').trim(),
  }
}

const colonWord =
  /\b(Naam|Name|Omschrijving|Description|Kenmerk|Reference|IBAN|BIC|Machtiging|Incassant|Mandate|REK|Valutadatum|Datum\/Tijd):/gi

/** Reads `Naam: … Omschrijving: … IBAN: …`. */
function readColons(text: string): Details | null {
  const marks = [...text.matchAll(colonWord)]
  const part = (...words: readonly string[]) => {
    const at = marks.findIndex(([, word]) => words.includes(word!.toLowerCase()))
    const mark = marks[at]
    return mark
      ? text.slice(mark.index + mark[0].length, marks[at + 1]?.index ?? text.length).trim()
      : ''
  }
  const [merchant, purpose] = [part('naam', 'name'), part('omschrijving', 'description')]
  if (merchant === '' && (purpose === '' || marks.length < 2)) return null
  const before = text.slice(0, marks[0]!.index).trim()
  return { merchant, purpose: purpose || before || merchant, booking: before }
}

/** Free text. SNS, ASN and RegioBank begin with the other account and its owner’s name, on a line of their own. */
function readFree(lines: readonly string[], joined: string): Details {
  const [, name = ''] = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}\s+(\S[^]*)$/.exec(lines[0] ?? '') ?? []
  const below = lines.slice(1).filter((line) => line.trim() !== '')
  if (name !== '' && below.length > 0) {
    return { merchant: name.trim(), purpose: joinWrapped(below).trim(), booking: '' }
  }
  return { merchant: name.trim(), purpose: joined.trim(), booking: '' }
}
