import { accounts } from '#/budget/accounts/contract.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { columns } from '#/app/cli/words/columns.ts'
import { moneyText } from '#/app/cli/words/money-text.ts'
import { householdCommand } from './household-command.ts'

export const summaryCommand = householdCommand({
  words: 'summary',
  group: 'budget',
  common: 'Show what is free to spend and set aside',
  summary: 'Shows what is free to spend, what is set aside and what the accounts hold.',
  operands: [],
  options: {},
  plan:
    () =>
    async ({ ask }) => {
      const held = await ask(accounts.summarizeAccounts)
      const planned = await ask(expenses.summarizeExpenses)
      const money = (cents: number) => moneyText(cents, held.currency)
      const next = planned.next_contribution
      const rows = [
        ['Free to spend', money(held.free_to_spend)],
        ['Set aside', money(held.set_aside)],
        ['Cash', money(held.spendable_balance)],
        ['Assets', money(held.assets)],
        ['Debts', money(held.liabilities)],
        ...held.by_currency
          .filter(({ currency }) => currency !== held.currency)
          .map(({ currency, balance }) => [`In ${currency}`, moneyText(balance, currency)]),
        ['Missing from targets', money(planned.total_remaining)],
        ...(next ? [[`Set aside on ${next.date}`, money(next.amount)]] : []),
      ]
      const width = Math.max(...rows.map(([, amount]) => amount!.length))
      return {
        json: { accounts: held, expenses: planned },
        text: [
          `In ${held.currency}.`,
          '',
          columns(rows.map(([name, amount]) => [name!, amount!.padStart(width)])),
        ].join('\n'),
      }
    },
})
