import { transactions as t } from '#/budget/transactions/contract.ts'
import { commandOf } from './endpoint-command.ts'

/** Lists the commands for transactions beyond their parts: recording one takes a member, who has an API key. */
export const transactionCommands = [
  commandOf({
    words: 'transaction list',
    group: 'accounts',
    common: 'List transactions, newest first',
    within: 'data',
    shows: ['booked_at', 'amount', 'concept', 'status', 'id'],
    examples: ['transaction list HOUSEHOLD_ID --from 2026-11-01 --search coffee'],
    endpoint: t.listTransactions,
  }),
  commandOf({ words: 'transaction show', group: 'accounts', endpoint: t.showTransaction }),
  commandOf({
    words: 'transaction record',
    group: 'accounts',
    common: 'Record a payment by hand',
    summary: 'Record a manual transaction, with an API key.',
    examples: [
      'transaction record --account-id ACCOUNT_ID --amount=-450 --concept Coffee --booked-at 2026-11-20',
    ],
    endpoint: t.recordTransaction,
    ofKey: true,
  }),
  commandOf({
    words: 'transaction change',
    group: 'accounts',
    summary: 'Change a transaction, with an API key.',
    endpoint: t.editTransaction,
    ofKey: true,
  }),
  commandOf({ words: 'transaction assign', group: 'accounts', endpoint: t.assignTransaction }),
  commandOf({
    words: 'transaction sum',
    group: 'accounts',
    endpoint: t.summarizeTransactions,
    without: ['page', 'limit', 'sort'],
  }),
]
