import type { Cents } from '#/core/values/cents.ts'
import type { LanguageTag } from '#/core/values/languages.ts'
import { currencyDigits, writeMoney } from '#/core/values/money.ts'
import type { JournalFrame } from '#/documents/journals/read-journal.ts'
import type { Book } from '#/documents/lists/book.ts'
import type { CategorySum } from './category-sums.ts'

type Summary = {
  readonly book: Book
  readonly year: number
  readonly language: LanguageTag
  readonly frame: JournalFrame
  readonly sums: readonly CategorySum[]
}

/** Writes a page about a year that a browser shows without a network and without scripts. */
export function writeSummary({ book, year, language, frame, sums }: Summary): string {
  const words = wordsOf[language]
  const { stored, accounts, categories } = book
  const { household, expenses } = stored
  const money = (amount: Cents, currency: string) => {
    const style = { minimumFractionDigits: currencyDigits(currency) }
    const text = writeMoney(amount, currency) as Intl.StringNumericLiteral
    return `${new Intl.NumberFormat(language, style).format(text)} ${currency}`
  }
  const held = frame.held.map(({ id, opening, closing, currency }) => [
    accounts.get(id)!.name,
    money(opening, currency),
    money(closing - opening, currency),
    money(closing, currency),
  ])
  const totals = (type: CategorySum['type']) =>
    sums
      .filter((one) => one.type === type)
      .map(({ category_id, count, sum, currency }) => [
        category_id === null
          ? words.none
          : (categories.get(category_id)?.join(' > ') ?? words.none),
        String(count),
        money(sum, currency),
      ])
  const kept = expenses
    .filter(({ archived_at }) => archived_at === null)
    .map(({ name, ready, building, reserve }) => {
      return [name, money(ready + building + reserve, household.currency)]
    })
  const title = `${household.name}, ${year}`
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}th,td{padding:.3rem .5rem;border-bottom:1px solid #ccc;text-align:right}th:first-child,td:first-child{text-align:left}</style></head>
<body><h1>${escaped(title)}</h1>
${section(words.accounts, [words.account, words.opening, words.change, words.closing], held)}
${section(words.income, [words.category, words.count, words.sum], totals('income'))}
${section(words.spending, [words.category, words.count, words.sum], totals('expense'))}
${section(words.setAsides(household.processed_through), [words.setAside, words.held], kept)}
<p>${escaped(words.files)}</p></body></html>
`
}

function section(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const cells = (row: readonly string[]) => row.map((text) => `<td>${escaped(text)}</td>`).join('')
  const head = heads.map((text) => `<th>${escaped(text)}</th>`).join('')
  const body = rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n')
  return `<h2>${escaped(title)}</h2><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`
}

function escaped(text: string): string {
  const named: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  }
  return text.replaceAll(/[&<>"]/g, (sign) => named[sign]!)
}

type Words = Readonly<
  Record<
    | 'accounts'
    | 'account'
    | 'opening'
    | 'change'
    | 'closing'
    | 'income'
    | 'spending'
    | 'category'
    | 'count'
    | 'sum'
    | 'none'
    | 'setAside'
    | 'held'
    | 'files',
    string
  >
> & { readonly setAsides: (day: string) => string }

const wordsOf: Readonly<Record<LanguageTag, Words>> = {
  en: {
    accounts: 'Accounts',
    account: 'Account',
    opening: 'Before the year',
    change: 'Change',
    closing: 'At its end',
    income: 'Income',
    spending: 'Spending',
    category: 'Category',
    count: 'Payments',
    sum: 'Sum',
    none: 'Without a category',
    setAsides: (day) => `Set-asides as of ${day}`,
    setAside: 'Set-aside',
    held: 'Holds',
    files: 'The lists, journals and the whole household are in the files beside this page.',
  },
  es: {
    accounts: 'Cuentas',
    account: 'Cuenta',
    opening: 'Antes del año',
    change: 'Cambio',
    closing: 'Al final',
    income: 'Ingresos',
    spending: 'Gastos',
    category: 'Categoría',
    count: 'Pagos',
    sum: 'Suma',
    none: 'Sin categoría',
    setAsides: (day) => `Apartados a ${day}`,
    setAside: 'Apartado',
    held: 'Contiene',
    files: 'Las listas, los diarios y todo el hogar están en los archivos junto a esta página.',
  },
  de: {
    accounts: 'Konten',
    account: 'Konto',
    opening: 'Vor dem Jahr',
    change: 'Veränderung',
    closing: 'Am Ende',
    income: 'Einnahmen',
    spending: 'Ausgaben',
    category: 'Kategorie',
    count: 'Zahlungen',
    sum: 'Summe',
    none: 'Ohne Kategorie',
    setAsides: (day) => `Rücklagen am ${day}`,
    setAside: 'Rücklage',
    held: 'Enthält',
    files:
      'Die Listen, die Journale und der ganze Haushalt stehen in den Dateien neben dieser Seite.',
  },
}
