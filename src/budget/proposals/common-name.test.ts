import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonName } from './common-name.ts'

test('a proposal is named by the words that its last payments share', () => {
  const cases: readonly [readonly string[], string][] = [
    [['Husleie November', 'Husleie Oktober', 'Husleie September'], 'Husleie'],
    [['NOMINA Vega enero 2026', 'NOMINA Vega diciembre 2025'], 'NOMINA Vega'],
    [['Rent - March', 'Rent - April'], 'Rent'],
    [['Café Gas', 'Cafe Gas'], 'Café Gas'],
    [['Netflix.com', 'Netflix.com'], 'Netflix.com'],
    // Nothing is shared, or nothing that is a name.
    [['Nordlys', 'Fjord Kraft'], 'Nordlys'],
    [['A1 Telekom', 'A1 Mobil'], 'A1 Telekom'],
    [['Rent'], 'Rent'],
  ]
  for (const [names, expected] of cases) assert.equal(commonName(names), expected, names.join(', '))
})
