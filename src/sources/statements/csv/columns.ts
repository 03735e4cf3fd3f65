import { fold } from '#/core/values/fold.ts'

/** The meaning of the columns of a CSV file, by position from 0. */
export type Columns = {
  readonly date: number
  /** Set unless both `debit` and `credit` are. */
  readonly amount: number | null
  readonly debit: number | null
  readonly credit: number | null
  /** Says whether unsigned amounts came in or went out. */
  readonly direction: number | null
  readonly merchant: number | null
  readonly description: readonly number[]
  readonly currency: number | null
  /** The account's balance after each row. */
  readonly balance: number | null
}

/** Finds columns by the names in a header. Null for a record that is not a header, as it names no date or no amount. */
export function findColumns(header: readonly string[]): Columns | null {
  const names = header.map(nameOf)
  // A record with a value in it is data.
  if (header.some((text) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(text.trim()))) return null
  const find = (kinds: readonly RegExp[]) => {
    for (const kind of kinds) {
      const at = names.findIndex((name) => kind.test(name) && !never.test(name))
      if (at >= 0) return at
    }
    return null
  }
  const date = find(dates)
  const amount = find(amounts)
  const debit = find(debits)
  const credit = find(credits)
  if (date === null || (amount === null && (debit === null || credit === null))) return null
  const taken = new Set([date, amount, ...(amount === null ? [debit, credit] : [])])
  const direction = amount === null ? null : unlessTaken(find(directions), taken)
  const currency = unlessTaken(
    find([/^(currency|munt|devise|wahrung|waehrung|moneda|divisa|valuta|ccy)( code)?$/]),
    taken,
  )
  const merchant = unlessTaken(find(merchants), taken)
  const balance = unlessTaken(
    names.findIndex((name) => balances.test(name)),
    new Set([...taken, direction, currency, merchant]),
  )
  const others = new Set([...taken, direction, currency, merchant, balance])
  const named = names.flatMap((name, at) => {
    return !others.has(at) && descriptions.some((kind) => kind.test(name)) ? [at] : []
  })
  return {
    date,
    amount,
    debit: amount === null ? debit : null,
    credit: amount === null ? credit : null,
    direction,
    merchant,
    description: named.slice(0, DESCRIPTIONS_MAX),
    currency,
    balance,
  }
}

const DESCRIPTIONS_MAX = 4

function unlessTaken(at: number | null, taken: ReadonlySet<number | null>): number | null {
  return at === null || at < 0 || taken.has(at) ? null : at
}

/** Normalizes a column name for comparison: folded, without text in brackets. */
function nameOf(text: string): string {
  return fold(text.replaceAll(/[([{][^()[\]{}]*[)\]}]/g, ' '))
}

/** Excludes balances and fees, which are not amounts of a transaction. */
const never =
  /\b(balance|saldo|solde|kontostand|stand|fee|fees|gebuhr|gebuehr|kosten|frais|comision|commission|commissione|running)\b|saldo$/

/** Matches booked balances, but not available ones. */
const balances =
  /^((running|closing|account|current|ending|end|new|book|posted) )?bal(?:ance)?( after( transaction)?| eur| usd| gbp)?$|^((nuevo|nouveau|neuer) )?(saldo|solde|kontostand)( (eur|contable|final|posterior|despues|nach buchung|na mutatie|na trn|courant|apres operation|po operacji|dopo operazione|contabile))?$/

/** In order of preference: the booking day, the day of the transaction, the value day. */
const dates = [
  /^(booking|booked|posting|posted|post|process|processed|processing|settlement|completed|clearing)( on| at)?( date| day| time)?$|^date (posted|booked|completed|de comptabilisation|comptable|operation|de l operation|d operation)$|^(buchungstag|buchungsdatum|buchung|boekdatum|boekingsdatum|bokforingsdag|bokforingsdatum|bogforingsdato|bokfort dato|kirjauspaiva|data contabile|data contabilizzazione|fecha contable|fecha de operacion|fecha operacion|f operacion|data ksiegowania|data movimento|completed date|datum uctovani)$/,
  /^(date|datum|data|fecha|dato|paivamaara|pvm|transaction date|trans date|transaktionsdatum|transaction day|date transaction|date of transaction|trade date|purchase date|transactiedatum|data operacji|data operazione|data transakcji|fecha transaccion|fecha de transaccion|date de transaction|date achat|umsatztag|belegdatum|kaufdatum|created|created at|created on|timestamp|started date|day|tag|jour|dia|giorno|when|time|date time|datetime|date and time|value)$/,
  /^(value date|date value|valuta|valutadatum|wertstellung|wertstellungstag|wertstellungsdatum|date de valeur|date valeur|fecha valor|f valor|data valuta|data valor|rentedatum|valutadag|rentedag|valuteringsdag)$/,
  /\b(date|datum|fecha|dato|pvm)\b|datum$/,
]

const amounts = [
  /^(amount|betrag|montant|importe|importo|bedrag|belopp|belob|belop|valor|kwota|castka|summa|monto|quantia|maara|osszeg|suma|sum|umsatz|amount in account currency|transaction amount|net amount|net|transaktionsbetrag|montant de l operation|montant operation|amount eur|amount usd|amount gbp|betrag eur|betrag in eur|bedrag eur|importe eur|transactiebedrag|kwota operacji|money|value amount)$/,
  /^(gross|total|gross amount|billing amount|amount billed|brutto)$/,
  /^(amount|betrag|montant|importe|importo|bedrag|belopp|umsatz|kwota)\b(?!.*\b(local|original|foreign|orig)\b)/,
  /^(?!.*\b(local|original|foreign|orig|oorspr)\b).*\b(amount|betrag|bedrag|belopp)$/,
]

const debits = [
  /^(debit|debits|debit amount|debit amt|withdrawal|withdrawals|withdrawn|paid out|money out|out|outflow|spent|charge|charges|debet|debito|debe|debite|soll|belastung|lastschrift|ausgang|ausgabe|ausgaben|cargo|cargos|addebito|addebiti|dare|uscite|uscita|af|uit|ut|uttag|utgift|withdrawal amount|withdrawals amount|payments|payment out|montant debit|debit montant|wydatki|obciazenia|retiro|retiros)$/,
  /\b(debit|withdrawals?|belastung|debito)\b(?!.*credit)/,
]

const credits = [
  /^(credit|credits|credit amount|credit amt|deposit|deposits|deposited|paid in|money in|in|inflow|received|credito|haber|haben|gutschrift|eingang|einnahme|einnahmen|abono|abonos|accredito|accrediti|avere|entrate|entrata|bij|insattning|inkomst|deposit amount|deposits amount|receipts|payment in|montant credit|credit montant|wplywy|uznania|deposito|depositos)$/,
  /\b(credit|deposits?|gutschrift|credito)\b(?!.*debit)/,
]

const directions = [
  /^(af bij|debit credit|credit debit|debet credit|dr cr|cr dr|d c|c d|dc|cd|soll haben|s h|sh|in out|direction|sign|credit debit indicator|debit credit indicator|credit or debit|debit or credit|bij af|vorzeichen|sens|plus minus)$/,
  /^(type|transaction type|typ|kind|flag)$/,
]

const merchants = [
  /^(payee|merchant|merchant name|name|counterparty|counterparty name|naam tegenpartij|tegenpartij|partner name|empfanger|auftraggeber begunstigter|auftraggeber beguenstigter|empfaenger|auftraggeber empfanger|beguenstigter zahlungspflichtiger|begunstigter zahlungspflichtiger|name zahlungsbeteiligter|beneficiary|vendor|recipient|name description|naam omschrijving|zahlungsempfanger|beneficiario|payee name|tiers|mottagare|to from|transfer from or to)$/,
]

const descriptions = [
  /^(description \d|beschreibung ?\d|verwendungszweck \d|payment reference|narration|description|descriptions|details?|memo|narrative|particulars|text|payment details|transaction details?|transaction description|original description|reference|label|remarks?|subject|transaction|concept|concepto|descripcion|observaciones|libelle|libelle operation|detail de l ecriture|libelle de l operation|verwendungszweck|buchungstext|vorgang|beschreibung|bezeichnung|omschrijving|mededelingen|omschrijving \d|descrizione|descrizione operazione|causale|descricao|beskrivning|beskrivelse|tekst|opis|opis operacji|tytul|popis|poznamka|selite|viesti|nom|item title|notes?)$/,
]
