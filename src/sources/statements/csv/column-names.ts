import { fold } from '#/core/values/fold.ts'

/** A column's name, in two forms for comparison. */
export type ColumnName = {
  /** Folded, without text in brackets: `Amount (GBP)` is `amount`. */
  readonly short: string
  /** Folded, with the text in brackets: `amount fee`. */
  readonly full: string
}

/** Normalizes the name of a column: `RunningBalance`, `Betrag (€)` and `Beløp` are `running balance`, `betrag`, `belop`. */
export function nameOf(text: string): ColumnName {
  const spaced = text
    .slice(0, NAME_MAX)
    .normalize('NFKC')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return { short: plain(spaced.replaceAll(/[([{][^()[\]{}]*[)\]}]/g, ' ')), full: plain(spaced) }
}

const NAME_MAX = 200

function plain(text: string): string {
  return fold(text).replaceAll(/[øłæßđıœðþ]/g, (letter) => letters[letter] ?? letter)
}

/** Letters that have no accent to drop. */
const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  æ: 'ae',
  ß: 'ss',
  đ: 'd',
  ı: 'i',
  œ: 'oe',
  ð: 'd',
  þ: 'th',
}

/** Names of one meaning; an earlier set is preferred. */
export type Names = readonly (ReadonlySet<string> | RegExp)[]

const set = (text: string): ReadonlySet<string> => new Set(text.split('|').map(plain))

/** Never the amount of a transaction, nor its date: balances, fees, taxes, prices and rates. */
export const never =
  /\b(balance|saldo|solde|kontostand|stand|fees?|gebuhr|gebuehr|kosten|frais|comision|comissao|commissions?|commissione|running|tax|vat|tva|mwst|tip|rate|price|quantity|units|shares|kurs|tasa|cashback|limit|points|bonus|versicherungsbetrag|umsatzsteuer|insurance|shipping|handling|interest rate)\b|saldo$|кэшбэк|бонус|残高/

/** Amounts in the currency of the purchase, not of the account. */
const foreign =
  /\b(local|original|originele|originalbetrag|ursprungsbetrag|foreign|orig|oorspr|fremdwahrungsbetrag|auslandischer|fremdwahrung|exchange|target|instructed|transaction currency|devises?|divisa|valuta)\b/

/** The booking day, then the day of the transaction, then the value day. */
export const dateNames: Names = [
  set(
    `bogfoeringsdato|bogforingsdato|bokfoert dato|bokfoert|posteringsdato|verbuchungsdatum|datum der buchung|
    datum knjizenja|datum knjizbe|fecha ctble|release date|transaction posted|お取り引き日|お取扱日|
    booking date|processed on|processed at|finished on|booking on|booking|booked|booked on|booked at|booked date|booking day|posting date|posting|posted|posted on|posted date|posting day|post date|
    process date|processed date|processing date|processed|process day|date processed|date posted|date booked|posting time|completed|completed on|completed date|completion date|date completed|
    clearing date|cleared date|clearing|date cleared|date de comptabilisation|date comptable|date operation|date de l operation|date d operation|date op|date de operation|
    entry date|ledger date|transaction posted date|transaction post date|bookdate|
    buchungstag|buchungsdatum|buchung|buchungszeit|datum buchung|bu tag|boekdatum|boekingsdatum|boekingsdag|datum boeking|bokforingsdag|bokforingsdatum|bokford|bogforingsdato|bogfort|
    bokfort dato|bokforingsdato|bokfort|bokfoeringsdatum|kirjauspaiva|kirjauspvm|data contabile|data contabilizzazione|data registrazione|data di contabilizzazione|data di registrazione|fecha contable|fecha de operacion|fecha operacion|
    f operacion|f ejecucion|fecha ejecucion|fecha de ejecucion|f contable|fecha de asiento|fecha proceso|data ksiegowania|data zaksiegowania|data movimento|data mov|data lancamento|data do lancamento|data lanc|datum uctovani|
    datum zauctovani|datum provedeni|zauctovano|datum zuctovania|datum zauctovania|konyveles datuma|konyveles napja|konyvelesi datum|konyvelt|data finalizarii tranzactiei|data finalizarii|datum uskutecneni transakce|datum zauctovani transakce|datum des abschlusses|abgeschlossen am|дата обработки операции|дата обработки|дата проводки|дата списания`,
  ),
  set(
    `date|datum|data|fecha|dato|completion time|tanggal|tanggal transaksi|tarikh|tarikh transaksi|dagsetning|датум|paivamaara|pvm|transaction date|trans date|tran date|transaktionsdatum|transaction day|date transaction|date of transaction|txn date|
    transaktionsdato|transaktions dato|trade date|run date|purchase date|date of purchase|transactiedatum|data operacji|data operazione|data transakcji|data della transazione|data transazione|fecha transaccion|fecha de transaccion|
    fecha de compra|fecha de la operacion|fecha movimiento|fecha de movimiento|fecha del movimiento|date de transaction|date de la transaction|date achat|date d achat|date de l achat|umsatztag|belegdatum|belegtag|kaufdatum|einkaufsdatum|created|created at|created on|create date|creation date|
    timestamp|started date|start date|day|tag|jour|dia|giorno|when|time|date time|datetime|date and time|transaction time|transaction date and time|transaction datetime|dt|date utc|date local|
    transaction started|data da compra|data compra|data de compra|data da transacao|data transacao|data e hora|kjopsdato|kobsdato|utforingsdato|inkopsdatum|kop datum|kopdatum|datum transakce|datum operace|datum|datum pohybu|datum transakcie|
    tranzakcio datuma|tranzakcio idopontja|datuma|kelt|kuupaev|datums|datumas|ημερομηνια|ημ νια|data tranzactiei|data tranzactie|дата операции|дата|дата совершения операции|дата транзакции|дата и время|дата та час операцii|дата і час операції|дата платежа|дата и время операции|
    ημ νια συναλλαγης|ημερομηνια συναλλαγης|ημνια|tarih saat|datum des beginns|дата i час операцii|islem tarihi|tarih|תאריך|תאריך עסקה|التاريخ|日付|取引日|年月日|お取引日|利用日|ご利用日|ご利用年月日|お取り扱い日|取扱日付|取引日付|お取り引き日|日期|交易日期|交易时间|交易日|거래일시|거래일자|거래일|วันที่|ngay giao dich|ngay`,
  ),
  set(
    `value date|date value|value|value day|settlement date|settled|settled date|settlement|effective date|effective|valuta|valutadatum|valuta datum|wertstellung|wertstellungstag|wertstellungsdatum|wert|valutatag|date de valeur|date valeur|date val|fecha valor|fecha de valor|f valor|fec valor|data valuta|data valor|
    data di valuta|splatnost|rentedatum|rentedato|rentedag|valutadag|valuteringsdag|valuteringsdato|valor datum|valuta dato|valutadato|arvopaiva|data waluty|datum valuty|datum splatnosti|interest date|ertek datuma|erteknap|uitvoeringsdatum|due date|data obciazenia`,
  ),
  /\b(date|datum|fecha|dato|pvm|tarihi)\b|datum$|^(data|дата) |^(kuupaev|ημ|tarih)/,
]

export const amountNames: Names = [
  // The sum that the account moved by, after fees and in its own currency, comes before all other amounts.
  set(
    `beloeb|beloep|beloep i nok|beloeb i dkk|belob i kr|montant eur|valeur|betrag waehrung|betrag wahrung|
    cash flow|wert|transaction net amount|金額|入出金額|利用金額|ご利用金額|支払総額|
    net|netto|net amount|net value|net total|amount after fee|amount net|montant net|importe neto|importo netto|netto betrag|valor liquido|kwota w walucie rachunku|kwota w walucie karty|castka v mene uctu|castka v mene konta|
    amount in account currency|amount account currency|suma v mene uctu|сумма в валюте счета|сумма пересчитанная в валюту счета|сумма операции в валюте счета|сума в валюті картки|сума в валюті рахунку|сума в валюти картки|billing amount|amount billed|billed amount|betrag in kontowahrung|сумма платежа`,
  ),
  set(
    `amount|betrag|montant|importe|importo|importancia|upphaed|jumlah|mutasi|nominal|износ|so tien|จำนวนเงิน|bedrag|belopp|belob|belop|bel p|valor|kwota|castka|summa|monto|montante|maara euroa|maara eur|how much|quantia|maara|osszeg|suma|sum|umsatz|amount in account currency|amount account currency|
    transaction amount|net amount|net|netto|transaktionsbetrag|montant de l operation|montant operation|montant de la transaction|amount eur|amount usd|amount gbp|amount chf|amount aud|amount nzd|amount cad|amount sgd|
    betrag eur|betrag in eur|betrag chf|betrag in chf|betrag in euro|umsatz in eur|umsatz eur|bedrag eur|importe eur|importe euros|importe de la operacion|importe operacion|importe en euros|transactiebedrag|kwota operacji|kwota transakcji|
    kwota w walucie rachunku|kwota w walucie karty|money|value amount|transaction value|amount of transaction|txn amount|trans amount|movement|movimento|movimiento|mutatie|mutatiebedrag|buchungsbetrag|
    amt|amount in eur|amount in usd|amount in gbp|amount in chf|posted amount|settled amount|total amount|netto betrag|valor r|valor brl|valor em reais|vlr|valor da compra|valor do lancamento|importo eur|importo in euro|importo operazione|cantidad|importe mxn|
    montant eur|montant en euros|montant euros|montant net|objem|castka v mene uctu|castka v mene konta|zauctovana castka|castka transakce|suma v mene uctu|summa eur|belopp sek|belop nok|belob dkk|belop i nok|belob i dkk|osszeg huf|terheles jovairas|konyvelt osszeg|
    ποσο|сумма|сумма платежа|сумма в валюте счета|сумма операции в валюте счета|сумма пересчитанная в валюту счета|сума|сума в валюті картки|сума в валюті рахунку|tutar|islem tutari|סכום|סכום חיוב|סכום החיוב|المبلغ|金額|取引金額|利用金額|ご利用金額|入出金額|入出金 円|お支払金額|支払金額|取引額|金额|交易金额|金额 元|거래금액|금액|cash amount|cashflow|change|amount after fee`,
  ),
  set(
    `gross|total|gross amount|billing amount|amount billed|billed amount|charged amount|brutto|brut|value|сумма операции|principal amount|summe|amount total|soll haben|debit credit amount`,
  ),
  /^(amount|betrag|montant|importe|importo|bedrag|belopp|belop|belob|umsatz|kwota|castka|suma|maara|montante|tutar|ποσο)\b|^сумма |^(usd|cad|eur|gbp|chf|aud|nzd|sgd|hkd|nok|sek|dkk|pln|czk|huf)$/,
  /\b(amount|betrag|bedrag|belopp|belop|importe|montant|kwota)$/,
]

/** Says that a name of the third or fourth kind is not the amount that the account moved by. */
export function isForeign(name: string): boolean {
  return foreign.test(name)
}

export const debitNames: Names = [
  set(
    `funds out|払出金額|払出額|so tien ghi no|ghi no|phat sinh no|дебит|debet idr|pengeluaran|ถอนเงิน|ถอน|รายการถอน|ut av konto|despesa|despesas|uitgave|uitgaven|udgift|udgifter|kulu|kulut|menot|spese|spesa|depense|depenses|sorties|uit rekening|money spent|paid|payment amount|ausgaben eur|debitamount|
    amount out|money withdrawn|お引出金額|お引出額|お引き出し額|支払い額|支払額|引落金額|cargos clp|giros|v breme|isplata|debit bgn|сума дебит|дебит bgn|amount withdrawn|saldo dare|
    debit|expense amount|out amount|debits|debit amount|debit amt|debited|debited amount|amount debit|debit value|withdrawal|withdrawals|withdrawn|withdrawal amt|withdrawal amount|withdrawals amount|withdrawal dr|withdraw|paid out|money out|
    out|outflow|outgoing|spent|charge|charges|expense|expenses|spend|debet|debito|debitos|debe|debite|soll|belastung|belastungen|lastschrift|ausgang|ausgabe|ausgaben|cargo|cargos|addebito|addebiti|dare|uscite|uscita|af|afschrijving|uit|ut|ut fra konto|
    uttag|utgift|utgifter|payments|payment|payment out|payments out|montant debit|debit montant|debit eur|debit euros|wydatki|wydatek|obciazenia|obciazenie|retiro|retiros|salida|salidas|gasto|gastos|egreso|egresos|saida|saidas|debit in chf|debit chf|belastning|ut belop|belop ut|belob ud|haevet|
    terheles|kiadas|odchozi|vydaje|vydaj|debetas|debeto|deebet|pano|otto|χρεωση|расход|списание|дебет|витрата|borc|חובה|בחובה|مدين|お引出し|お引出し額|お引き出し|出金|出金額|出金金額|お支払金額|お支払い金額|支払い金額|お引出金額|お引き出し額|出金 円|출금 원|찾으신금액|引出金額|支出|支出金额|출금|출금액|출금금액|찾으신금액|debit dr|dr|dr amount|amount dr|debit sgd|debit s|importe debe|debits eur|cargos|cheques debits|importo addebito|movimenti dare`,
  ),
  /\b(debit|withdrawals?|belastung|debito|lastschrift)\b/,
]

export const creditNames: Names = [
  set(
    `funds in|受入金額|受入額|so tien ghi co|ghi co|phat sinh co|kredit idr|penerimaan|ฝากเงิน|ฝาก|รายการฝาก|inn til konto|receita|receitas|inkomsten|indtaegt|indtaegter|tulo|tulot|recette|recettes|revenus|ricavi|rentrees|paid into account|money received|einnahmen eur|creditamount|
    amount in|money deposited|預かり金額|お預け入れ額|お預入金額|お預入額|預り金額|abonos clp|v dobro|uplata|credit bgn|кредит bgn|amount deposited|
    credit|income amount|in amount|credits|credit amount|credit amt|credited|credited amount|amount credit|credit value|deposit|deposits|deposited|deposit amt|deposit amount|deposits amount|deposit cr|paid in|money in|in|inflow|incoming|received|income|
    credito|creditos|haber|haben|gutschrift|gutschriften|eingang|einnahme|einnahmen|abono|abonos|accredito|accrediti|avere|entrate|entrata|bij|bijschrijving|inn|inn pa konto|insattning|insattningar|inkomst|inkomster|receipts|receipt|payment in|payments in|
    montant credit|credit montant|credit eur|credit euros|wplywy|wplyw|uznania|uznanie|deposito|depositos|entrada|entradas|ingreso|ingresos|gutschrift in chf|credit chf|innskudd|inn belop|belop inn|belob ind|indsat|jovairas|bevetel|prichozi|prijmy|prijem|kreditas|kredito|kreedit|kredit|talletus|πιστωση|
    приход|зачисление|поступление|кредит|надходження|alacak|זכות|בזכות|دائن|お預入れ|お預入れ額|お預け入れ|入金|入金額|入金金額|お預り金額|お預かり金額|預入金額|預かり金額|お預入金額|お預け入れ額|入金 円|입금 원|収入|收入|收入金额|存入|입금|입금액|입금금액|맡기신금액|credit cr|cr|cr amount|amount cr|credit sgd|importe haber|importo accredito|movimenti avere`,
  ),
  /\b(credit|deposits?|gutschrift|credito)\b/,
]

export const directionNames: Names = [
  set(
    `收 支|χ π|収支|入払区分|入出金区分|debets kredits|c d|af bij|debit credit|credit debit|debet credit|credit debet|dr cr|cr dr|d c|c d|dc|cd|soll haben|s h|sh|in out|direction|sign|credit debit indicator|debit credit indicator|credit debit flag|debit credit flag|debit or credit|credit or debit|bij af|vorzeichen|sens|plus minus|
    debit credit code|credit debit code|cdt dbt ind|dc kennzeichen|dc indicator|d c indicator|kennzeichen|soll haben kennzeichen|dr cr indicator|cr dr indicator|drcr|crdr|debe haber|dare avere|deudor acreedor|d k|k d|deebet kreedit|debetas kreditas|smer uhrady|smer platby|smer|debets kredits|d c a|obciazenie uznanie|money direction|richting|in uit|ein aus|einnahme ausgabe|income expense|приход расход|тип`,
  ),
  set(
    `type|transaction type|trans type|typ|kind|flag|type of transaction|art|tipo|tipo de movimiento|tipo movimiento|natura|entry type|details|cr dr type|sens de l operation`,
  ),
]

export const currencyNames: Names = [
  set(
    `account currency|currency of account|kontowahrung|devise du compte|waluta rachunku|mena uctu|валюта счета|валюта счёта`,
  ),
  set(
    `currency|munt|mynt|mata uang|loai tien|devise|devises|wahrung|waehrung|moneda|divisa|valuta|ccy|cur|currency code|account currency|currency of account|kontowahrung|valutacode|muntcode|muntsoort|devise du compte|waluta|waluta rachunku|mena|mena uctu|valiuta|valuuta|valutta|penznem|deviza|vluta|moeda|валюта|валюта счета|валюта платежа|валюта счёта|para birimi|通貨|币种|currency symbol|transaction currency code`,
  ),
]

/** The other party; of money that goes out where a payer has a column of its own. */
export const payeeNames: Names = [
  set(
    `payee|payee name|payer beneficiary|nazev obchodnika|nazov obchodnika|obchodnik|nazwa sprzedawcy|handelaar|commercant|handler|haendler|merchant|merchant name|counterparty|counterparty name|counter party|counter party name|other party|other party name|naam tegenpartij|tegenpartij|tegenpartij naam|naam tegenrekening|tegenrekeninghouder|naam begunstigde|begunstigde|partner name|partner|partnername|empfanger|empfaenger|
    auftraggeber begunstigter|auftraggeber beguenstigter|auftraggeber empfanger|auftraggeber empfaenger|empfanger auftraggeber|beguenstigter zahlungspflichtiger|begunstigter zahlungspflichtiger|begunstigter auftraggeber|beguenstigter auftraggeber|name zahlungsbeteiligter|zahlungsbeteiligter|zahlungsempfanger in|zahlungsempfanger|zahlungsempfaenger|
    empfanger zahlungspflichtiger|zahlungspflichtiger zahlungsempfanger|begunstigter|beguenstigter|beneficiary|beneficiary name|beneficiary or payer|payer payee|payer payee name|payee payer|vendor|recipient|recipient name|name description|naam omschrijving|beneficiario|beneficiario ordenante|ordenante beneficiario|ordinante beneficiario|tiers|mottagare|mottaker|modtager|avsandare mottagare|saaja maksaja|
    to from|transfer from or to|contact|creditor|creditor name|target name|sender recipient|sender or recipient|nadawca odbiorca|odbiorca|odbiorca nadawca|dane kontrahenta|kontrahent|payer beneficiary|beneficiary payer|取引先|nazwa kontrahenta|nazev protistrany|nazev protiuctu|protistrana|nazov protistrany|nazov protiuctu|partner neve|partner megnevezese|ellenoldali nev|maksaja saaja|saaja makasaja nimi|saaja maksaja nimi|moketojas gavejas|gavejas moketojas|sanemejs maksatajs|saaja|контрагент|получатель|получатель платежа|nom du tiers|bezeichnung gegenkonto|gegenpartei|counterparty full name|opposite party|ネーム|相手先|店名|利用先|ご利用先|ご利用店名|加盟店名|交易对方|shop|store|shop name|zahlungsempfanger zahlungspflichtiger|business|company|destinatario|para|motpart|modpart|beneficiaire|nombre comercio|comercio|establecimiento|esercente|commercant|handelaar|handler|handlare|brukersted|butik|butikk`,
  ),
  set(`name|nom|naam|nombre|nome|navn|namn|nazwa|nazev|nimi|nev|to|in favor of|who|person`),
]

/** The other party of money that comes in, beside a payee. */
export const payerNames: Names = [
  set(
    `zahlungspflichtige r|zahlungspflichtiger|payer|payer name|auftraggeber|debtor|debtor name|ordenante|ordinante|mittente|nadawca|zleceniodawca|betaler|maksaja|avsandare|avsender|afsender|sender|sender name|source name|remitter|remitente|donneur d ordre|emetteur|from|platce|плательщик|отправитель|opdrachtgever`,
  ),
]

/** Words about the payment, in the order of the file. */
export const descriptionNames: Names = [
  set(
    `description 1|keterangan|skyring|texti|mo ta|dien giai|noi dung|รายการ|รายละเอียด|popis misto transakce|popis transakcie|transaction remarks|purpose of payment|payment purpose|摘要内容|利用店名 商品名|detalii tranzactie|activity name|namen|opis transakcije|deтали|детали|деталі операції|תיאור|操作|商品说明|informacija sanemejam|
    payment reference|narration|narration|narrative|description|descriptions|transaction description|original description|bank description|full description|extended description|statement description|detail|details|memo|particulars|text|payment details|transaction details|transaction detail|reference|label|label operation|remark|remarks|subject|transaction|concept|concepto|concepto ampliado|descripcion|descripcion de la operacion|detalle|detalles|observaciones|movimiento|mas datos|
    libelle|libelles|libelles operation|sub description|subdescription|description 2|libelle operation|libelle simplifie|libelle de l operation|libelle de la transaction|libelle suite|detail de l ecriture|nature de l operation|intitule|motif|communication|communications|remarque|verwendungszweck|verwendungszwecke|verwendung|buchungstext|buchungsdetails|buchungsinformation|vorgang|vorgang verwendungszweck|beschreibung|bezeichnung|umsatzdetails|umsatz details|zahlungszweck|zahlungsgrund|zahlungsreferenz|mitteilung|mitteilungen|notiz|avisierungstext|text der buchung|
    omschrijving|mededeling|mededelingen|vrije mededeling|gestructureerde mededeling|detail van de omzet|omschrijving 1|descrizione|descrizione operazione|descrizione operazioni|descrizione estesa|descrizione movimento|dettagli|causale|causale abi|descricao|descricao da transacao|descricao do lancamento|historico|lancamento|lancamentos|detalhes|estabelecimento|beskrivning|beskrivelse|forklaring|forklarende tekst|tekst|melding|meddelande|meddelelse|kidmelding|transaktion|transaktionstext|
    opis|opis operacji|opis transakcji|tytul|tytul operacji|tytulem|szczegoly|popis|popis transakce|popis operace|poznamka|zprava|zprava pro prijemce|zprava pro me|informacia pre prijemcu|ucel platby|selite|selitys|viesti|viesti saajalle|saaja maksaja viesti|kozlemeny|megjegyzes|leiras|tranzakcio reszletei|selgitus|detalas|paskirtis|mokejimo paskirtis|maksajuma merkis|detaliile tranzactiei|descriere|περιγραφη|αιτιολογια|
    описание|описание операции|назначение платежа|назначение|основание|опис операції|опис|примечание|aciklama|islem aciklamasi|תיאור|פרטים|الوصف|摘要|お取り扱い内容|取扱内容|取引内容|内容|明細|備考|お取引内容|取引名|商户名称|商品|商品说明|交易描述|적요|내용|거래내용|item title|item|notes?|note|notes|comment|comments|comentario|commentaire|notes and tags|appears on your statement as|what|purpose|title|action|activity|extra|zusatzinfo|info|trans description|transaction narrative|transaction remarks|入出金内容|お取引内容|payment description|purpose of payment|payment purpose|message|kommentar|nota|note 1`,
  ),
  /^transaction ref ?\d$|^(vwz|verwendungszweck zeile) \d{1,2}$/,
  /^(description|beschreibung|verwendungszweck|omschrijving|text|narration|detail|descripcion|libelle|reference|narrative|memo|popis|opis|transaction ref|vwz) ?\d{1,2}$/,
  /^(description|narration|libelle|omschrijving|descrizione|beschreibung|verwendungszweck|descripcion|concepto|opis)\b/,
]

export const statusNames: Names = [
  set(
    `status|state|transaction status|transaction state|payment status|booking status|estado|estado de la operacion|statut|etat|stato|stato operazione|zustand|buchungsstatus|umsatzstatus|situacao|situacion|stav|stav transakce|stan|tila|tilstand|olek|busena|statuss|allapot|статус|статус операции|durum|状態|当前状态|交易状态|상태`,
  ),
]

/** Columns that say by yes or no whether a row is pending. */
export const pendingNames: Names = [
  set(`pending|is pending|pending transaction|vorgemerkt|unposted`),
]

export const feeNames: Names = [
  set(
    `fee|fees|fee amount|total fees|total fee|transaction fee|fee amount eur|gebuhr|gebuhren|gebuehr|frais|commission|comision|comissao|commissione|amount fee|poplatek|poplatok|oplata|prowizja|provize|комиссия|kosten|charges fee|bank fee|fees comm|komission|netto gebuhr`,
  ),
]

export const categoryNames: Names = [
  set(
    `category|kategorie|kategori|categoria|categorie|kategoria|kategorija|kategooria|luokka|категория|категорія|spending category|budget category|main category|hauptkategorie|transaction category|merchant category|category name|koltesi kategoria|categoria de gasto|kategorie transakce|kategori navn|カテゴリ|大項目|category group category|カテゴリー|expense category`,
  ),
  set(
    `subcategory|sub category|unterkategorie|underkategori|subcategoria|sous categorie|category parent|category group|中項目`,
  ),
]

export const mccNames: Names = [
  set(
    `mcc|mcc code|mcc kod|sicmcc code|sic mcc code|merchant category code|merchant category code mcc|kod mcc|мсс|mcc код|category code|sic code|sic`,
  ),
]

export const referenceNames: Names = [
  set(
    `transaction id|id|fitid|fit id|transferwise id|wise id|uuid|guid|unique id|transaction unique id|transaction identifier|reference number|transaction reference|transaction reference number|transaction number|transaction no|tx id|txn id|operation number|n de transaction|transaktionscode|transaktions id|transactie id|transactiereferentie|id transakcji|id operacji|id pohybu|id operace|id transakce|id transakcie|identificador|identificativo|referanse|referenznummer|booking id|entry reference|numer referencyjny|archive id|arkiveringskod|arkistointitunnus|volgnr|journaal|transaktionsnummer|transaktionsreferenz|buchungsreferenz|id transaction|referencia|numero de operacion|reference`,
  ),
]

export const balanceNames: Names = [
  set(
    `差し引き残高|салдо|so du|baki|ยอดคงเหลือ|お預り残高|resulting balance|saldo contabilistico|sold contabil|ucetni zustatek po transakci|closing balance inr|indicative balance|partial balance|stanje|saldo do dia r|היתרה בש ח|залишок після операції|
    balance|bal|running balance|running bal|closing balance|account balance|accountbalance|current balance|ending balance|end balance|new balance|book balance|booked balance|posted balance|ledger balance|balance after|balance after transaction|balance eur|balance usd|balance gbp|balance chf|bal eur|balance in account currency|balance amount|
    saldo|solde|kontostand|nuevo saldo|nouveau solde|neuer saldo|neuer kontostand|saldo eur|saldo contable|saldo final|saldo posterior|saldo despues|saldo nach buchung|saldo nach|kontostand nach buchung|saldo na mutatie|saldo na trn|saldo na transactie|saldo na boeking|solde courant|solde apres operation|saldo po operacji|saldo po transakcji|saldo dopo operazione|saldo contabile|saldo progressivo|
    bokfort saldo|bokford saldo|saldo bokfort|guthaben|kontosaldo|saldo in chf|saldo chf|saldo r|saldo do dia|saldo after|zostatok|zustatek|zustatek po operaci|zustatek po transakci|zustatek na uctu|egyenleg|konyvelt egyenleg|jaak|saldo parast|likutis|atlikums|υπολοιπο|λογιστικο υπολοιπο|баланс|остаток|остаток на счете|залишок|bakiye|יתרה|الرصيد|残高|差引残高|取引後残高|現在高|余额|잔액|거래후잔액|amount balance|cash balance|balans|saldo konta|stan konta|saldo po ksiegowaniu|valuta saldo|saldo mxn|saldo euros|saldo en euros`,
  ),
]
