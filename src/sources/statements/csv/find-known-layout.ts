import { fold } from '#/core/values/fold.ts'
import type { Columns } from './columns.ts'
import { type KnownLayout, knownLayouts } from './known-layouts.ts'
import { ownLayouts } from './own-export.ts'

/** A known layout whose columns were found in a header. */
export type FoundLayout = { readonly layout: KnownLayout; readonly columns: Columns }

const everyLayout = [...knownLayouts, ...ownLayouts]

/** Finds the known layout with the most names in this header. Null if no layout fits. */
export function findKnownLayout(
  header: readonly string[],
  layouts: readonly KnownLayout[] = everyLayout,
): FoundLayout | null {
  const names = header.map(fold)
  const held = new Set(names)
  let best: FoundLayout | null = null
  for (const layout of layouts) {
    if (best && best.layout.header.length >= layout.header.length) continue
    if (!layout.header.every((name) => held.has(name))) continue
    const columns = columnsIn(names, layout)
    if (columns) best = { layout, columns }
  }
  return best
}

/** Finds the columns that a layout names. Null without its date or its money. */
function columnsIn(names: readonly string[], layout: KnownLayout): Columns | null {
  const find = (name: string | undefined) => {
    const at = name === undefined ? -1 : names.indexOf(fold(name))
    return at < 0 ? null : at
  }
  const [date, amount] = [find(layout.date), find(layout.amount)]
  const [debit, credit] = [find(layout.debit), find(layout.credit)]
  if (date === null || (amount === null && (debit === null || credit === null))) return null
  return {
    date,
    amount,
    debit: amount === null ? debit : null,
    credit: amount === null ? credit : null,
    direction: find(layout.direction),
    merchant: find(layout.payee),
    payer: find(layout.payer),
    description: (layout.description ?? []).map(find).filter((at) => at !== null),
    currency: find(layout.currency),
    balance: find(layout.balance),
    status: find(layout.status),
    fee: find(layout.fee),
    category: find(layout.category),
    mcc: find(layout.mcc),
    reference: find(layout.reference),
  }
}
