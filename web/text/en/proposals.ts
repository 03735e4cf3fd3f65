export const proposals = {
  dismiss: (name: string) => `Do not propose ${name} again`,
  dismissed: (name: string) => `${name} is not proposed any more`,
  bills: 'Bills that come back',
  billsWords: 'Found in your transactions. What you tick is set aside from payday to payday.',
  payFirst:
    'There are bills in your transactions that come back. Say first when you are paid: each payday then sets money aside for them.',
  toPaydays: 'Say when you are paid',
  paydays: 'Found in your transactions',
  paydaysWords: 'Deposits that come regularly. Is one of them your pay?',
  another: 'Another deposit comes regularly. Is it pay as well?',
}
