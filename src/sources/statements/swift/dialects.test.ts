import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  CLOSING,
  differences,
  paid,
  readStatement,
} from '../../../../test/support/statement-rows.ts'
import {
  entry,
  type Mt940Traits,
  purpose,
  subfields,
  wrap,
  writeMt940,
} from '../../../../test/support/write-mt940.ts'

const iban = 'NL02ABNA0123456789'
const isOut = (cents: number) => cents < 0
/** Words that a bank puts around the payee, so that only the right field has it alone. */
const invoice = (index: number) => `Invoice 2026-${String(100 + index)} of the customer 4711`

type Dialect = {
  readonly traits: Mt940Traits
  /** Where the payee is expected; null: it is nowhere but in the words. */
  readonly payee: 'merchant' | 'words'
  readonly currency?: string
}

const dialects: Readonly<Record<string, Dialect>> = {
  'German savings banks': {
    payee: 'merchant',
    traits: {
      before: [''],
      account: '10020030/1234567',
      entry: entry('NMSCKREF+//', { letter: 'R' }),
      details: ([, words, cents], index) =>
        subfields(isOut(cents) ? '116' : '166', '?', {
          '00': isOut(cents) ? 'SEPA-ÜBERWEISUNG' : 'GUTSCHRIFT',
          '10': '931',
          ...purpose(`EREF+X${index}SVWZ+${invoice(index)}`),
          '30': 'BELADEBEXXX',
          '31': 'DE02100500000054540402',
          '32': words,
          '34': '997',
        }),
    },
  },
  'German banks with names in two fields': {
    payee: 'merchant',
    traits: {
      details: ([, words], index) => {
        const [first = '', ...rest] = words.split(' ')
        return subfields('177', '?', {
          '00': 'EINZELUEBERWEISUNG',
          ...purpose(invoice(index)),
          '32': first,
          '33': rest.join(' '),
        })
      },
    },
  },
  'German card payments for somebody else': {
    payee: 'merchant',
    traits: {
      details: ([, words]) =>
        subfields('106', '?', {
          '00': 'KARTENZAHLUNG',
          ...purpose(`SVWZ+2026-02-01T10:11 Debitk.4ABWA+${words}`),
        }),
    },
  },
  'files from FinTS with @@ for line ends': {
    payee: 'merchant',
    traits: {
      lineEnd: '@@',
      before: [''],
      details: ([, words]) =>
        subfields('166', '?', { '00': 'GUTSCHRIFT', '20': 'Rent', '32': words }).replaceAll(
          '\n',
          '',
        ),
    },
  },
  'banks that leave out the code before the subfields': {
    payee: 'merchant',
    traits: { details: ([, words]) => `?00LASTSCHRIFT?20Customer 4711?32${words}` },
  },
  'Triodos with > before the subfields': {
    payee: 'words',
    traits: {
      account: iban,
      details: ([, words]) =>
        subfields('000', '>', { '10': '100987654321', ...purpose(words), '31': '111222333' }),
    },
  },
  'ABN AMRO in SWIFT’s own way': {
    payee: 'merchant',
    traits: {
      before: ['ABNANL2A', '940', 'ABNANL2A'],
      account: '512345678',
      entry: entry('N422NONREF'),
      details: ([, words], index) =>
        wrap(
          `/TRTP/SEPA OVERBOEKING/IBAN/NL02RABO0123456789/BIC/RABONL2U/NAME/${words}/REMI/${invoice(index)}/EREF/NOTPROVIDED`,
        ),
    },
  },
  'ABN AMRO card payments in columns': {
    payee: 'words',
    traits: {
      before: ['ABNANL2A', '940', 'ABNANL2A'],
      details: ([, words], index) =>
        wrap(`BEA   NR:CT1234${index}   01.02.26/12.34 ${words},PAS123`.padEnd(70)),
    },
  },
  'ING with its envelope': {
    payee: 'merchant',
    traits: {
      before: ['{1:F01INGBNL2ABXXX0000000000}', '{2:I940INGBNL2AXXXN}', '{4:'],
      after: ['-}'],
      account: `${iban}EUR`,
      entry: entry('NTRFEREF//00000000001005\n/TRCD/00100/'),
      details: ([, words], index) =>
        wrap(
          `/EREF/EV${index}//CNTP/NL32INGB0000012345/INGBNL2A/${words}///REMI/USTD//${invoice(index)}/`,
        ),
      more: [':86:/SUM/4/4/134,46/36,58/'],
    },
  },
  'Rabobank with its first line': {
    payee: 'merchant',
    traits: {
      before: [':940:'],
      account: `${iban} EUR`,
      entry: entry('N102NONREF'),
      details: ([, words, cents], index) =>
        wrap(
          `/${isOut(cents) ? 'BENM' : 'ORDP'}//NAME/${words}/REMI/${invoice(index)}/ISDT/2026-02-01`,
        ),
    },
  },
  'Knab with names of the parties': {
    payee: 'merchant',
    traits: {
      account: iban,
      details: ([, words], index) =>
        wrap(`Naam: ${words} Omschrijving: ${invoice(index)} IBAN: NL02RABO0123456789`),
    },
  },
  'SNS with the other account on the first line': {
    payee: 'merchant',
    traits: {
      before: ['{1:F01SNSBNL2AXXXX0000000000}{2:O940SNSBNL2AXXXXN}{3:}{4:'],
      after: ['-}{5:}'],
      account: iban,
      details: ([, words], index) => `NL47INGB9999999999 ${words}\n\n${invoice(index)}`,
    },
  },
  'ASN with free text': {
    payee: 'words',
    traits: { account: iban, details: ([, words]) => `${words}\n\nAmsterdam Pasvolgnr 001` },
  },
  'PostFinance with free text': {
    payee: 'words',
    currency: 'CHF',
    traits: {
      before: ['{1:F01POFICHBEXXXX0000000000}{2:I940XXXXN}{4:'],
      after: ['-}'],
      account: 'CH5109000000250097798',
      currency: 'CHF',
      details: ([, words], index) =>
        wrap(`KAUF/DIENSTLEISTUNG VOM 01.02.2026 KARTEN NR. XXXX1234 ${words} REF ${index}`),
    },
  },
  'mBank with ~ before the subfields': {
    payee: 'merchant',
    currency: 'PLN',
    traits: {
      account: 'PL61114020040000300201355387',
      currency: 'PLN',
      entry: entry('S020NONREF//BR26001\n020'),
      details: ([, words], index) =>
        subfields('020', '~', {
          '00': 'PRZELEW',
          ...purpose(invoice(index)),
          '30': '11402004',
          '32': words,
        }),
    },
  },
  'mBank for companies with keywords': {
    payee: 'merchant',
    currency: 'PLN',
    traits: {
      currency: 'PLN',
      details: ([, words], index) =>
        wrap(
          `944 CompanyNet Przelew; na rach.: 61114020040000300201355387; dla: ${words}; tyt.: ${invoice(index)}; TNR: 1`,
        ),
    },
  },
  'Polish banks with < before the subfields': {
    payee: 'merchant',
    currency: 'PLN',
    traits: {
      currency: 'PLN',
      details: ([, words]) =>
        subfields('076', '<', {
          '00': 'PRZELEW',
          '10': '1',
          '20': 'Czynsz',
          '27': words,
          '38': 'PL61',
        }),
    },
  },
  'Polish banks with ^ before the subfields': {
    payee: 'merchant',
    currency: 'PLN',
    traits: {
      currency: 'PLN',
      details: ([, words]) =>
        subfields('020', '^', { '00': 'Przelew', '20': 'Czynsz', '32': words }),
    },
  },
  'Danske Bank with the words of field 61': {
    payee: 'words',
    currency: 'DKK',
    traits: {
      currency: 'DKK',
      entry: (one) => `${entry('NMSCNONREF//1')(one)}\n${one[1]}`,
      details: () => null,
    },
  },
  'banks that put the words into the reference': {
    payee: 'words',
    traits: { entry: (one) => entry(`NMSC${one[1]}`)(one), details: () => null },
  },
  'banks without a booking date': {
    payee: 'words',
    traits: { entry: entry('NMSCNONREF', { noEntryDate: true }) },
  },
  'banks without a type of entry': { payee: 'words', traits: { entry: entry('') } },
  'line feeds alone': { payee: 'words', traits: { lineEnd: '\n' } },
  'returns alone': { payee: 'words', traits: { lineEnd: '\r' } },
  'SWIFT’s marks of a message': {
    payee: 'words',
    traits: { before: ['\u0001{1:F01DEUTDEFFAXXX0000000000}{2:O9400000}{4:'], after: ['-}\u0003'] },
  },
  'payment orders in BN and PY': {
    payee: 'merchant',
    traits: { details: ([, words], index) => wrap(`/PT/FT/PY/${invoice(index)}/BN/${words}`) },
  },
  'amounts with a point': {
    payee: 'words',
    traits: { entry: (one) => entry('NMSCNONREF')(one).replace(',', '.') },
  },
}

for (const [name, { traits, payee, currency = 'EUR' }] of Object.entries(dialects)) {
  test(`MT940 of ${name}: the household’s payments`, async () => {
    const read = await readStatement(writeMt940(traits), { currency })
    assert.equal(read.dialect.format, 'mt940')
    assert.deepEqual(differences(read), [])
    assert.equal(read.gaps, 0)
    assert.deepEqual(
      read.stated.map(({ cents, day }) => [cents, day]),
      [[CLOSING, '2026-02-16']],
    )
    for (const [index, row] of read.rows.entries()) {
      if (payee === 'merchant') assert.equal(row.merchant, paid[index]![1])
      else assert.match(row.words, new RegExp(paid[index]![1]))
    }
  })
}
