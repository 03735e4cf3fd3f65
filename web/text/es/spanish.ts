import type { Catalogue } from '../catalogue.ts'
import { createFormats } from '../formats.ts'
import { accounts } from './accounts.ts'
import { assignments } from './assignments.ts'
import { calendar } from './calendar.ts'
import { developers } from './developers.ts'
import { errors } from './errors.ts'
import { files } from './files.ts'
import { firstSteps } from './first-steps.ts'
import { home } from './home.ts'
import { imports } from './imports.ts'
import { paydays } from './paydays.ts'
import { plan } from './plan.ts'
import { proposals } from './proposals.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { transactions } from './transactions.ts'
import { ui } from './ui.ts'

const formats = createFormats('es')

export const spanish: Catalogue = {
  accounts: accounts(formats),
  assignments: assignments(formats),
  calendar: calendar(),
  developers: developers(formats),
  errors: errors(formats),
  files: files(formats),
  firstSteps: firstSteps(formats),
  home: home(formats),
  imports: imports(formats),
  locale: 'es',
  paydays: paydays(formats),
  plan: plan(formats),
  proposals,
  settings: settings(formats),
  shell: shell(formats),
  signIn,
  transactions: transactions(formats),
  ui,
}
