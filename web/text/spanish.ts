import type { Catalogue } from './catalogue.ts'
import { createFormats } from './formats.ts'
import { errors } from './es/errors.ts'
import { home } from './es/home.ts'
import { insights } from './es/insights.ts'
import { paydays } from './es/paydays.ts'
import { plan } from './es/plan.ts'
import { shell } from './es/shell.ts'
import { signIn } from './es/sign-in.ts'
import { transactions } from './es/transactions.ts'
import { ui } from './es/ui.ts'

const formats = createFormats('es')

export const spanish: Catalogue = {
  errors,
  home: home(formats),
  insights: insights(formats),
  paydays: paydays(formats),
  plan: plan(formats),
  shell,
  signIn,
  transactions: transactions(formats),
  ui,
}
