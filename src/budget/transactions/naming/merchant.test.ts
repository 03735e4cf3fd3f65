import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { cleanDescriptor } from './descriptor.ts'
import { merchantKey, merchantOf, NAMING_VERSION } from './merchant.ts'

test('different spellings of one merchant have the same key', () => {
  for (const concept of ['Café Lumen', 'CAFE LUMEN #123', 'cafe  lumen', 'Cafe-Lumen']) {
    assert.equal(merchantOf(concept), 'cafe-lumen', concept)
  }
})

test('a name of numbers or signs only has a key', () => {
  assert.equal(merchantOf('7-11'), '7-11')
  assert.equal(merchantOf('***'), '***')
})

test('rows of one merchant share a key, those of two do not', () => {
  assert.equal(merchantKey('SUNRISE COFFEE #1133 PORTLAND OR'), merchantKey('Sunrise Coffee #20'))
  assert.equal(merchantKey('CAFÉ MÜLLER'), 'cafe muller')
  assert.equal(merchantKey('SQ *CORNER BAKERY'), merchantKey('Corner Bakery'))
  assert.notEqual(merchantKey('CORNER BAKERY'), merchantKey('CORNER GARAGE'))
})

test('the months of a regular payment have one key', () => {
  for (const [key, concepts] of Object.entries({
    husleie: [
      'HUSLEIE NOVEMBER',
      'Husleie desember',
      'HUSLEIE MAI',
      'HUSLEIE AUGUST',
      'husleie mars',
    ],
    miete: [
      'MIETE JANUAR 2026',
      'Miete Januar',
      'MIETE MÄRZ 2026',
      'Miete Mai',
      'JANUAR MIETE',
      'Miete Jan 26',
    ],
    'comunidad-roble': [
      'RECIBO COMUNIDAD ROBLE ENERO',
      'RECIBO COMUNIDAD ROBLE MARZO',
      'Recibo comunidad Roble mayo',
    ],
    rent: [
      'STANDING ORDER RENT JAN26',
      'STANDING ORDER RENT MAY26',
      'Rent July',
      'RENT 2026 MARCH',
      'RENT SEPT',
    ],
    'acme-ltd-salary': [
      'ACME LTD SALARY JAN',
      'ACME LTD SALARY MAY',
      'ACME LTD SALARY AUG',
      'ACME LTD SALARY MARCH',
    ],
    'loyer-des-tilleuls': [
      'LOYER DES TILLEULS JANVIER',
      'LOYER DES TILLEULS AOÛT',
      'LOYER DES TILLEULS MARS',
    ],
    'affitto-corradi': [
      'AFFITTO CORRADI GENNAIO',
      'AFFITTO CORRADI MAGGIO',
      'AFFITTO CORRADI AGOSTO 2026',
    ],
    'huur-de-brug': ['HUUR DE BRUG JANUARI', 'HUUR DE BRUG MAART', 'HUUR DE BRUG MEI'],
    'renda-casa': ['RENDA CASA JANEIRO', 'RENDA CASA MARÇO', 'RENDA CASA MAIO'],
    'hyra-eken': ['HYRA EKEN JANUARI', 'HYRA EKEN MAJ', 'HYRA EKEN AUGUSTI'],
    'czynsz-sloneczna': [
      'CZYNSZ SLONECZNA STYCZEŃ',
      'CZYNSZ SLONECZNA MAJ',
      'CZYNSZ SLONECZNA MARZEC 2026',
    ],
    'najem-javor': ['NÁJEM JAVOR LEDEN', 'NÁJEM JAVOR KVĚTEN', 'NÁJEM JAVOR ÚNOR'],
    don: ['DON MÄRZ 2026', 'DON APRIL 2026', 'DON MAI 2026'],
    nomina: ['NOMINA ENERO 2026', 'NOMINA MAYO 2026', 'Nómina agosto'],
    gehalt: ['Gehalt Januar', 'Gehalt Mai', 'GEHALT AUGUST 2026'],
  })) {
    for (const concept of concepts) assert.equal(merchantOf(concept), key, concept)
  }
})

test('a month behind a legal form or a purpose is left out of the key', () => {
  const months = 'Januar März Mai Juni Oktober Dezember'.split(' ')
  for (const [key, text] of [
    ['brandt-gmbh', 'Lohn/Gehalt Brandt GmbH *'],
    ['brandt-gmbh-gehaltszahlung', 'Brandt GmbH Gehaltszahlung *'],
    ['miete-wohnung', 'Miete * Wohnung 3'],
    ['bezuge-land-hessen', 'Bezüge * 2026 Land Hessen'],
    ['brandt', 'Lohn / Gehalt * Brandt GmbH'],
    ['nomina-acme', 'Nómina Enero Acme SL'],
    ['nomina-acme', 'TRANSFERENCIA NOMINA MARZO ACME SA'],
    ['nomina-acme', 'Nómina Agosto Acme SL'],
    ['salaire-acme', 'VIREMENT SALAIRE MARS ACME SAS'],
    ['salaris-acme', 'SALARIS MEI ACME BV'],
    ['wynagrodzenie-acme', 'WYNAGRODZENIE STYCZEŃ ACME SP Z O O'],
    ['acme-inc-salary', 'ACME INC MAY SALARY'],
    ['acme-ltd', 'Acme Ltd March'],
    ['acme-ltd', 'Acme Ltd August'],
  ] as const) {
    for (const month of text.includes('*') ? months : ['']) {
      const concept = cleanDescriptor(text.replace('*', month))
      assert.equal(merchantOf(concept), key, concept)
    }
  }
})

test('a month that names somebody stays in the key', () => {
  for (const [key, concept] of [
    ['theresa-may', 'Theresa May'],
    ['may', 'May'],
    ['mar', 'Mar'],
    ['marche-bio', 'Marché Bio'],
    ['august-storck', 'August Storck KG'],
    ['miete-august-storck', 'MIETE AUGUST STORCK'],
    ['decathlon', 'DECATHLON 1887'],
    ['igor-maj', 'Przelew Igor Maj'],
    ['rent-april-blum', 'RENT APRIL BLUM'],
    ['franz-marz', 'Franz März GmbH'],
    ['mars-wrigley', 'Mars Wrigley Ltd'],
    ['april-blum', 'April Blum'],
    ['mayo-clinic', 'MAYO CLINIC'],
    ['december-cafe', 'December Cafe'],
    ['juni-naturkosmetik', 'Juni Naturkosmetik'],
    ['set-point-tennis', 'Set Point Tennis'],
    ['marco-rossi', 'Bonifico a favore di Marco Rossi'],
  ] as const) {
    assert.equal(merchantOf(concept), key, concept)
  }
})

test('a key made of a key is that key', () => {
  for (const concept of [
    'Husleie',
    'Acme Ltd Salary',
    'Edeka',
    'Lucia Robledo',
    'E.ON',
    '7-Eleven',
    'H&M',
  ]) {
    const key = merchantOf(concept)
    assert.equal(merchantOf(key.replaceAll('-', ' ')), key, concept)
  }
})

test('keys change only with a new version of their rule', () => {
  // If this fails, stored keys do not match new ones: raise NAMING_VERSION, and state the new digest with it.
  const folder = join(import.meta.dirname, '../../../../test/descriptors')
  const keys = readdirSync(folder)
    .toSorted()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .filter((line) => line.includes(' => '))
    .map((line) => merchantOf(cleanDescriptor(line.split(' => ')[0]!)))
  const digest = createHash('sha256').update(keys.join('\n')).digest('hex').slice(0, 16)
  assert.deepEqual([NAMING_VERSION, digest], [3, 'f038fdf132120c8d'])
})
