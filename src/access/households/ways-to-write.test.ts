import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actFor, type Verb } from '#/app/cli/budgeting/act-for.ts'
import { fundingApp } from '#/budget/funding/app-contract.ts'
import { changeFundingSchedule } from '#/budget/funding/change-schedule.ts'
import { createKey } from '#/access/keys/create.ts'
import { storeDiscovery } from '#/sources/banks/connections/discover.ts'
import { walletApp } from '#/sources/wallet/app-contract.ts'
import { givenConnection } from '../../../test/support/given-connection.ts'
import { coffees, takeFile } from '../../../test/support/given-files.ts'
import { buy, givenFridays, type Home } from '../../../test/support/given-fridays.ts'
import { changes } from '../../../test/support/given-wallet.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { addMember } from './add-member.ts'
import { changeHousehold } from './change.ts'

/** Every way to write to a household, right after the midnight at which a payday begins. */
const ways: Readonly<Record<string, (home: Home) => Promise<unknown>>> = {
  'a purchase of a key': (home) => buy(home.product, home),
  'several at once': ({ product, key, accounts }) =>
    product.request('POST', '/transactions/bulk', {
      key,
      body: {
        transactions: [
          { account_id: accounts['c'], amount: -1, concept: 'X', booked_at: '2026-03-06' },
        ],
      },
    }),
  'a setting of a member': ({ send }) => send('PATCH', '/settings', { name: 'Us' }),
  'the profile of a person': ({ send }) => send('PATCH', '/profile', { name: 'Ada L.' }),
  'a command of the operator': ({ runtime, id, funding_schedules: ids }) =>
    actFor(runtime, id, {
      endpoint: fundingApp.changeFundingSchedule,
      verb: changeFundingSchedule as Verb,
      input: { params: { id: ids['pay'] }, body: { name: 'Wage' } },
    }),
  'a plan': ({ runtime, id }) => changeHousehold(runtime, id, { plan: 'premium' }),
  'a new member': ({ runtime, id }) =>
    addMember(runtime, id, { name: 'Bo', email: 'bo@example.com', role: 'member' }),
  'a new key': ({ runtime, id, members }) =>
    createKey(runtime, {
      householdId: id,
      memberId: members['ada']!,
      name: 'Another',
      scopes: ['data.read'],
      expiresAt: null,
    }),
  'a file': ({ runtime, accounts }) => takeFile(runtime, accounts['c']!, { text: coffees }),
  'the push of a device': async ({ product, id, members }) => {
    const member = await product.member(id, members['ada']!)
    await member.prove()
    const { token } = await member.client(walletApp).createDevice({ body: { name: 'Phone' } })
    await product.request('POST', '/ingest/wallet', {
      base: '',
      key: token!,
      body: changes({ inserted: [], updated: [], deleted: [] }),
    })
  },
  'the catalog of a bank': async ({ runtime, id, members }) => {
    const owner = { householdId: id, memberId: members['ada']!, accounts: 1 }
    const { id: connectionId } = await givenConnection(runtime, owner)
    const found = { accounts: [], issues: [], dropped: [] }
    await storeDiscovery(runtime, { householdId: id, connectionId, found })
  },
}

for (const [way, write] of Object.entries(ways)) {
  test(`a write finds the household’s days processed: ${way}`, async () => {
    const home = await givenFridays()
    await home.reach('2026-03-06', '00:00:01', true)
    await write(home)
    assert.deepEqual(await home.ran(), ['2026-03-06'])
    assert.equal((await home.household()).processed_through, '2026-03-06')
    await assertBooks(home.product.db, home.id)
  })
}
