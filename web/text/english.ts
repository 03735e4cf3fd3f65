import { createFormats } from './formats.ts'
import { errors } from './en/errors.ts'
import { home } from './en/home.ts'
import { insights } from './en/insights.ts'
import { paydays } from './en/paydays.ts'
import { plan } from './en/plan.ts'
import { shell } from './en/shell.ts'
import { signIn } from './en/sign-in.ts'
import { transactions } from './en/transactions.ts'
import { ui } from './en/ui.ts'

const formats = createFormats('en')

/** One file a screen in `en`, one in `es`. */
export const english = {
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
