import type { Kept, MoveView, Report } from '#/sources/moving-in/app-contract.ts'
import type { MoveResult } from '#/sources/moving-in/move-now.ts'
import { fullMoneyText } from './money-text.ts'

const leftWords: Readonly<Record<Report['left'][number]['reason'], string>> = {
  account_left_out: 'accounts left out, as you said',
  zero_amount: 'payments of zero',
  split_apart:
    'splits stored as separate payments, because a part is a transfer or has the other sign',
  transfer_alone: 'transfers without their other side, stored as transfers of one account',
  notes_shortened: 'notes shortened to 2,000 characters',
  schedule_irregular: 'schedules and budgets that repeat in a way Earmark does not know',
  schedule_transfer: 'scheduled transfers',
  schedule_ended: 'schedules that have ended',
  earlier_budgets: 'budgets of earlier months',
  investment: 'trades of securities',
  other_currency: 'schedules and budgets in another currency',
  deleted: 'deleted payments',
}

/** Writes the report of a move, or of its dry run. */
export function moveText(result: MoveResult): string {
  const { counts, move_id: moveId } = result
  const isDry = moveId === null
  const accounts = result.accounts.map((account) => {
    const { name, type, currency, balance, added, taken, is_new: isNew, stated } = account
    if (!taken) return `  ${name}: left out`
    const differs =
      stated !== null && stated !== balance
        ? `; the files say ${fullMoneyText(stated, currency)}`
        : ''
    const state = isNew ? 'new' : 'known'
    return `  ${name} (${type}, ${state}): ${added} payments, balance ${fullMoneyText(balance, currency)}${differs}`
  })
  return [
    isDry ? 'Nothing is stored. The move would take:' : 'Moved in:',
    ...accounts,
    `  ${counts.added} payments added, ${counts.known} known already; ${counts.transfers} transfers paired, ${counts.splits} splits, ${counts.pending} pending`,
    `  ${counts.new_categories} new categories, groups included`,
    `  ${counts.bills} Expenses and ${counts.paydays} paydays proposed`,
    ...leftLines(result),
    ...(isDry ? [] : [`Undo: earmark migrate-from undo ${moveId}`]),
  ].join('\n')
}

function leftLines({ left }: Report): string[] {
  if (left.length === 0) return []
  const lines = left.map(({ reason, count, examples }) => {
    const named = examples.length > 0 ? `: ${examples.join(', ')}` : ''
    return `  ${count} ${leftWords[reason]}${named}`
  })
  return ['Left out or changed:', ...lines]
}

const keptWords: Readonly<Record<Kept['kind'], string>> = {
  account: 'accounts',
  category: 'categories',
  payment: 'payments',
  expense: 'Expenses',
  payday: 'paydays',
}

const keptReasons: Readonly<Record<Kept['reason'], string>> = {
  changed: 'somebody has changed them',
  in_use: 'something uses them',
  accepted: 'somebody made them from proposals',
}

/** Writes what an undo left. */
export function undoneText({ kept }: MoveView): string {
  const lines = (kept ?? []).map(({ kind, reason, count, names }) => {
    return `  ${count} ${keptWords[kind]} stay, because ${keptReasons[reason]}: ${names.join(', ')}`
  })
  return ['The move is undone.', ...lines].join('\n')
}
