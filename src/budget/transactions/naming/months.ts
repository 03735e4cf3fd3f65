// Months in the words of a payment. A bill of every month names its month, so the month does not say who was paid. But
// `May` and `August` are names of people too.

const set = (text: string) => new Set(text.split(' '))

/** Full names, without accents, as they are written in a text and after “of”. */
const months = set(
  'january february march april may june july august september october november december ' +
    'januar janner jaenner februar marz maerz mai juni juli oktober dezember ' +
    'janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre ' +
    'enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre ' +
    'gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre ' +
    'januari februari maart mei augustus ' +
    'janeiro fevereiro marco maio junho julho setembro outubro novembro dezembro ' +
    'marts maj desember augusti ' +
    'styczen stycznia luty lutego marzec marca kwiecien kwietnia maja czerwiec czerwca lipiec lipca sierpien sierpnia wrzesien wrzesnia ' +
    'pazdziernik pazdziernika listopad listopada grudzien grudnia ' +
    'leden ledna unor unora brezen brezna duben dubna kveten kvetna cerven cervna cervenec cervence srpen srpna zari rijen rijna listopadu prosinec prosince',
)

/** Short forms. */
const short = set(
  'jan feb febr mar mrt mrz maer apr may mai maj jun jul aug sep sept oct okt nov dec dez des ' +
    'janv fev fevr avr juil sept ene abr ago dic gen mag giu lug set ott out sty lut kwi cze lip sie wrz paz lis gru',
)

/** Months that are also names of people, of firms, or other words. */
const ambiguous = set(
  'march april may june july august mars mai mayo abril julio agosto marzo avril mei maj maja marts marca marco luty marzec kwiecien lipiec listopad grudzien ' +
    'styczen duben maio juni juli augusti marz maerz',
)

/** Months that are also first names, so that they may be part of the payee's name. */
const firstNames = set('april may june august julio marco')

/** Legal forms that end the name of a company. */
const legalForms = set(
  'gmbh mbh ag kg ohg ug ltd limited plc llc inc corp sarl sas slu srl bv nv oy aps lda ltda',
)

/** Words for what is paid every month. */
const purposes = set(
  'rent salary wage wages payroll pay paycheck allowance subscription membership dues fee fees invoice bill instalment installment premium statement pension benefit mortgage tuition deposit ' +
    'miete kaltmiete warmmiete gehalt lohn bezuge rente abschlag beitrag rechnung rate nebenkosten kindergeld unterhalt taschengeld honorar gehaltszahlung lohnzahlung gehaltsabrechnung lohnabrechnung strom gas pacht hausgeld mitgliedsbeitrag ' +
    'loyer salaire paie paye pension facture cotisation echeance abonnement mensualite prime charges traitement ' +
    'recibo nomina alquiler sueldo cuota factura comunidad hipoteca paga mensualidad renta salario pension ' +
    'stipendio affitto canone fattura rata bolletta emolumenti condominio mutuo mensilita ' +
    'huur salaris loon factuur termijn termijnbedrag contributie toeslag hypotheek abonnement ' +
    'renda aluguel ordenado vencimento salario fatura mensalidade condominio propina prestacao ' +
    'husleje husleie leie lon lonn faktura regning kontingent husleje ydelse boligydelse ' +
    'hyra avgift manadsavgift faktura ' +
    'czynsz wynagrodzenie pensja oplata skladka rachunek faktura rata ' +
    'najem najemne mzda vyplata faktura zaloha splatka predplatne',
)

/** Removes months, with their years, from words in lower case without accents, unless nothing else would be left. */
export function withoutMonths(words: readonly string[]): readonly string[] {
  const isRegular = words.some((word) => purposes.has(word))
  const kept = words.filter((word, at) => {
    if (isYear(word)) return ![words[at - 1], words[at + 1]].some(isMonth)
    return !isDate(words, at, isRegular)
  })
  return kept.some((word) => /\p{L}{2}/u.test(word)) ? kept : words
}

/** Says if a word, in lower case and without accents, is the name of a month or short for one. */
export function isMonth(word: string | undefined): boolean {
  return word !== undefined && (months.has(word) || short.has(word))
}

function isDate(words: readonly string[], at: number, isRegular: boolean): boolean {
  const word = words[at]!
  const glued = /^(\p{L}{3,4})(?:\d\d|(?:19|20)\d\d)$/u.exec(word)
  if (glued && short.has(glued[1]!)) return true
  if (!isMonth(word)) return false
  if (isYear(words[at + 1]) || isYear(words[at - 1])) return true
  const isLast = at === words.length - 1
  if (isMonthOfPurpose(words, at)) return true
  const isEnd = isLast || purposes.has(words[at + 1]!)
  if (isEnd && legalForms.has(words[at - 1] ?? '')) return true
  if (!months.has(word) || ambiguous.has(word)) return isLast && isRegular
  // A month that names nobody: at the end, or beside what is paid for.
  return isRegular || (isLast && words.length > 1)
}

/** Says if a month follows a word for a monthly payment: `Miete März Wohnung`, but not `Miete August Storck`. */
export function isMonthOfPurpose(words: readonly string[], at: number): boolean {
  const word = words[at]!
  return months.has(word) && !firstNames.has(word) && purposes.has(words[at - 1] ?? '')
}

/** Says if a word is a year, or the last digits of one. */
export function isYear(word: string | undefined): boolean {
  return word !== undefined && /^(?:(?:19|20)\d\d|[23]\d)$/.test(word)
}
