import type { Formats } from '../formats.ts'

/** A kind of record that an undo left. */
type KeptLine = {
  readonly kind: string
  readonly count: number
  readonly reason: string
  readonly names: string
}

export const movingIn = ({ number, plural }: Formats) => {
  const payments = (count: number) =>
    `${number(count)} ${plural(count, { one: 'transaction', other: 'transactions' })}`
  return {
    title: 'Move from another app',
    back: 'Accounts',
    payments,
    applications: {
      ynab: 'YNAB',
      actual: 'Actual Budget',
      monarch: 'Monarch',
      lunchmoney: 'Lunch Money',
      firefly: 'Firefly III',
      copilot: 'Copilot Money',
      mint: 'Mint',
      quicken: 'Quicken',
    },
    choose: {
      title: 'Which app do you come from?',
      words:
        'Earmark imports your accounts with their balances, categories and transactions. Budgets and schedules become suggestions.',
      how: {
        ynab: 'In YNAB, choose Export Plan. Send the ZIP file as it is.',
        actual: 'In Actual, open Settings and choose Export data. Send the ZIP file as it is.',
        monarch:
          'In Monarch, open Settings, then Data. Download the transactions and the account balances, and send both.',
        lunchmoney: 'In Lunch Money, open Transactions and choose Export to CSV.',
        firefly:
          'In Firefly III, open Tools, then Export data. Export everything from the first day on, and send all files.',
        copilot: 'In Copilot, open Transactions and choose Export.',
        mint: 'Send the CSV file with your transactions that you downloaded from Mint.',
        quicken: 'In Quicken, choose File, Export, QIF file, with all accounts.',
      },
      files: 'Exported files',
      drop: 'Drop the files here',
      browse: 'or choose them',
      change: 'Choose others',
      look: 'Preview',
      reading: 'Reading the files…',
      nothingYet: 'Nothing is stored until you have seen it.',
      noFile: 'Choose a file first.',
      tooLarge: 'Files larger than 50 MB are not accepted.',
    },
    review: {
      title: (application: string) => `Moving in from ${application}`,
      period: (from: string, to: string) => `${from} to ${to}`,
      counts: {
        added: 'New transactions',
        known: 'Already here',
        transfers: 'Transfers paired',
      },
      hints: {
        added: (splits: number, pending: number) =>
          `${number(splits)} ${plural(splits, { one: 'split', other: 'splits' })}, ${number(pending)} pending`,
        known: 'from an earlier move',
        transfers: 'between your accounts',
      },
      categories: (count: number) =>
        `${number(count)} new ${plural(count, { one: 'category', other: 'categories' })}`,
      proposals: (bills: number, paydays: number) =>
        `${number(bills)} ${plural(bills, { one: 'bill or budget', other: 'bills and budgets' })} and ${number(paydays)} ${plural(paydays, { one: 'payday', other: 'paydays' })} to suggest`,
      dateOrder: 'How does the file write dates?',
      orders: { dmy: 'Day first', mdy: 'Month first' },
      spending: 'How does the file write spending?',
      signs: { minus: 'With a minus', plus: 'Without a minus' },
      go: (count: number) => `Move in ${payments(count)}`,
      goNone: 'Move in',
      discard: 'Discard',
      discarded: 'Discarded. Nothing was stored.',
      incomplete:
        'A file is missing, or could not be read. Discard this and choose the files again.',
    },
    accounts: {
      title: 'Accounts',
      words: 'Check kinds and balances. Clear the accounts that you do not want.',
      take: (name: string) => `Import ${name}`,
      kind: (name: string) => `Kind of ${name}`,
      guessed: 'guessed from its name',
      known: 'already here',
      leftOut: 'ignored',
      balance: 'Balance',
      setBalance: 'Edit balance',
      newBalance: (name: string) => `Balance of ${name} after its last transaction`,
      apply: 'Apply',
      differs: (amount: string) => `the files say ${amount}`,
    },
    left: {
      title: 'Ignored or changed',
      for: (names: string) => `such as ${names}`,
      reasons: {
        account_left_out: (count: number) =>
          `${number(count)} ${plural(count, { one: 'account', other: 'accounts' })} that you ignored`,
        zero_amount: (count: number) => `${payments(count)} of zero`,
        split_apart: (count: number) =>
          `${number(count)} ${plural(count, { one: 'split becomes', other: 'splits become' })} separate transactions, because a part is a transfer or has the opposite sign`,
        transfer_alone: (count: number) =>
          `${number(count)} ${plural(count, { one: 'transfer has', other: 'transfers have' })} no other side`,
        notes_shortened: (count: number) =>
          `${number(count)} ${plural(count, { one: 'note was', other: 'notes were' })} too long`,
        schedule_irregular: (count: number) =>
          `${number(count)} ${plural(count, { one: 'schedule or budget', other: 'schedules or budgets' })} with a rhythm that Earmark does not support`,
        schedule_transfer: (count: number) =>
          `${number(count)} scheduled ${plural(count, { one: 'transfer', other: 'transfers' })}`,
        schedule_ended: (count: number) =>
          `${number(count)} ${plural(count, { one: 'schedule', other: 'schedules' })} that ended`,
        earlier_budgets: (count: number) =>
          `${number(count)} ${plural(count, { one: 'budget', other: 'budgets' })} of earlier months`,
        investment: (count: number) =>
          `${number(count)} ${plural(count, { one: 'trade', other: 'trades' })} of securities`,
        other_currency: (count: number) =>
          `${number(count)} ${plural(count, { one: 'schedule or budget', other: 'schedules or budgets' })} in another currency`,
        deleted: (count: number) => `${payments(count)} that you deleted there`,
      },
    },
    progress: {
      title: 'Moving in',
      words: 'You can leave this page. The move goes on.',
      cancel: 'Cancel the move',
    },
    report: {
      done: (count: number) => `You have moved in with ${payments(count)}`,
      failed: 'The move failed',
      cancelled: 'The move was cancelled',
      undone: 'Move undone',
      failedWords: 'Nothing was stored.',
      undoneWords: 'Its accounts, categories and transactions are gone.',
      see: 'See the transactions',
      another: 'Move in with more files',
    },
    kept: {
      title: 'What stays',
      kinds: {
        account: 'Accounts',
        category: 'Categories',
        payment: 'Transactions',
        expense: 'Set-asides',
        payday: 'Paydays',
      },
      reasons: {
        changed: 'you changed them since',
        in_use: 'something else uses them',
        accepted: 'you created them from suggestions',
      },
      line: ({ kind, count, reason, names }: KeptLine) =>
        `${kind}: ${number(count)}, because ${reason} (${names})`,
      remove: 'Remove these transactions too',
    },
    undo: {
      button: 'Undo the move',
      title: 'Undo this move?',
      words:
        'Earmark removes its accounts, categories, transactions and suggestions. What you have changed since stays.',
      done: 'Move undone',
      shortName: (name: string) => `Undo the move from ${name}`,
      short: 'Undo',
    },
    past: {
      title: 'Past moves',
      states: {
        uploaded: 'draft',
        queued: 'waiting',
        running: 'moving in',
        done: 'moved in',
        failed: 'failed',
        cancelled: 'cancelled',
        undone: 'undone',
      },
      show: 'Show',
      showName: (name: string) => `Show the move from ${name}`,
    },
  }
}
