import { fold } from '#/core/values/fold.ts'

/** Reads a word of direction: true for money in, false for money out, null for unknown words. */
export function isIncoming(word: string): boolean | null {
  if (word === '+') return true
  if (word === '-' || word === '–' || word === '−') return false
  if (word.length > 30) return null
  const plain = fold(word)
  if (ins.has(plain)) return true
  return outs.has(plain) ? false : null
}

/** Marks that mean a side in a column of any name. */
export function isMark(word: string): boolean {
  return marks.has(word.trim().toUpperCase())
}

const marks = new Set([
  'S',
  'H',
  'K',
  'C',
  'D',
  'CR',
  'DR',
  'DB',
  '+',
  '-',
  'DEBIT',
  'CREDIT',
  'DBIT',
  'CRDT',
])

const ins = new Set(
  `c|cr|credit|πιστωση|kredit|krediet|bij|h|haben|in|i|crdt|gutschrift|deposit|abono|haber|avere|entrata|cb|money in|incoming|income|einnahme|eingang|ingreso|
  entrada|credito|e credit|kredito|wplyw|uznanie|prijem|prichozi|jovairas|inn|ind|inkomst|received|credits|paid in|recette|приход|зачисление|поступление|入金|收入|收|입금|alacak|k|refund|returned|erstattung`
    .split('|')
    .map(fold),
)
const outs = new Set(
  `d|dr|db|debit|χρεωση|debet|debito|af|s|soll|out|o|dbit|lastschrift|belastung|withdrawal|cargo|debe|dare|uscita|money out|outgoing|expense|ausgabe|ausgang|gasto|egreso|
  salida|saida|debits|e debit|deb|wydatek|obciazenie|vydaj|odchozi|terheles|ut|ud|utgift|spent|paid out|depense|расход|списание|出金|支出|支|출금|borc|purchase|sale`
    .split('|')
    .map(fold),
)
