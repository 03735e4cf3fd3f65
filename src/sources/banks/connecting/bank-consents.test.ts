import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accounts } from '#/budget/accounts/contract.ts'
import { connectionsApp } from '#/sources/banks/connections/app-contract.ts'
import { consentsApp } from '#/sources/banks/connections/consents-contract.ts'
import { listEndingConsents } from '#/sources/banks/connections/ending-consents.ts'
import { importDue } from '#/sources/banks/sync/import-next-connection.ts'
import {
  europeanAccount,
  europeanRow,
  offeredEurope,
} from '../../../../test/support/enable-banking.ts'

type Opened = { readonly url: string; readonly expires_at: string }
type Finished = {
  readonly state: string
  readonly connection_id: string
  readonly renewed: boolean
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly param: string
    readonly detail?: { readonly name: string }
  }
}

const PATH = '/connections/enable-banking/consents'

async function offered() {
  const given = await offeredEurope({ accounts: [europeanAccount('A'), europeanAccount('B')] })
  const { product, householdId, loaded, bank } = given
  const ada = await product.member(householdId, loaded.members['ada']!)
  const open = async (body: object = { country: 'ES', bank: 'Banco Sol' }) => {
    const { status, body: opened } = await ada.request<Opened>('POST', PATH, { body })
    assert.equal(status, 200)
    return Object.fromEntries((await bank.visitPage(opened.url)).searchParams)
  }
  const finish = (back: Readonly<Record<string, string>>, who = ada) =>
    who.request<Finished>('POST', `${PATH}/finish`, {
      body: { state: back['state'], ...(back['code'] && { code: back['code'] }) },
    })
  return { ...given, ada, open, finish }
}

test('a member connects a bank in the browser, and the first import shows them to the bank', async () => {
  const { ada, open, finish, product, bank, loaded, householdId } = await offered()
  assert.deepEqual(await ada.client(consentsApp).listBankNames({ query: { country: 'ES' } }), [
    { name: 'Banco Sol' },
    { name: 'Caja Luna' },
  ])
  const { status, body } = await finish(await open())
  assert.deepEqual([status, body.state, body.renewed], [200, 'connected', false])
  const app = ada.client(connectionsApp)
  const params = { id: body.connection_id }
  const catalog = await app.listOffered({ params })
  assert.deepEqual(
    catalog.accounts.map(({ name, mask, balance, subscribed }) => ({
      name,
      mask,
      balance,
      subscribed,
    })),
    ['A', 'B'].map((one) => {
      return { name: `Cuenta ${one}`, mask: `130${one}`, balance: 150050, subscribed: false }
    }),
  )
  bank.state.accounts[0]!.rows = [europeanRow()]
  await app.chooseFollowed({ params, body: { account_ids: [catalog.accounts[0]!.id] } })
  await product.db
    .updateTable('sessions')
    .set({ address: '9.9.9.9' })
    .where('household_id', '=', householdId)
    .execute()
  assert.equal(await importDue(product.runtime), 1)
  const asked = bank.asked.filter(({ path }) => path.endsWith('/transactions'))
  assert.deepEqual([...new Set(asked.map(({ headers }) => headers['psu-ip-address']))], ['9.9.9.9'])
  const listed = await product.client(accounts, loaded.keys['rw']!.api_key).listAccounts({})
  assert.deepEqual(
    listed.map(({ provider, subscribed }) => `${provider} ${subscribed}`),
    ['provider_c true'],
  )
  const [ours] = bank.asked.filter(({ path }) => path === '/auth')
  assert.equal(ours!.body['psu_type'], 'personal')
})

test('the way back counts once, within an hour, and only for the member and session that began', async () => {
  const { ada, open, finish, product, householdId, loaded, bank } = await offered()
  const back = await open()
  const bo = await product.member(householdId, loaded.members['bo']!)
  const elsewhere = await product.member(householdId, loaded.members['ada']!)
  const other = await product.household({})
  const eve = await product.member(other.household_id, other.members['ada']!)
  for (const who of [bo, elsewhere, eve]) {
    const { status, body } = await finish(back, who)
    assert.deepEqual([status, body.error?.param], [400, 'state'])
    assert.match(body.error!.message, /not begun here/)
  }
  const unknown = await finish({ ...back, state: 'x'.repeat(43) })
  assert.match(unknown.body.error!.message, /not begun here/)
  assert.equal(bank.openConsents(), 0, 'no stranger reaches the bank with the code')
  assert.equal((await finish(back)).status, 200, 'a stranger uses nothing up')
  const replayed = await finish(back)
  assert.match(replayed.body.error!.message, /used before/)
  const forged = await finish({ ...(await open()), code: 'code-of-a-stranger' })
  assert.deepEqual([forged.status, forged.body.error?.param], [400, 'code'])
  const late = await open()
  product.runtime.advance({ minutes: 61 })
  assert.match((await finish(late)).body.error!.message, /longer than an hour/)
  assert.equal((await ada.client(connectionsApp).showProviders({})).enable_banking, true)
  assert.equal(bank.openConsents(), 1)
})

test('a member who declines at the bank changes nothing', async () => {
  const { open, finish, bank, connections } = await offered()
  bank.state.declines = 'access_denied'
  const back = await open()
  assert.equal(back['error'], 'access_denied')
  const { status, body } = await finish(back)
  assert.deepEqual([status, body.state, body.connection_id], [200, 'declined', null])
  assert.deepEqual(await connections.listConnections({}), [])
  assert.match((await finish(back)).body.error!.message, /used before/)
})

test('a consent that has no account or that the provider refuses connects nothing', async () => {
  const { open, finish, bank, connections } = await offered()
  bank.state.given = []
  assert.match((await finish(await open())).body.error!.message, /no account/)
  bank.state.given = null
  bank.state.faults.set('sessions', [{ status: 503 }])
  assert.equal((await finish(await open())).status, 503)
  assert.deepEqual(await connections.listConnections({}), [])
})

test('each refusal on the way to a bank has its own name, by which screens say what to do', async () => {
  const { ada, open, finish, bank } = await offered()
  const refusal = async (body: object) => {
    await ada.prove()
    const answer = await ada.request<{ error: { detail: { name: string } } }>('POST', PATH, {
      body,
    })
    return [answer.status, answer.body.error.detail.name]
  }
  const sol = { country: 'ES', bank: 'Banco Sol' }
  assert.deepEqual(await refusal({ country: 'ES', bank: 'Banco Nada' }), [400, 'bank_not_offered'])
  for (const fault of [{ status: 401 }, { status: 422, error: 'REDIRECT_URI_NOT_ALLOWED' }]) {
    bank.state.faults.set('auth', [fault])
    assert.deepEqual(await refusal(sol), [400, 'operator_key_refused'])
  }
  const back = await open()
  const forged = await finish({ ...back, code: 'forged' })
  assert.equal(forged.body.error!.detail?.name, 'consent_refused')
  bank.state.given = []
  const none = await finish(await open())
  assert.equal(none.body.error!.detail?.name, 'consent_without_accounts')
})

test('a renewed consent keeps ids and selection, however it was begun', async () => {
  const { open, finish, ada, product, connections, bank } = await offered()
  const first = (await finish(await open())).body.connection_id
  const app = ada.client(connectionsApp)
  const before = await app.listOffered({ params: { id: first } })
  const account_ids = [before.accounts[1]!.id]
  await app.chooseFollowed({ params: { id: first }, body: { account_ids } })
  for (const body of [{ connection_id: first }, undefined]) {
    const { body: done } = await finish(await open(body))
    assert.deepEqual([done.connection_id, done.renewed], [first, true])
    const after = await app.listOffered({ params: { id: first } })
    assert.deepEqual(
      after.accounts.map(({ id, subscribed }) => [id, subscribed]),
      before.accounts.map(({ id }) => [id, account_ids.includes(id)]),
    )
  }
  const [connection, ...others] = await connections.listConnections({})
  assert.deepEqual(others, [])
  assert.ok(connection!.consent_expires_at! > '2026-04-04')
  await ada.prove()
  await app.removeConnection({ params: { id: first } })
  assert.equal(bank.openConsents(), 2, 'the newest consent is ended, the others end by themselves')
  product.runtime.advance({ hours: 24 * 91 })
  assert.equal(bank.openConsents(), 0)
})

test('a consent that ends within 14 days shows on Home, to the member who can renew it', async () => {
  const { open, finish, ada, product, householdId, loaded } = await offered()
  const id = (await finish(await open())).body.connection_id
  type Home = { readonly needs: readonly { readonly kind: string; readonly id?: string }[] }
  const kinds = async (who = ada) => {
    const { body } = await who.request<Home>('GET', '/home')
    return body.needs.filter(({ kind }) => kind === 'consent').map((need) => need.id)
  }
  const { runtime, db } = product
  assert.deepEqual(await kinds(), [])
  runtime.advance({ hours: 24 * 77 })
  const back = await product.member(householdId, loaded.members['ada']!)
  assert.deepEqual(await kinds(back), [id])
  const bo = await product.member(householdId, loaded.members['bo']!)
  assert.deepEqual(await kinds(bo), [])
  const ending = await listEndingConsents(db, { now: runtime.now() })
  assert.deepEqual(
    ending.map(({ connectionId, bank, memberId }) => [connectionId, bank, memberId]),
    [[id, 'Banco Sol', loaded.members['ada']]],
  )
  assert.deepEqual(await listEndingConsents(db, { now: runtime.now(), householdId: id }), [])
})
