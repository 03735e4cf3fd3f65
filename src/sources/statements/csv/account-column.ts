import { fold } from '#/core/values/fold.ts'
import { plainLine } from '#/sources/provider/plain-text.ts'
import type { Columns } from './columns.ts'
import { ownAccountColumn } from './own-export.ts'
import type { CsvRecord } from './records.ts'

/** Names of columns that say which of a person's own accounts a row belongs to, never whose the other side is. */
const names = new Set(
  `account|account name|account number|account no|account nr|account id|account title|own account|from account name|konto|kontoname|auftragskonto|iban auftragskonto|bezeichnung auftragskonto|konto name|compte|nom du compte|numero de compte|comptenum|comptelabel|cuenta|nombre de la cuenta|numero de cuenta|conto|nome conto|conta|nome da conta|rekening|rekeningnaam|rekeningnummer|iban bban|eigen rekening|rachunek|nazwa rachunku|ucet|nazev uctu|cislo uctu|tili|tilin nimi|kontonavn|kontonamn|szamla szam|szamla nev`.split(
    '|',
  ),
)

const ACCOUNTS_MAX = 50

/**
 * Finds the column of a table that names several accounts, from all of its rows. A column with one value, with gaps, or
 * with nearly as many values as rows says nothing about accounts. Earmark's own exports name it in each row.
 */
export function createAccountColumn() {
  let columns: readonly { readonly at: number; readonly values: Set<string>; gaps: number }[] = []
  let rows = 0
  let own: number | null = null
  return {
    head: (header: readonly string[]): void => {
      own = ownAccountColumn(header)
      columns = header.flatMap((name, at) =>
        names.has(fold(name.replaceAll(/[([][^()[\]]*[)\]]/g, ' ')))
          ? [{ at, values: new Set(), gaps: 0 }]
          : [],
      )
    },
    push: ({ cells }: CsvRecord): void => {
      if (columns.length === 0 || !cells.some((cell) => /\d/.test(cell))) return
      rows += 1
      for (const column of columns) {
        const value = accountIn(cells, column.at)
        if (value === '') column.gaps += 1
        else if (column.values.size <= ACCOUNTS_MAX) column.values.add(value)
      }
    },
    /** Returns the column, unless it is used for something that decides about money; null without one. */
    end: ({ date, amount, debit, credit, direction, balance, currency, status }: Columns) => {
      if (own !== null) return own
      const used = new Set([date, amount, debit, credit, direction, balance, currency, status])
      const found = columns.find(
        ({ at, values, gaps }) =>
          !used.has(at) &&
          values.size > 1 &&
          values.size <= ACCOUNTS_MAX &&
          values.size < rows &&
          gaps * 20 <= rows,
      )
      return found?.at ?? null
    },
  }
}

/** Reads the account that a cell names. Some banks leave a quote of their own in it, which names no other account. */
export function accountIn(cells: readonly string[], at: number): string {
  return plainLine((cells[at] ?? '').replaceAll('"', ''), 100)
}
