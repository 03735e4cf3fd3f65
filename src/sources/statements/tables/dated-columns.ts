import { fold } from '#/core/values/fold.ts'
import { dateOf } from './cells.ts'
import type { Cell } from './table.ts'

/**
 * Recognizes dates that lost their format: plain numbers below a word for a date. Some programs write sheets without
 * any styles.
 */
export function createDatedColumns(is1904: boolean) {
  const columns = new Set<number>()
  return {
    read: (at: number, cell: Cell): Cell => {
      if (cell.kind === 'text') {
        if (cell.text.length > 40 || !/\p{L}/u.test(cell.text)) return cell
        const words = fold(cell.text)
        if (dateWords.test(words) && !moneyWords.test(words)) columns.add(at)
        else if (!/\d/.test(cell.text) && moneyWords.test(words)) columns.delete(at)
        return cell
      }
      if (cell.kind !== 'number' || !columns.has(at) || !/^\d{5}(?:\.\d+)?$/.test(cell.text)) {
        return cell
      }
      return dateOf(Number(cell.text), is1904) ?? cell
    },
  }
}

const dateWords =
  /\b(date|datum|fecha|data|dato|dag|pvm|paivamaara|buchungstag|wertstellung|valuta|f valor|f contable|fch|datums|datumas|kuupaev|tarih|booked|posted)\b|datum$/
const moneyWords =
  /\b(amount|balance|saldo|importe|importo|betrag|umsatz|bedrag|belopp|montant|solde|total|debit|credit|debe|haber|soll|haben|kwota|saldo|sum|summa|value)\b/
