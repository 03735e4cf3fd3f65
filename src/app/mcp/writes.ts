import * as z from 'zod'
import { assignmentsApp } from '#/budget/assignments/app-contract.ts'
import { categoriesApp } from '#/budget/categories/app-contract.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { fundingByHand } from '#/budget/expenses/by-hand/fund-contract.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { transactions, transactionType } from '#/budget/transactions/contract.ts'
import { sync } from '#/sources/banks/sync/contract.ts'
import { currencyOf, money, nameOf, names, payment, paymentOf, paymentWords } from './effects.ts'
import { dayInWords, moneyIn, UNKNOWN } from './money.ts'
import { type Input, writeTool, type WriteTool } from './tool.ts'
import { quote } from './untrusted.ts'
import type { Seen } from './watch.ts'

const withPayment = ({ id }: Input) => [...money, names, payment(id)]

const forPayments: readonly WriteTool[] = [
  writeTool({
    name: 'record_transaction',
    title: 'Record a payment',
    endpoint: transactions.recordTransaction,
    about:
      'Negative amounts are spending, positive ones income. `expense_goal_id` names the set-aside that pays.',
    watch: () => [...money, names],
    says: (input, before) => {
      const amount = Number(input['amount'])
      const write = moneyIn(currencyOf(before, 'accounts', input['account_id']))
      const kind =
        transactionType.safeParse(input['type']).data ?? (amount < 0 ? 'expense' : 'income')
      const noun = { expense: 'a payment', income: 'income', transfer: 'a transfer' }[kind]
      const place = `in ${nameOf(before, 'accounts', input['account_id'])}`
      const sum = write(kind === 'expense' && amount < 0 ? -amount : amount)
      const day = dayInWords(String(input['booked_at']))
      const first = `Records ${noun} of ${sum} for ${quote(String(input['concept']))} on ${day} ${place}`
      const parts = [...categoryWords(input, before), ...spentFromWords(input, before)]
      return `${[first, ...parts].join(', ')}.`
    },
  }),
  writeTool({
    name: 'edit_transaction',
    title: 'Change a payment',
    endpoint: transactions.editTransaction,
    about:
      'Only the fields sent change. To spend it from another set-aside use assign_transaction.',
    watch: withPayment,
    says: (input, before) =>
      `Changes ${paymentWords(before)}: ${changeWords(input, before) || 'nothing'}.`,
  }),
  writeTool({
    name: 'assign_transaction',
    title: 'Choose what a payment is spent from',
    endpoint: transactions.assignTransaction,
    about: '`expense_goal_id` null: from free to spend.',
    watch: withPayment,
    says: (input, before) =>
      input['expense_goal_id'] === null
        ? `Spends ${paymentWords(before)} from free to spend.`
        : `Spends ${paymentWords(before)} from the set-aside ${nameOf(before, 'expenses', input['expense_goal_id'])}.`,
  }),
  writeTool({
    name: 'split_transaction',
    title: 'Split a payment into parts',
    endpoint: transactionsApp.splitTransaction,
    about: 'The parts add up to its amount, each with its sign. They replace earlier parts.',
    watch: withPayment,
    says: (input, before) => {
      const parts = z.array(partShape).safeParse(input['parts']).data ?? []
      const write = moneyIn(paymentOf(before)?.currency ?? UNKNOWN)
      const words = parts.map((part) =>
        [write(part.amount), ...categoryWords(part, before), ...spentFromWords(part, before)].join(
          ' ',
        ),
      )
      return `Splits ${paymentWords(before)} into ${parts.length} parts: ${words.join('; ')}.`
    },
  }),
  writeTool({
    name: 'remove_transaction',
    title: 'Delete a payment',
    endpoint: transactionsApp.removeTransaction,
    about: 'restore_transaction takes it back.',
    watch: withPayment,
    says: (_, before) => `Deletes ${paymentWords(before)}.`,
  }),
  writeTool({
    name: 'restore_transaction',
    title: 'Restore a deleted payment',
    endpoint: transactionsApp.restoreTransaction,
    watch: withPayment,
    says: (_, _before, after) => `Restores ${paymentWords(after)}.`,
  }),
  writeTool({
    name: 'accept_suggestion',
    title: 'Accept a suggested set-aside',
    endpoint: assignmentsApp.acceptAssignmentSuggestion,
    about: 'The ids are those of list_suggestions.',
    watch: () => money,
    says: () => 'Spends the payment of this suggestion from the set-aside that it names.',
  }),
  writeTool({
    name: 'dismiss_suggestion',
    title: 'Dismiss a suggested set-aside',
    endpoint: assignmentsApp.dismissAssignmentSuggestion,
    watch: () => money,
    says: () => 'Dismisses this suggestion: such payments are not spent from that set-aside.',
  }),
]

const forSetAsides: readonly WriteTool[] = [
  writeTool({
    name: 'set_aside',
    title: 'Set money aside',
    endpoint: fundingByHand.fundExpense,
    about: 'Moves free money into a set-aside. Send `amount`, or `fill` for all that is missing.',
    watch: () => money,
    says: (input, before) =>
      `Sets ${amountWords(input, before, 'all that is missing')} aside in ${nameOf(before, 'expenses', input['id'])}.`,
  }),
  writeTool({
    name: 'take_back',
    title: 'Take money back from a set-aside',
    endpoint: fundingByHand.releaseExpense,
    about: 'The money becomes free to spend. Send `amount`, or `all`.',
    watch: () => money,
    says: (input, before) =>
      `Takes ${amountWords(input, before, 'all its money')} back from ${nameOf(before, 'expenses', input['id'])}.`,
  }),
  writeTool({
    name: 'undo_move',
    title: 'Undo a set-aside or a take-back',
    endpoint: fundingByHand.undoMove,
    about: 'The id is the `move_id` of set_aside or take_back.',
    watch: () => money,
    says: () => 'Undoes this move of money, as far as the money is still there.',
  }),
  writeTool({
    name: 'move_between_set_asides',
    title: 'Move money between set-asides',
    endpoint: expenses.transferBetweenExpenses,
    watch: () => money,
    says: (input, before) =>
      `Moves ${moneyIn(currencyOf(before, 'expenses', input['from_expense_id']))(Number(input['amount']))} from ` +
      `${nameOf(before, 'expenses', input['from_expense_id'])} to ${nameOf(before, 'expenses', input['to_expense_id'])}.`,
  }),
  writeTool({
    name: 'create_set_aside',
    title: 'Create a set-aside',
    endpoint: expensesApp.createExpense,
    about:
      'A bill has an interval and a first due date, an envelope an interval only, a goal (`type: goal`) a target and a day. ' +
      '`funding_schedule_ids` (list_paydays) says which paydays fill it.',
    without: ['hue', 'icon', 'payee', 'card_account_id'],
    watch: () => money,
    says: (input, before) => {
      const write = moneyIn(currencyOf(before, 'expenses', null))
      const target = input['target_amount']
      const goal = typeof target === 'number' ? ` with a target of ${write(target)}` : ''
      const opening = Number(input['balance'] ?? 0)
      const held = opening > 0 ? `, and sets ${write(opening)} aside in it` : ''
      return `Creates the set-aside ${quote(String(input['name']))}${goal}${held}.`
    },
  }),
  writeTool({
    name: 'change_set_aside',
    title: 'Change a set-aside',
    endpoint: expensesApp.changeExpense,
    about: 'Only the fields sent change; its money is fitted to the new terms.',
    without: ['hue', 'icon', 'card_account_id', 'expected_updated_at'],
    watch: () => money,
    says: (input, before) => {
      const { id, ...fields } = input
      const words = Object.entries(fields).map(([name, value]) => `${name} to ${plain(value)}`)
      return `Changes the set-aside ${nameOf(before, 'expenses', id)}: ${words.join(', ') || 'nothing'}.`
    },
  }),
  writeTool({
    name: 'create_category',
    title: 'Create a category',
    endpoint: categoriesApp.createCategory,
    without: ['hue', 'icon', 'color', 'is_hidden'],
    watch: () => [names],
    says: (input, before) => {
      const below = input['parent_id'] ?? null
      const place = below === null ? '' : ` below ${nameOf(before, 'categories', below)}`
      return `Creates the category ${quote(String(input['name']))}${place}.`
    },
  }),
  writeTool({
    name: 'request_sync',
    title: 'Ask the banks for new payments',
    endpoint: sync.requestSync,
    about: 'Runs in the background; sync_status shows how it went.',
    watch: () => [],
    says: () => 'Asks the connected banks for new payments.',
  }),
]

/** Every tool that writes. Each is one endpoint, so that a confirmation is one transaction. */
export const writeTools: readonly WriteTool[] = [...forPayments, ...forSetAsides]

const partShape = z.object({
  amount: z.int(),
  category_id: z.string().nullish(),
  expense_goal_id: z.string().nullish(),
})

function categoryWords(input: Input, seen: Seen): readonly string[] {
  const id = input['category_id'] ?? null
  return id === null ? [] : [`as ${nameOf(seen, 'categories', id)}`]
}

function spentFromWords(input: Input, seen: Seen): readonly string[] {
  const id = input['expense_goal_id'] ?? null
  return id === null ? [] : [`spent from the set-aside ${nameOf(seen, 'expenses', id)}`]
}

function amountWords({ id, amount }: Input, seen: Seen, all: string): string {
  return typeof amount === 'number' ? moneyIn(currencyOf(seen, 'expenses', id))(amount) : all
}

/** Writes each field that changes, from and to. */
function changeWords(input: Input, seen: Seen): string {
  const was = paymentOf(seen)
  const fields = Object.entries(input).filter(([name]) => name !== 'id')
  const words = fields.map(([name, value]) => {
    const label = { concept: 'payee', booked_at: 'day', category_id: 'category' }[name] ?? name
    const write = (one: unknown) => {
      if (one === null || one === undefined) return 'none'
      if (name === 'amount') return moneyIn(was?.currency ?? UNKNOWN)(Number(one))
      return name === 'category_id' ? nameOf(seen, 'categories', one) : plain(one)
    }
    const from =
      was === null ? '' : ` from ${write(Object.entries(was).find(([n]) => n === name)?.[1])}`
    return `${label}${from} to ${write(value)}`
  })
  return words.join('; ')
}

function plain(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  return quote(JSON.stringify(value))
}
