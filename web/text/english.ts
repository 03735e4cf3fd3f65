import { createFormats } from './formats.ts'
import { access } from './en/access.ts'
import { accounts } from './en/accounts.ts'
import { assignments } from './en/assignments.ts'
import { calendar } from './en/calendar.ts'
import { developers } from './en/developers.ts'
import { errors } from './en/errors.ts'
import { files } from './en/files.ts'
import { firstSteps } from './en/first-steps.ts'
import { home } from './en/home.ts'
import { imports } from './en/imports.ts'
import { insights } from './en/insights.ts'
import { movingIn } from './en/moving-in.ts'
import { paydays } from './en/paydays.ts'
import { plan } from './en/plan.ts'
import { proposals } from './en/proposals.ts'
import { settings } from './en/settings.ts'
import { shell } from './en/shell.ts'
import { signIn } from './en/sign-in.ts'
import { transactions } from './en/transactions.ts'
import { ui } from './en/ui.ts'

const formats = createFormats('en')

/** Combines one file for each screen: `en` here, `es` in Spanish. */
export const english = {
  access: access(formats),
  accounts: accounts(formats),
  assignments: assignments(formats),
  calendar: calendar(),
  developers: developers(formats),
  errors: errors(formats),
  files: files(formats),
  firstSteps: firstSteps(formats),
  home: home(formats),
  imports: imports(formats),
  insights: insights(formats),
  /** The language that Intl formats words in. */
  locale: 'en' as string,
  movingIn: movingIn(formats),
  paydays: paydays(formats),
  plan: plan(formats),
  proposals,
  settings: settings(formats),
  shell: shell(formats),
  signIn,
  transactions: transactions(formats),
  ui,
}
