export const proposals = {
  dismiss: (name: string) => `Do not suggest ${name} again`,
  dismissed: (name: string) => `${name} will not be suggested again`,
  edit: {
    open: (name: string) => `Edit ${name}`,
    name: 'Name',
    amount: 'Amount',
    due: 'Next due date',
    next: 'Next payday',
    kind: 'Kind',
    kinds: {
      bill: 'Bill: complete on its due date',
      envelope: 'Envelope: refilled each payday',
    },
    refilled: 'refilled each payday',
    done: 'Done',
    reset: 'Restore the suggestion',
  },
  bills: 'Regular bills',
  billsWords: 'Found in your transactions. Tick those that each payday sets money aside for.',
  payFirst:
    'Your transactions show regular bills. Add your payday, and each one sets money aside for them.',
  toPaydays: 'Add your payday',
  paydays: 'Found in your transactions',
  paydaysWords: 'These deposits come in regularly. Is one of them your pay?',
  another: 'Another deposit comes in regularly. Is it also pay?',
}
