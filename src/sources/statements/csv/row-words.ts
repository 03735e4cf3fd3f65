import { fold } from '#/core/values/fold.ts'
import type { SkipReason } from '#/sources/statements/statement.ts'

/** A line that states a sum instead of a payment. */
export type Phrase = 'opening' | 'closing' | 'balance' | 'total'

/** Recognizes the name of a balance or a total, with or without its day; null for all other words. */
export function phraseIn(text: string): Phrase | null {
  if (text.length > PHRASE_MAX || !likely.test(text)) return null
  const plain = fold(text)
    .replaceAll(/[øłæß]/g, (letter) => ({ ø: 'o', ł: 'l', æ: 'ae', ß: 'ss' })[letter] ?? letter)
    .replaceAll(around, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
  for (const [phrase, words] of phrases) if (words.has(plain)) return phrase
  return null
}

const PHRASE_MAX = 80

/** Beginnings of all phrases, so that most texts are not folded. */
const likely =
  /bal|sal|sold|s a l|stan|tot|sum|som|raz|likut|atlik|apyv|kaib|jaak|jääk|zust|zůst|zost|egyen|zár|zar|nyit|carr|brou|forw|anfang|ende|über|ueber|report|riport|spolu|celkem|celk|yht|alku|loppu|остат|итог|оборот|残高|合計|小計|υπόλ|υπολ|σύνολ|συνολ|ingå|utgå|inng|indg|ultimo|primo|begin/i

/** Dates, currencies and the words between them and the phrase. */
const around =
  /(?:^| )(?:\d+|as of|as at|as on|on|at|of|vom|zum|per|am|al|alla|alle|del|dal|au|le|du|op|pr|dne|ke|k|dia|do|em|na|dzien|dienos|eur|usd|gbp|chf|pln|sek|nok|dkk|czk|huf|brl|in|en|de|d|e|for|the|periode|periodo|statement|period|account|your|ihr|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|st|nd|rd|th|day)(?= |$)/g

const set = (text: string): ReadonlySet<string> => new Set(text.split('|').map(fold))

const phrases: readonly (readonly [Phrase, ReadonlySet<string>])[] = [
  [
    'opening',
    set(
      `opening balance|beginning balance|starting balance|start balance|previous balance|prior balance|initial balance|balance brought forward|brought forward|balance forward|balance b f|b f balance|balance start|old balance|last statement balance|
      alter saldo|alter kontostand|anfangssaldo|anfangskontostand|anfangsbestand|saldovortrag|saldo vortrag|ubertrag|eroffnungssaldo|startsaldo|saldo alt|anfangs saldo|kontostand anfang|vortrag|
      saldo inicial|saldo anterior|saldo iniziale|saldo precedente|saldo contabile iniziale|saldo liquido iniziale|ancien solde|solde initial|solde precedent|solde debut|solde debiteur initial|solde crediteur initial|solde anterieur|report solde|
      beginsaldo|begin saldo|oud saldo|vorig saldo|openingssaldo|saldo poczatkowe|saldo otwarcia|bilans otwarcia|pocatecni zustatek|pociatocny zostatok|nyito egyenleg|nyitoegyenleg|likutis pradziai|likutis pradzioje|pradinis likutis|algsaldo|algjaak|sakuma atlikums|alkusaldo|inngaende saldo|ingaende saldo|indgaende saldo|primosaldo|primo saldo|sold initial|входящий остаток|остаток начало|остаток на начало|начальный остаток|前残高|繰越残高|前月繰越|αρχικο υπολοιπο|devir bakiyesi`,
    ),
  ],
  [
    'closing',
    set(
      `closing balance|ending balance|end balance|final balance|new balance|current balance|balance carried forward|carried forward|balance c f|balance end|available balance|ledger balance|
      neuer saldo|neuer kontostand|endsaldo|endkontostand|endbestand|schlusssaldo|schlussaldo|abschlusssaldo|saldo neu|kontostand|kontostand ende|aktueller kontostand|aktueller saldo|
      saldo final|saldo actual|saldo atual|saldo finale|saldo contabile|saldo contabile finale|saldo disponibile|saldo disponibile finale|saldo disponivel|saldo liquido finale|saldo attuale|nouveau solde|solde final|solde fin|solde actuel|solde comptable|solde disponible|
      eindsaldo|eind saldo|nieuw saldo|huidig saldo|saldo koncowe|saldo zamkniecia|saldo biezace|konecny zustatek|konecny zostatok|zaro egyenleg|zaroegyenleg|aktualis egyenleg|likutis pabaigai|likutis pabaigoje|galutinis likutis|loppsaldo|loppjaak|beigu atlikums|loppusaldo|utgaende saldo|udgaende saldo|ultimosaldo|ultimo saldo|sold final|исходящий остаток|остаток конец|остаток на конец|конечный остаток|次残高|翌月繰越|τελικο υπολοιπο`,
    ),
  ],
  [
    'balance',
    set(
      'balance|saldo|s a l o|solde|sold|saldo dia|saldo total|saldo diario|saldo do dia|balance end of day|daily balance|tagessaldo|kontosaldo|egyenleg|zustatek|zostatok|likutis|stan konta|jaak|остаток|残高|υπολοιπο|balance only|balance start end',
    ),
  ],
  [
    'total',
    set(
      `total|totals|grand total|sub total|subtotal|sub totals|subtotals|total debits|total debit|total credits|total credit|total amount|total general|total withdrawals|total deposits|total payments|total in|total out|total transactions|debits total|credits total|total fees|total charges|total purchases|
      summe|gesamtsumme|gesamt|endsumme|zwischensumme|summe soll|summe haben|summe eingange|summe ausgange|summe einnahmen|summe ausgaben|summe belastungen|summe gutschriften|summe der eingange|summe der ausgange|summen|umsatzsumme|summe umsatze|gesamtbetrag|sum|somme|totale|totale dare|totale avere|totale entrate|totale uscite|totale movimenti|totale addebiti|totale accrediti|total des operations|total debiteur|total crediteur|totaux|totaal|totaal af|totaal bij|suma|suma obciazen|suma uznan|suma operacji|suma transakcji|razem|summa|yhteensa|celkem|spolu|soucet|osszesen|apyvarta|kaive|kaibe|apgrozijums|total cargos|total abonos|totales|total entradas|total saidas|itogo|итого|всего|оборот|оборот за период|обороты|обороты за период|合計|小計|総計|συνολο|toplam`,
    ),
  ],
]

/** Reads the status of a row: null for a booked one and for unknown words. */
export function statusIn(
  word: string,
): Extract<SkipReason, 'pending' | 'reverted' | 'declined'> | null {
  const plain = fold(word.slice(0, STATUS_MAX))
  for (const [reason, words] of statuses) if (words.test(plain)) return reason
  return null
}

/** Recognizes the words for a booked row in a column of statuses. */
export function isBookedStatus(word: string): boolean {
  return booked.test(fold(word.slice(0, STATUS_MAX)))
}

const STATUS_MAX = 60

const booked =
  /^(completed?|booked|posted|cleared|settled|done|ok|okay|success|successful|successfully|succeeded|executed|processed|paid|approved|accepted|confirmed|final|finalized|gebucht|umsatz gebucht|verbucht|ausgefuhrt|abgeschlossen|erledigt|abgerechnet|realizado|realizada|ejecutado|ejecutada|contabilizado|contabilizada|completado|completada|confirmado|confirmada|liquidado|liquidada|efetuado|efetivado|concluido|concluida|eseguito|eseguita|contabilizzato|contabilizzata|completato|completata|contabile|effectue|effectuee|execute|executee|comptabilise|comptabilisee|termine|terminee|valide|validee|verwerkt|voltooid|geboekt|uitgevoerd|bokford|bokfort|bogfort|bogført|genomford|udfort|udført|utfort|utført|zaksiegowana|zaksiegowano|zrealizowana|wykonana|zrealizowano|zauctovano|zuctovana|provedeno|dokonceno|konyvelt|teljesult|ivykdytas|ivykdyta|ivykdyti|teostatud|kirjattu|suoritettu|toteutunut|выполнен|выполнена|выполнено|исполнен|исполнена|исполнено|обработана|обработан|проведен|проведена|проведено|завершен|завершена|завершено|виконано|успешно|booked posted|book|完了|確定|成功|交易成功|支付成功|已完成|정상|tamamlandi|refunded|billed|berechnet|geaccepteerd|betald|betalt|betaald|bezahlt|paye|payee|pagado|pagato|pago|zaplaceno|oplacone|partially refunded|free|sent|issued|received|credited|debited|transferred|reconciled|matched|imported|new|neu|returned|active|normal|standard|valid|yes|na|n a)$/

const statuses = [
  [
    'pending',
    /^(pending\b.*|umsatz vorgemerkt.*|pndg|.* pending|outstanding|open|in progress|processing|in process|being processed|authori[sz]ed|authori[sz]ation|pre ?auth.*|awaiting.*|waiting.*|on hold|hold|held|temporary hold|scheduled|planned|future|unposted|uncompleted|incomplete|not posted|vorgemerkt|vorgemerkte? .*|vormerkung|offen|ausstehend|in bearbeitung|geplant|reserviert|terminiert|angewiesen|en attente.*|a venir|en cours.*|pendiente.*|en proceso|retenido|retenida|autorizado|autorizada|pendente.*|em processamento|agendado|agendada|in attesa.*|in corso.*|non contabilizzato|non contabilizzata|non contabile|autorizzato|autorizzata|da contabilizzare|in behandeling|gereserveerd|openstaand|gepland|reserverad|reservert|reserveret|venter|vantande|vantar|avventer|under behandling|kommande|oczekuj.*|w realizacji|blokada|nierozliczona|niezaksiegowana|nezauctovan.*|cekajici.*|ceka|blokace|blokovan.*|fuggo.*|foglalt|zarolt|varattu|odottaa|katevaraus|laukia.*|rezervuot.*|ootel|broneering|broneeritud|gaida.*|rezervets|в обработке|ожидает.*|ожидание|в ожидании|холд|hold .*|авторизация|в обробці|заблокировано|не проведена|beklemede|bekliyor|未確定|処理中|处理中|待付款|保留中|미확정)$/,
  ],
  [
    'declined',
    /^(declined?|failed|failure|rejected|denied|refused|error|unsuccessful|insufficient funds|blocked|not completed|abgelehnt|fehlgeschlagen|gescheitert|zuruckgewiesen|nicht ausgefuhrt|refuse|refusee|rejete|rejetee|echoue|echouee|rechazado|rechazada|denegado|denegada|fallido|fallida|recusado|recusada|negado|negada|falhou|rifiutato|rifiutata|fallito|fallita|negato|negata|respinto|respinta|geweigerd|mislukt|afgewezen|afgekeurd|avvisad|avvist|afvist|nekad|misslyckad|mislykket|odrzucona|odrzucono|odmowa|nieudana|zamitnut.*|neuspesn.*|elutasitv.*|sikertelen|hylatty|atmesta.*|nepavyk.*|tagasi lukatud|отклонен|отклонена|отклонено|неуспешно|ошибка|отказ|відхилено|не выполнен|не выполнена|reddedildi|basarisiz|失敗|交易失败|拒否|실패)$/,
  ],
  [
    'reverted',
    /^(reverted|reversed|reversal|cancell?ed|cancellation|cancel|voided?|expired|removed|deleted|revoked|withdrawn|charged back|unclaimed|storniert|zuruckgesetzt|storno|annulliert|abgebrochen|zuruckgezogen|zuruckgebucht|ruckgangig.*|geloscht|verfallen|annule|annulee|cancelado|cancelada|anulado|anulada|revertido|revertida|caducado|caducada|estornado|estornada|annullato|annullata|stornato|stornata|revocato|revocata|scaduto|scaduta|geannuleerd|teruggedraaid|vervallen|makulerad|avbruten|kansellert|slettet|annulleret|annuleret|tilbagefort|anulowana|anulowano|wycofana|zrusen.*|stornovan.*|visszavont|torolt|sztorno.*|peruttu|atsaukt.*|anuliuot.*|tuhistatud|отменен|отменена|отменено|отмена|возвращена|сторно|скасовано|iptal|iptal edildi|取消|取消済|キャンセル|交易关闭|已取消|已关闭|취소)$/,
  ],
] as const

/** Recognizes a line that says that there were no payments. */
export function saysNothingHappened(text: string): boolean {
  return /^(no (transactions?|movements?|activity|data|records?|results?|payments?|entries|bookings?)\b|there (are|were) no|keine (umsatze|buchungen|daten)|es liegen keine|aucune? (operation|mouvement|transaction)|no hay (movimientos|datos|operaciones)|sin movimientos|nessun|nessuna|nao (ha|houve|existem)|geen (transacties|boekingen|mutaties)|brak (operacji|transakcji)|inga|ingen)/.test(
    fold(text.slice(0, 80)),
  )
}
