import type { Catalogue } from './catalogue.ts'
import { createFormats } from './formats.ts'
import { access } from './es/access.ts'
import { accounts } from './es/accounts.ts'
import { assignments } from './es/assignments.ts'
import { calendar } from './es/calendar.ts'
import { developers } from './es/developers.ts'
import { errors } from './es/errors.ts'
import { files } from './es/files.ts'
import { firstSteps } from './es/first-steps.ts'
import { home } from './es/home.ts'
import { imports } from './es/imports.ts'
import { insights } from './es/insights.ts'
import { movingIn } from './es/moving-in.ts'
import { paydays } from './es/paydays.ts'
import { plan } from './es/plan.ts'
import { proposals } from './es/proposals.ts'
import { settings } from './es/settings.ts'
import { shell } from './es/shell.ts'
import { signIn } from './es/sign-in.ts'
import { transactions } from './es/transactions.ts'
import { ui } from './es/ui.ts'

const formats = createFormats('es')

export const spanish: Catalogue = {
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
  locale: 'es',
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
