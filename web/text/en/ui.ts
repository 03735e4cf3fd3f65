/** Texts of the shared components. */
export const ui = {
  retry: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  add: 'Add',
  copy: 'Copy',
  copied: 'Copied',
  secretLost:
    'It was made, but its secret was lost on the way and is not shown again: make another one.',
  remove: 'Remove',
  loadMore: 'Show more',
  undo: 'Undo',
  undone: 'Undone',
  redone: 'Redone',
  nothingFound: 'Nothing found',
  moneyOut: 'Money out',
  moneyIn: 'Money in',
  none: 'None',
  amountFaults: {
    malformed: 'This does not look like an amount.',
    too_large: 'This amount is too large.',
  },
}
