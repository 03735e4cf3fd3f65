import type { AccountRef } from '#/sources/provider/provider.ts'
import { translateTransactions } from '#/sources/simplefin/translate.ts'
import type { Ask } from '#/sources/simplefin/windows.ts'

// Builds a small answer of version 2 and an ask for its account, for tests of its translation.

export const now = Temporal.Instant.from('2026-03-20T18:00:00Z')
export const context = { now, zone: 'America/New_York' }
export const seconds = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds / 1000
export const noon = seconds('2026-03-10T12:00:00Z')

export const row = (fields: object = {}) => ({
  id: 'T1',
  posted: noon,
  amount: '-12.34',
  description: 'SQ *CORNER BAKERY',
  ...fields,
})

export const account = (fields: object = {}) => ({
  id: 'A1',
  conn_id: 'CON-1',
  name: 'Everyday Checking (4821)',
  currency: 'USD',
  balance: '1500.5',
  'available-balance': '0.00',
  'balance-date': seconds('2026-03-20T09:15:00Z'),
  transactions: [row()],
  ...fields,
})

export const answer = (fields: object = {}) => ({
  errlist: [],
  connections: [
    {
      conn_id: 'CON-1',
      name: 'River Bank',
      org_id: 'ORG-1',
      sfin_url: 'https://sfin.river.example',
    },
    {
      conn_id: 'CON-2',
      name: 'Hill Credit Union',
      org_id: 'ORG-2',
      sfin_url: 'https://sfin.hill.example',
    },
  ],
  accounts: [account()],
  ...fields,
})

export const refs = (...pairs: [string, string][]): AccountRef[] =>
  pairs.map(([institutionId, externalId]) => ({ institutionId, externalId }))

export const ask = (accounts: readonly AccountRef[] = refs(['CON-1', 'A1'])): Ask => ({
  purpose: 'regular',
  accounts,
  start: Temporal.Instant.from('2026-03-01T00:00:00Z'),
  end: null,
  pending: true,
})

export const translate = (sent: unknown, of: Ask = ask()) =>
  translateTransactions(sent, of, context)
