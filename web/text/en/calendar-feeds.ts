export const calendarFeeds = () => ({
  title: 'In your own calendar',
  words:
    'Calendar programs read bills, paydays and low points by a secret address. It opens this calendar and nothing else.',
  none: 'No address yet.',
  add: 'New address',
  create: 'Create address',
  name: 'Name of the calendar',
  kinds: 'Show',
  kind: { bills: 'Bills', paydays: 'Paydays', low_points: 'Low points of free to spend' },
  amounts: 'With amounts',
  amountsHint: 'Leave them out in a calendar that others see, such as one at work.',
  ahead: 'Months ahead',
  back: 'Months back',
  alarm: 'Reminder of bills',
  noAlarm: 'None',
  alarmDays: (days: number) =>
    days === 0 ? 'On the day, at 9:00' : days === 1 ? 'The day before' : `${days} days before`,
  read: (moment: string) => `last read ${moment}`,
  neverRead: 'never read',
  noAmounts: 'without amounts',
  revoked: 'Revoked',
  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke the address of ${name}?`,
  revokeWords: 'Programs that read it stop at their next try. Events that they have may stay.',
  shown: 'Your calendar address',
  shownWords:
    'It is shown only now. Whoever has it can read this calendar: do not post it anywhere, and revoke it if you did.',
  done: 'I have added it',
  open: 'Open in the calendar program of this device',
  qr: 'QR code of the address',
  steps: [
    ['Apple', 'Scan the code with the iPhone, or on a Mac: File → New Calendar Subscription.'],
    [
      'Google',
      'On a computer: Other calendars → + → From URL. Google reads it from its own servers, about once a day, so the address must be reachable from the internet by https.',
    ],
    ['Thunderbird', 'New Calendar → On the Network → paste the address; no user name.'],
  ] as readonly (readonly [string, string])[],
  local:
    'Only this computer reaches “localhost”. Open Earmark by an address that your phone reaches.',
})
