/** Where a bank writes the parts of a payment by name: what stands before the payee, and what comes after. */
const fields: readonly { readonly before: RegExp; readonly after: RegExp }[] = [
  // MT940 as Dutch banks print it: /TRTP/SEPA OVERBOEKING/IBAN/…/NAME/…/REMI/…
  { before: /\/NAME\//, after: /\/(?:MARF|REMI|IBAN|BIC|EREF|CSID|ORDP|BENM|ISDT)\b/ },
  // The same in words.
  {
    before: /(?<![\p{L}\p{N}])Naam:\s?/u,
    after: /\s(?:Omschrijving|Machtiging|Kenmerk|IBAN|BIC|Incassant|Betreft):/,
  },
  // ACH of the United States.
  { before: /\bORIG CO NAME:\s?/, after: /\s(?:ORIG ID|DESC DATE|CO ENTRY|CO ID|SEC):/ },
  // British receipts name the reference first.
  { before: /\breceipt ref\.?\s.{1,40}\sfrom\s/i, after: /$/ },
  { before: /\bmerchant name:\s+/i, after: /$/ },
  // A purchase by PayPal in Germany.
  { before: /\bIhr Einkauf bei\s+/i, after: /$/ },
]

/** Returns the name of the payee if the text says where it is, else null. */
export function namedField(text: string): string | null {
  for (const { before, after } of fields) {
    const found = before.exec(text)
    if (!found) continue
    const rest = text.slice(found.index + found[0].length)
    const end = after.exec(rest)?.index ?? rest.length
    const name = rest.slice(0, end).trim()
    if (/\p{L}{2}/u.test(name)) return name
  }
  return null
}

/** The beginning of a field as German banks write it: `EREF+…`. */
const sepaField = /(?:^|\s)(?:EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|COAM|OAMT|PURP)\+/g

/**
 * Removes fields as German banks write them, but keeps the purpose behind `SVWZ+` if it alone says who was paid.
 */
export function withoutSepaFields(text: string): string {
  const marks = [...text.matchAll(sepaField)]
  if (marks.length === 0) return text
  const before = text.slice(0, marks[0]!.index).trim()
  const parts = marks.map((mark, at) => ({
    name: mark[0].trim(),
    value: text.slice(mark.index + mark[0].length, marks[at + 1]?.index).trim(),
  }))
  const purpose = parts.find(({ name }) => name === 'SVWZ+')?.value ?? ''
  const other = parts.find(({ name }) => name === 'ABWA+' || name === 'ABWE+')?.value ?? ''
  return [before, other, purpose].filter((part) => part !== '').join(' SVWZ+ ')
}
