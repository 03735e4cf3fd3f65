import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forSeeds, type Witness } from '../simulations/seeds.ts'
import { currencyIn, type DecimalSign, readCell } from '#/sources/statements/csv/amounts.ts'
import { createDecimalSignDetector } from '#/sources/statements/csv/decimal-sign.ts'

// A writer of amounts that knows nothing of the reader: it writes whole cents in a notation of the world, column by column.

type Notation = {
  readonly decimal: DecimalSign
  readonly group: (whole: string) => string
  /** Decimals that are written, more or fewer than the currency has. */
  readonly digits: number
  /** Without the zero before the sign: `.75`. */
  readonly isBare: boolean
  /** Dashes for no cents: `12,-`. */
  readonly dashes: string
  readonly money: (number: string) => string
  readonly minus: (number: string, money: (number: string) => string) => string
  readonly plus: (number: string, money: (number: string) => string) => string
}

const blanks = [' ', '\u00a0', '\u202f', '\u2009', '\u2007']
const thousands = (sign: string) => (whole: string) => whole.replaceAll(/\B(?=(?:\d{3})+$)/g, sign)
const lakhs = (whole: string) =>
  whole.length < 4
    ? whole
    : `${whole.slice(0, -3).replaceAll(/\B(?=(?:\d{2})+$)/g, ',')},${whole.slice(-3)}`

const grouping: Record<DecimalSign, readonly ((whole: string) => string)[]> = {
  '.': [(whole) => whole, ...[',', "'", '’', ...blanks].map(thousands), lakhs],
  ',': [(whole) => whole, ...['.', "'", '’', ...blanks].map(thousands)],
}

const before = ['$', '€', '£', 'US$', 'R$', 'CHF', 'EUR', 'Rs.', 'kr', 'S/', '¥', 'Kč', 'RM']
const behind = [
  '€',
  '$',
  'EUR',
  'CHF',
  'zł',
  'Kč',
  'kr',
  'kr.',
  'Ft',
  '₽',
  'руб.',
  'лв.',
  'TL',
  'lei',
]
const minuses: readonly Notation['minus'][] = [
  (number, money) => `-${money(number)}`,
  (number, money) => `- ${money(number)}`,
  (number, money) => money(`-${number}`),
  (number, money) => money(`−${number}`),
  (number, money) => `–${money(number)}`,
  (number, money) => `${money(number)}-`,
  (number, money) => `${money(number)} -`,
  (number, money) => money(`${number}-`),
  (number, money) => `(${money(number)})`,
  (number, money) => money(`(${number})`),
  (number, money) => `( ${money(number)} )`,
  ...['DR', 'Dr', 'Dr.', 'D', 'S', '(Dr)', '(Dr.)', '(-)', 'DB', 'Soll', 'Af'].map(
    (side): Notation['minus'] =>
      (number, money) =>
        `${money(number)} ${side}`,
  ),
  (number, money) => money(`${number}DR`).replace(/DR(?=\S)/, ' DR '),
  (number, money) => `DR ${money(number)}`,
]
const pluses: readonly Notation['plus'][] = [
  (number, money) => money(number),
  (number, money) => `+${money(number)}`,
  (number, money) => money(`+${number}`),
  (number, money) => `${money(number)}+`,
  (number, money) => ` ${money(number)} `,
  (number, money) => `"${money(number)}"`,
  (number, money) => `="${money(number)}"`,
  ...['CR', 'Cr', 'Cr.', 'C', 'H', '(Cr)', '(+)', 'Haben', 'Bij'].map(
    (side): Notation['plus'] =>
      (number, money) =>
        `${money(number)} ${side}`,
  ),
  (number, money) => `Cr. ${money(number)}`,
]

function pick<Item>(chance: Witness, items: readonly Item[]): Item {
  return items[chance.below(items.length)]!
}

function notationOf(chance: Witness, digits: number): Notation {
  const decimal = pick<DecimalSign>(chance, ['.', ','])
  const [left, right] = [pick(chance, before), pick(chance, behind)]
  const money = pick<(number: string) => string>(chance, [
    (number) => number,
    (number) => number,
    // A sign of its own stands close to the number; a word needs a blank, or its point would be the decimal sign.
    (number) => (/[\p{L}/]\.?$/u.test(left) ? `${left} ${number}` : `${left}${number}`),
    (number) => `${left}${pick(chance, blanks)}${number}`,
    (number) => `${number}${right}`,
    (number) => `${number}${pick(chance, blanks)}${right}`,
    (number) => `$${number} USD`,
  ])
  const hasDashes = digits > 0 && chance.below(8) === 0
  return {
    decimal,
    group: pick(chance, grouping[decimal]),
    digits: pick(chance, digits === 2 ? [2, 2, 2, 1, 3, 4] : digits === 0 ? [0, 0, 2] : [digits]),
    isBare: chance.below(3) === 0,
    dashes: hasDashes ? pick(chance, ['-', '--', '–', '—']) : '',
    money,
    // Behind dashes for no cents another dash would be one of them.
    minus: pick(chance, hasDashes ? minuses.slice(0, 5) : minuses),
    plus: pick(chance, pluses),
  }
}

function write(units: number, digits: number, notation: Notation): string {
  const size = String(Math.abs(units)).padStart(digits + 1, '0')
  const whole = digits === 0 ? size : size.slice(0, -digits)
  const exact = digits === 0 ? '' : size.slice(-digits)
  const fraction = exact.padEnd(notation.digits, '0')
  const shown = notation.digits < digits ? exact.replace(/0+$/, '') : fraction
  const isRound = notation.dashes !== '' && /^0*$/.test(exact)
  const left = notation.isBare && whole === '0' && shown !== '' && !isRound ? '' : whole
  const right = isRound
    ? `${notation.decimal}${notation.dashes}`
    : shown && notation.decimal + shown
  const number = `${notation.group(left)}${right}`
  return units < 0 ? notation.minus(number, notation.money) : notation.plus(number, notation.money)
}

/** The amounts of a statement: small and large, with cents and without. */
function amountsOf(chance: Witness): number[] {
  return Array.from({ length: 3 + chance.below(8) }, () => {
    const size = chance.below(10 ** (1 + chance.below(9)))
    const units = chance.below(4) === 0 ? size * 100 : size
    return chance.below(3) === 0 ? units : 0 - units
  })
}

/** Code, decimals, and the decimal sign that the country uses; the euro has no single one. */
const currencies: readonly (readonly [string, number, DecimalSign | null])[] = [
  ['EUR', 2, null],
  ['USD', 2, '.'],
  ['CHF', 2, '.'],
  ['INR', 2, '.'],
  ['PLN', 2, ','],
  ['BRL', 2, ','],
  ['JPY', 0, null],
  ['KWD', 3, null],
]

test('amounts in every notation of the world are read to the cent', () => {
  forSeeds(4000, (chance) => {
    const [currency, digits] = pick(chance, currencies)
    const notation = notationOf(chance, digits)
    for (const units of amountsOf(chance)) {
      const text = write(units, digits, notation)
      chance.note(text, { units, decimal: notation.decimal, currency })
      assert.equal(readCell(text, notation.decimal, currency), units)
    }
  })
})

test('a column of amounts shows its decimal sign, or is open, or follows its currency', () => {
  forSeeds(4000, (chance) => {
    const [currency, digits, habit] = pick(chance, currencies)
    const notation = notationOf(chance, digits)
    const amounts = amountsOf(chance)
    const cells = amounts.map((units) => write(units, digits, notation))
    chance.note('column', { cells, decimal: notation.decimal, currency })
    const sign = decimalSignOf(cells, currency)
    // Only cells of one to three digits, a sign and three digits can be read in two ways.
    const isOpen = cells.every((cell) => /^[^\d.,]*(?:0|[1-9]\d{0,2}[.,]\d{3})(?!\d)/.test(cell))
    if (isOpen && digits === 2 && notation.decimal !== habit) return
    if (sign === 'open') return assert.ok(isOpen)
    const read = cells.map((cell) => readCell(cell, sign, currency))
    return assert.deepEqual(read, amounts)
  })
})

const cents: readonly (readonly [string, number])[] = [
  ['($4.50)', -450],
  ['(€4.50)', -450],
  ['($85.00)', -8500],
  ['-.50', -50],
  ['.75', 75],
  ['-$.50', -50],
  ['$.23', 23],
  ['$-.50', -50],
  ['(.50)', -50],
  ['($.50)', -50],
  ["1'234.50", 123_450],
  ['1’234.50', 123_450],
  ['1,23,456.50', 12_345_650],
  ['1,00,00,000.00', 1_000_000_000],
  ['Rs.500', 50_000],
  ['Rs. 1,500.25', 150_025],
  ['₹1,23,456.50 Cr', 12_345_650],
  ['S/.50.00', 5000],
  ['$ 12.00 USD', 1200],
  ['１２．５０', 1250],
  ['\u200e-12.50', -1250],
  ['12.5', 1250],
  ['12.', 1200],
  ['12.-', 1200],
  ['-12.--', -1200],
  ['-0.00', 0],
]
const withComma: readonly (readonly [string, number])[] = [
  ['-,50', -50],
  ['-,01', -1],
  ['1 234,50', 123_450],
  ['1\u202f234,50 €', 123_450],
  ['1.234.567,89-', -123_456_789],
  ['12,-', 1200],
  ['-12,- kr', -1200],
  ['100,00 (-)', -10_000],
  ['100,00 (+)', 10_000],
  ['12,50 H', 1250],
  ['12,50 S', -1250],
]

test('amounts that were once misread are read to the cent', () => {
  for (const [text, units] of cents) assert.equal(readCell(text, '.', 'USD'), units, text)
  for (const [text, units] of withComma) assert.equal(readCell(text, ',', 'EUR'), units, text)
})

const others = [
  '12.00 DR CR',
  '-12.00 CR',
  '+12.00 DR',
  '--12.00',
  '-12.00-',
  '+-12.00',
  '12%',
  '12.50 %',
  '1/2',
  '12:30',
  '2026-04-01',
  '04/01/2026',
  '1.2E+05',
  '12²',
  '12½',
  '50c',
  '50¢',
  '12.00 apples',
  'No. 12',
  '12.00 EUR USD',
  '1 2',
  '12 34.00',
  '1,2345.00',
  '12,34.00',
  '0,123.00',
  '1,234 567.00',
  '12.345.67',
  'EUR',
  'Pending',
  '12.00 12.00',
  'x12.00',
  '12.00*',
  '<12.00>',
  '[12.00]',
]

test('a cell that is not an amount, or could be two, is refused', () => {
  for (const text of others)
    assert.deepEqual(readCell(text, '.', 'EUR'), { fault: 'malformed' }, text)
  assert.deepEqual(readCell('12.50', ',', 'EUR'), { fault: 'malformed' })
  assert.deepEqual(readCell('1,50', '.', 'EUR'), { fault: 'malformed' })
})

test('a cell without an amount is empty, a dash, stars or a word for nothing', () => {
  for (const text of [
    '',
    ' ',
    '-',
    '--',
    '–',
    '—',
    '***',
    '"-"',
    '="',
    '$ -',
    '- €',
    'N/A',
    'null',
  ]) {
    assert.equal(readCell(text, '.', 'USD'), null, text)
  }
})

test('three digits behind the only sign are decimals or thousands, as the rest of the column', () => {
  assert.equal(decimalSignOf(['29.000', '12.900', '1.234.500'], 'EUR'), ',')
  assert.equal(decimalSignOf(['29.000', '12.900', '450'], 'EUR'), ',')
  assert.equal(decimalSignOf(['29.000', '12.900', '450.50'], 'EUR'), '.')
  assert.equal(decimalSignOf(['29.000', '12.900', '0.500'], 'EUR'), '.')
  assert.equal(decimalSignOf(['29.000', '12.900', '1,50'], 'EUR'), ',')
})

test('where every amount has three digits behind its sign, the currency decides', () => {
  assert.equal(decimalSignOf(['29.000', '12.900'], 'CHF'), '.')
  assert.equal(decimalSignOf(['29,000', '12,900', '450,050'], 'USD'), '.')
  assert.equal(decimalSignOf(['29,000', '12,900'], 'PLN'), ',')
})

test('three digits behind the only sign are thousands where nobody writes cents', () => {
  assert.equal(decimalSignOf(['29.000', '12.900', '450.050'], 'COP'), ',')
  assert.equal(decimalSignOf(['29,000', '12,900', '450,050'], 'JPY'), '.')
  assert.equal(decimalSignOf(['29.000', '12.900'], 'HUF'), ',')
})

test('a column that could be read with either sign is open', () => {
  assert.equal(decimalSignOf(['29.000', '12.900'], 'EUR'), 'open')
  assert.equal(decimalSignOf(['1.234', '5,678'], 'EUR'), 'open')
  assert.equal(decimalSignOf(['29.000', '12.900', '450'], 'CHF'), 'open')
})

test('two rows with different decimal signs are named with their lines', () => {
  const signs = createDecimalSignDetector('EUR')
  for (const [index, text] of ['12', '1.234,50', '3,25', '12.50'].entries()) {
    signs.push(text, index + 2)
  }
  assert.deepEqual(signs.end(), [
    { sign: ',', line: 3, text: '1.234,50' },
    { sign: '.', line: 5, text: '12.50' },
  ])
})

test('a currency beside an amount is known by its code or its own sign', () => {
  assert.equal(currencyIn('1 234,50 zł'), 'PLN')
  assert.equal(currencyIn('US$ 12.00'), 'USD')
  assert.equal(currencyIn('-12.00 usd'), 'USD')
  assert.equal(currencyIn('$12.00 CAD'), 'CAD')
  assert.equal(currencyIn('$12.00'), null)
  assert.equal(currencyIn('12.00 CR'), null)
})

/** Returns the decimal sign that the cells of a column have in common; `open` if they do not decide it, or differ. */
function decimalSignOf(cells: Iterable<string>, currency: string): DecimalSign | 'open' {
  const detector = createDecimalSignDetector(currency)
  for (const cell of cells) detector.push(cell)
  const found = detector.end()
  return typeof found === 'string' ? found : 'open'
}
