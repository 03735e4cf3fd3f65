import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCardBill, isOwnTransfer, isPaymentReceived } from './transfer-words.ts'

const cardBills = [
  'CHASE CREDIT CRD AUTOPAY 240115 PPD ID: 4760039224',
  'Chase Credit Crd Autopay',
  'DISCOVER E-PAYMENT 7241',
  'AMEX EPAYMENT ACH PMT',
  'CAPITAL ONE MOBILE PMT',
  'CITI AUTOPAY PAYMENT 123',
  'CITI CARD ONLINE PAYMENT',
  'APPLECARD GSBANK PAYMENT',
  'CARDMEMBER SERV WEB PYMT',
  'BARCLAYCARD US CREDITCARD PAYMENT',
  'Payment to Chase card ending in 1234',
  'ONLINE PAYMENT TO CREDIT CARD',
  'Credit card payment',
  'CRCARDPMT BANK OF AMERICA',
  'PAGO TARJETA',
  'PAGO TARJETA DE CRÉDITO 4176',
  'Recibo tarjeta Visa',
  'LIQUIDACIÓN TARJETAS DE CRÉDITO',
  'Kreditkartenabrechnung 01/2026',
  'ABRECHNUNG KREDITKARTE',
  'PRLV RELEVE CARTE DE CREDIT',
  'DEBIT DIFFERE',
  'Addebito carta di credito',
  'Afrekening creditcard ICS',
  'Pagamento fatura',
]
for (const text of cardBills) {
  test(`a card's bill: ${text}`, () => assert.equal(isCardBill(text), true))
}

const purchases = [
  'CARD PAYMENT TO TESCO STORES',
  'VISA CHECK CARD PAYMENT COSTCO',
  'PAGO CON TARJETA EN MERCADONA',
  'COMPRA TARJETA 4176 ZARA',
  'VERIZON WIRELESS AUTOPAY',
  'CHASE MORTGAGE PAYMENT',
  'Discovery Park',
  'DISCOVER DENTAL PLAN',
  'Kartenzahlung REWE',
  'Paiement par carte Carrefour',
  'CITIZENS ENERGY PAYMENT',
  'Postcard shop',
  'CREDIT KARMA',
  'Capital One Cafe',
]
for (const text of purchases) {
  test(`not a card's bill: ${text}`, () => assert.equal(isCardBill(text), false))
}

const received: readonly [string, boolean][] = [
  ['Payment Thank You-Mobile', true],
  ['AUTOMATIC PAYMENT - THANK YOU', true],
  ['AUTOPAY PAYMENT RECEIVED', true],
  ['SU PAGO', true],
  ['Zahlung erhalten', true],
  ['REFUND OF PAYMENT', false],
  ['RETURNED PAYMENT FEE REVERSAL', false],
  ['AMAZON MKTPLACE', false],
  ['PAYPAL *SHOES', false],
  ['MERCADO PAGO', false],
]
for (const [text, expected] of received) {
  test(`money on a card, ${expected ? 'a payment' : 'not a payment'}: ${text}`, () =>
    assert.equal(isPaymentReceived(text), expected))
}

const transfers: readonly [string, boolean][] = [
  ['Online Transfer to SAV ...1234', true],
  ['TRANSFER TO SAVINGS', true],
  ['RECURRING TRANSFER TO DOE J', true],
  ['Traspaso a cuenta de ahorro', true],
  ['Umbuchung Tagesgeld', true],
  ['VIREMENT INTERNE LIVRET A', true],
  ['Savings & Loan Insurance', false],
  ['Gym membership', false],
  ['WIRE FROM ACME', false],
]
for (const [text, expected] of transfers) {
  test(`${expected ? 'to an own account' : 'not a transfer'}: ${text}`, () =>
    assert.equal(isOwnTransfer(text), expected))
}
