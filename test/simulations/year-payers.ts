// Pay and payments of cards of a simulated household, as banks write them.
import { ach, type Payee, plain } from './year-catalog.ts'

/** The payment of a card's bill: its text on the checking account and on the card. */
export const cards: readonly {
  readonly name: string
  readonly out: Payee
  readonly into: string
}[] = [
  {
    name: 'Chase Freedom Visa 8841',
    out: plain('Chase', 'CHASE CREDIT CRD AUTOPAY PPD ID: {digits10}'),
    into: 'AUTOMATIC PAYMENT - THANK YOU',
  },
  {
    name: 'Blue Cash Credit Card 1009',
    out: plain('American Express', 'AMEX EPAYMENT ACH PMT W{digits4} {person}'),
    into: 'MOBILE PAYMENT - THANK YOU',
  },
  {
    name: 'Capital One Visa 5520',
    out: plain('Capital One', 'CAPITAL ONE MOBILE PMT {digits15} {person}'),
    into: 'CAPITAL ONE MOBILE PYMT',
  },
  {
    name: 'Citi Mastercard 3371',
    out: plain('Citi', 'CITI CARD ONLINE PAYMENT {yymmdd} {digits15}'),
    into: 'ONLINE PAYMENT, THANK YOU',
  },
]

export const employers: readonly [Payee, ...Payee[]] = [
  ach('Acme Industries', 'ACME INDUSTRIES', 'DIR DEP'),
  ach('State of Minnesota', 'STATE OF MN', 'PAYROLL'),
  plain('Nimbus Works', 'NIMBUS WORKS INC PAYROLL {digits10} {person}'),
]
