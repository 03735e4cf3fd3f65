import { fold } from '#/core/values/fold.ts'

/** The layout of one bank's export. Columns are named by their headers. */
export type KnownLayout = {
  /** The bank and its country, such as `Lloyds (GB)`. */
  readonly name: string
  /** Folded names of columns that must all be in the header, in any order. */
  readonly header: readonly string[]
  readonly date: string
  /** Set unless both `debit` and `credit` are. */
  readonly amount?: string
  readonly debit?: string
  readonly credit?: string
  readonly direction?: string
  readonly fee?: string
  /** The other party; of money that goes out, if `payer` is set. */
  readonly payee?: string
  /** The other party of money that comes in. */
  readonly payer?: string
  readonly description?: readonly string[]
  readonly status?: string
  readonly category?: string
  readonly mcc?: string
  readonly balance?: string
  readonly reference?: string
  readonly currency?: string
  /** The sign of spending in the amount column. */
  readonly spending?: 'plus' | 'minus'
  readonly dateOrder?: 'dmy' | 'mdy' | 'ymd'
}

/** Known exports, looked up before the general rules. A layout with more names in its header comes before one with fewer. */
export const knownLayouts: readonly KnownLayout[] = [
  // Cards whose lists count spending as positive.
  ...amex([
    ['date', 'description', 'amount', 'appears on your statement as', 'category'],
    ['datum', 'beschreibung', 'betrag', 'erscheint auf ihrer abrechnung als', 'kategorie'],
    ['date', 'description', 'montant', 'apparait sur votre releve en tant que', 'categorie'],
    ['fecha', 'descripcion', 'importe', 'aparece en su extracto como', 'categoria'],
    ['data', 'descrizione', 'importo', 'appare sul tuo estratto conto come', 'categoria'],
    ['datum', 'omschrijving', 'bedrag', 'vermeld op uw rekeningoverzicht als', 'categorie'],
  ]),
  ...amex(
    [
      ['datum', 'beskrivning', 'belopp', 'visas pa ditt kontoutdrag som', 'kategori'],
      ['dato', 'beskrivelse', 'beløp', 'opptrer pa din kontoutskrift som', 'kategori'],
    ],
    'mdy',
  ),
  ...amex([
    ['date', 'description', 'amount', 'card member', 'category'],
    ['datum', 'beschreibung', 'betrag', 'karteninhaber', 'kategorie'],
    ['date', 'description', 'montant', 'titulaire de la carte', 'categorie'],
    ['fecha', 'descripcion', 'importe', 'titular de la tarjeta', 'categoria'],
    ['data', 'descrizione', 'importo', 'titolare della carta', 'categoria'],
    ['datum', 'omschrijving', 'bedrag', 'kaartlid', 'categorie'],
  ]),
  ...amex(
    [
      ['datum', 'beskrivning', 'belopp', 'kortmedlem', 'kategori'],
      ['dato', 'beskrivelse', 'beløp', 'kortmedlem', 'kategori'],
    ],
    'mdy',
  ),
  {
    name: 'Discover (US)',
    header: ['trans date', 'post date', 'description', 'amount', 'category'],
    date: 'post date',
    amount: 'amount',
    description: ['description'],
    category: 'category',
    spending: 'plus',
    dateOrder: 'mdy',
  },
  {
    name: 'Apple Card (US)',
    header: ['transaction date', 'clearing date', 'description', 'merchant', 'amount usd'],
    date: 'clearing date',
    amount: 'amount usd',
    payee: 'merchant',
    description: ['description'],
    category: 'category',
    spending: 'plus',
    dateOrder: 'mdy',
  },
  {
    name: 'BMO card (CA)',
    header: [
      'item',
      'card',
      'transaction date',
      'posting date',
      'transaction amount',
      'description',
    ],
    date: 'posting date',
    amount: 'transaction amount',
    description: ['description'],
    spending: 'plus',
    dateOrder: 'ymd',
  },
  {
    name: 'MBNA, Lloyds, Halifax and Bank of Scotland cards (GB)',
    header: ['date', 'date entered', 'reference', 'description', 'amount'],
    date: 'date',
    amount: 'amount',
    description: ['description'],
    spending: 'plus',
    dateOrder: 'dmy',
  },
  {
    name: 'Nubank card (BR)',
    header: ['date', 'category', 'title', 'amount'],
    date: 'date',
    amount: 'amount',
    description: ['title'],
    category: 'category',
    spending: 'plus',
    dateOrder: 'ymd',
  },
  {
    name: 'Rakuten Card (JP)',
    header: ['利用日', '利用店名 商品名', '利用金額', '支払総額'].map(fold),
    date: '利用日',
    amount: '利用金額',
    description: ['利用店名・商品名'],
    spending: 'plus',
    dateOrder: 'ymd',
  },
  {
    name: 'Viseca (CH)',
    header: ['transactionid', 'cardid', 'date', 'amount', 'originalamount', 'merchantname'],
    date: 'date',
    amount: 'amount',
    payee: 'merchantname',
    description: ['details'],
    status: 'statetype',
    currency: 'currency',
    reference: 'transactionid',
    spending: 'plus',
    dateOrder: 'ymd',
  },
  // Exports of applications that count spending as positive.
  {
    name: 'Copilot (US)',
    header: ['date', 'name', 'amount', 'status', 'parent category', 'excluded', 'account mask'],
    date: 'date',
    amount: 'amount',
    payee: 'name',
    description: ['note'],
    status: 'status',
    category: 'category',
    spending: 'plus',
    dateOrder: 'ymd',
  },
  {
    name: 'Plaid',
    header: ['transaction id', 'account id', 'date', 'name', 'amount', 'iso currency code'],
    date: 'date',
    amount: 'amount',
    payee: 'merchant name',
    description: ['name'],
    status: 'pending',
    currency: 'iso currency code',
    reference: 'transaction id',
    spending: 'plus',
    dateOrder: 'ymd',
  },
  // Amounts without their fee, which a short file does not prove by its balances.
  ...revolut([
    'type|product|started date|completed date|description|amount|fee|currency|state|balance',
    'art|produkt|datum des beginns|datum des abschlusses|beschreibung|betrag|gebuhr|wahrung|status|kontostand',
    'type|produit|date de debut|date de fin|description|montant|frais|devise|etat|solde',
    'tipo|producto|fecha de inicio|fecha de finalizacion|descripcion|importe|comision|divisa|state|saldo',
    'tipo|producto|fecha de inicio|fecha de finalizacion|descripcion|importe|comision|divisa|estado|saldo',
    'tipo|prodotto|data di inizio|data di completamento|descrizione|importo|costo|valuta|state|saldo',
    'tipo|prodotto|data di inizio|data di completamento|descrizione|importo|costo|valuta|stato|saldo',
    'tipo|produto|data de inicio|data de conclusao|descricao|montante|comissao|moeda|estado|saldo',
    'type|product|startdatum|datum voltooid|beschrijving|bedrag|kosten|valuta|status|saldo',
    'rodzaj|produkt|data rozpoczecia|data zrealizowania|opis|kwota|opłata|waluta|state|saldo',
    'tip|produs|data de inceput|data finalizarii|descriere|suma|comision|moneda|stare|sold',
  ]),
  {
    name: 'Wise history',
    header: ['direction', 'source amount after fees', 'source fee amount', 'target name'],
    date: 'finished on',
    amount: 'source amount after fees',
    direction: 'direction',
    fee: 'source fee amount',
    payee: 'target name',
    payer: 'source name',
    description: ['reference', 'note'],
    status: 'status',
    category: 'category',
    currency: 'source currency',
    reference: 'id',
  },
  // Several amounts, of which one moves the account.
  {
    name: 'Venmo (US)',
    header: ['id', 'datetime', 'type', 'status', 'note', 'from', 'to', 'amount total'],
    date: 'datetime',
    amount: 'amount total',
    payee: 'to',
    payer: 'from',
    description: ['note', 'type'],
    status: 'status',
    reference: 'id',
    dateOrder: 'ymd',
  },
  {
    name: 'Cash App (US)',
    header: ['transaction id', 'date', 'amount', 'fee', 'net amount', 'asset type', 'status'],
    date: 'date',
    amount: 'net amount',
    payee: 'name of sender receiver',
    description: ['notes', 'transaction type'],
    status: 'status',
    currency: 'currency',
    reference: 'transaction id',
    dateOrder: 'ymd',
  },
  {
    name: 'Stripe balance',
    header: ['id', 'type', 'source', 'amount', 'fee', 'net', 'currency', 'created utc'],
    date: 'created utc',
    amount: 'net',
    description: ['description', 'type'],
    currency: 'currency',
    reference: 'id',
    dateOrder: 'ymd',
  },
  {
    name: 'RBC (CA)',
    header: ['account type', 'account number', 'transaction date', 'description 1', 'cad', 'usd'],
    date: 'transaction date',
    amount: 'cad',
    description: ['description 1', 'description 2'],
    dateOrder: 'mdy',
  },
  {
    name: 'Monobank (UA)',
    header: ['деталі операції', 'mcc', 'сума в валюті картки uah', 'курс'].map(fold),
    date: 'дата i час операції',
    amount: 'сума в валюті картки uah',
    description: ['деталі операції'],
    mcc: 'mcc',
    balance: 'залишок після операції',
    dateOrder: 'dmy',
  },
  // Columns whose names do not say that they tell booked rows from pending ones.
  ...sparkasse(['kontonummer iban', 'kontonummer']),
  {
    name: 'Intesa Sanpaolo (IT)',
    header: ['data', 'operazione', 'dettagli', 'conto o carta', 'contabilizzazione', 'importo'],
    date: 'data',
    amount: 'importo',
    payee: 'operazione',
    description: ['dettagli'],
    status: 'contabilizzazione',
    category: 'categoria',
    currency: 'valuta',
    dateOrder: 'dmy',
  },
  {
    name: 'Webank (IT)',
    header: [
      'data contabile',
      'data valuta',
      'importo',
      'causale descrizione',
      'stato del movimento',
    ],
    date: 'data contabile',
    amount: 'importo',
    description: ['causale descrizione'],
    status: 'stato del movimento',
    currency: 'divisa',
    dateOrder: 'dmy',
  },
]

/**
 * Lists of American Express in several languages: the names of date, words, amount, another column of theirs and
 * category.
 */
function amex(
  languages: readonly (readonly string[])[],
  dateOrder?: KnownLayout['dateOrder'],
): KnownLayout[] {
  return languages.map(([date = '', words = '', amount = '', own = '', category = '']) => ({
    name: 'American Express',
    header: [date, words, amount, own],
    date,
    amount,
    description: [words],
    category,
    spending: 'plus',
    ...(dateOrder ? { dateOrder } : {}),
  }))
}

/** Statements of Revolut in several languages: all names, in their order. */
function revolut(languages: readonly string[]): KnownLayout[] {
  return languages.map((names) => {
    const header = names.split('|')
    const [, , , date = '', words = '', amount = '', fee = '', ...others] = header
    const [currency = '', status = '', balance = ''] = others
    const columns = { date, amount, fee, payee: words, currency, status, balance }
    return { name: 'Revolut', header, ...columns, dateOrder: 'ymd' }
  })
}

/** Exports of Sparkassen, where `Info` says `Umsatz vorgemerkt`: they differ in the name of the other account. */
function sparkasse(accounts: readonly string[]): KnownLayout[] {
  return accounts.map((account) => ({
    name: 'Sparkasse (DE)',
    header: ['auftragskonto', 'buchungstag', 'buchungstext', account, 'betrag', 'info'],
    date: 'buchungstag',
    amount: 'betrag',
    payee: 'beguenstigter zahlungspflichtiger',
    description: ['verwendungszweck', 'buchungstext'],
    status: 'info',
    currency: 'waehrung',
    dateOrder: 'dmy',
  }))
}
