// Words after which a descriptor says no more about the payee, as `brandWords` splits them: references, accounts,
// mandates, purposes. `#` says that a number must follow.

const tails =
  // Of many countries.
  'iban|bic|sepa dd|swift|ref|reference|referenz|referens|mref|eref|cred|kref|svwz|abwa|abwe|purp|trace #|auth #|conf #|mandate no|mandate #|mandate|mandat|mandat #|mandatsref|' +
  'id #|value date|valuta|valutadatum|rate|web id|ppd id|card no|card #|card xx|card ending|ending in|orig id|' +
  // English.
  'cpm #|invoice #|inv #|acct|account #|a c #|policy #|bcc|cpm|' +
  // German.
  'mandatsreferenz|glaubiger|glaeubiger|glaubigerid|rechnung #|rechnungsnr|rechnungsnummer|re nr|rg nr|rg #|kundennr|kundennummer|kd nr|kd #|kdnr|kundennummer #|vertragskonto|vertragsnr|vertragsnummer|vertrag #|vk #|' +
  'abschlag|mitglied #|mitgliedsnr|mitgliedsnummer|steuernr|steuernummer|st nr|beitragsnr|beitrag #|pers nr|personalnr|datum #|vom #|kfn #|vj #|elv #|debitk|kartennr|karten nr|karte #|karte nr|folgenr|verfallsdatum|wert #|kurs #|verwendungszweck|rundfunkbeitrag|' +
  'tan #|blz|nr #|ihr einkauf bei|' +
  // French.
  'carte #|cb #|carte no|carte numero|no #|fact #|facture #|mdt|rum|id emetteur|emetteur|ech|motif|ref mandat|ics|payli|id #|contrat #|libelle|' +
  // Spanish.
  'tarj|tarjeta #|concepto|no recibo|n recibo|recibo #|ref mandato|mandato|poliza|comision|el dia|el #|factura #|a las|oficina #|' +
  // Italian.
  'causale|cod mandato|id mandato|codice mandato|rif|fattura #|carta #|carta n|ore #|cro|trn|num #|' +
  // Dutch.
  'omschrijving|kenmerk|machtiging|mededeling|mandaat|pasvolgnr|pasnr|transactie|transactienr|term|bankreferentie|factuur #|valutadatum|incassant|remi|' +
  // Portuguese.
  'nu pagamentos|autorizacao|fatura #|contrato #|' +
  // Danish, Norwegian, Swedish.
  'aftale #|den #|kurs|kid|dato #|betalt #|ocr|nota #|kl #|reserveret|' +
  // Polish, Czech.
  'nr karty|karty #|tytulem|tytul|polisa|rachunek|nr rachunku|data transakcji|vs|vs #|ks|ss|d tran|variabilni|castka'

export type Tail = { readonly words: readonly string[]; readonly needsNumber: boolean }

/** The tails that begin with a word, the longest first. */
export const tailsBy: ReadonlyMap<string, readonly Tail[]> = Map.groupBy(
  tails
    .split('|')
    .map((tail) => ({
      words: tail.replace(' #', '').split(' '),
      needsNumber: tail.endsWith(' #'),
    }))
    .toSorted((a, b) => b.words.length - a.words.length),
  ({ words }) => words[0]!,
)
