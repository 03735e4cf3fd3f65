import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accounts as accountsContract } from '#/budget/accounts/contract.ts'
import { transactions as transactionsContract } from '#/budget/transactions/contract.ts'
import { noticesApp } from '#/notices/app-contract.ts'
import { connectionsApp } from '#/sources/banks/connections/app-contract.ts'
import { consentsApp } from '#/sources/banks/connections/consents-contract.ts'
import { sync as syncContract } from '#/sources/banks/sync/contract.ts'
import { importDue } from '#/sources/banks/sync/import-next-connection.ts'
import { europeanAccount, europeanRow, offeredEurope } from '../support/enable-banking.ts'
import { everything, workOffNotices } from '../support/given-notices.ts'

// A Spanish household and its bank for more than 90 days, all of it asked through the two APIs, as an application does. The
// bank keeps its own books; the consent is warned of, ends, and is renewed nine days late.

const OPENING = 150_050

test('a Spanish bank is imported for 90 days, through a consent that is warned of and ends', async () => {
  const given = await offeredEurope({ accounts: [europeanAccount('A'), europeanAccount('B')] })
  const { product, bank, loaded, householdId, receivers } = given
  const { runtime } = product
  const ada = await product.member(householdId, loaded.members['ada']!, 800)
  const app = ada.client(connectionsApp)
  const { api_key: key } = loaded.keys['rw']!
  const notices = ada.client(noticesApp)
  await ada.prove()
  await notices.changeNoticeSettings({ body: { ...everything, kinds: ['bank_needs_owner'] } })
  await notices.createNoticeWay({
    body: { kind: 'ntfy', name: 'ada', url: 'https://ntfy.example', topic: 'ada' },
  })
  const books = openBooks()

  /** Goes to the bank and back, as a browser does. Returns the connection. */
  async function consent(body: { country: string; bank: string } | { connection_id: string }) {
    await ada.prove()
    const opened = await ada.client(consentsApp).openBankConsent({ body })
    const { state, code } = Object.fromEntries((await bank.visitPage(opened.url!)).searchParams)
    const finished = { body: { state: state!, code: code! } }
    return (await ada.client(consentsApp).finishBankConsent(finished)).connection_id!
  }

  /** Lets days pass in which the household pays, and works off what is due. Returns the titles of the messages. */
  async function pass(days: number): Promise<string[]> {
    for (let day = 0; day < days; day += 1) {
      books.pay(String(runtime.now()).slice(0, 10))
      Object.assign(bank.state.accounts[0]!, books.list())
      runtime.advance({ hours: 24 })
      while ((await importDue(runtime)) > 0);
      await workOffNotices(runtime)
    }
    return receivers.take().map(({ body }) => (JSON.parse(body) as { title: string }).title)
  }
  const needs = async () => {
    const { body } = await ada.request<{ needs: readonly { kind: string }[] }>('GET', '/home')
    return body.needs.map(({ kind }) => kind).filter((kind) => kind !== 'unfiled')
  }
  const status = async () => (await given.connections.listConnections({}))[0]!.status
  const compare = async () => {
    const { data } = await product
      .client(transactionsContract, key)
      .listTransactions({ query: { limit: 100 } })
    const booked = data
      .filter(({ provider, status: said }) => provider === 'provider_c' && said === 'booked')
      .map(({ amount }) => amount)
    assert.deepEqual(sorted(booked), sorted(books.booked()))
    const listed = await product.client(accountsContract, key).listAccounts({})
    const one = listed.find(({ name }) => name === 'Cuenta A')!
    assert.equal(one.balance, OPENING + booked.reduce((sum, amount) => sum + amount, 0))
  }

  const id = await consent({ country: 'ES', bank: 'Banco Sol' })
  const { accounts } = await app.listOffered({ params: { id } })
  await app.chooseFollowed({
    params: { id },
    body: { account_ids: accounts.map((account) => account.id) },
  })
  assert.deepEqual([await pass(75), await needs()], [[], []])
  await compare()
  assert.deepEqual(await pass(1), ['Banco Sol needs you'])
  assert.deepEqual([await pass(13), await needs(), await status()], [[], ['consent'], 'healthy'])
  await compare()
  const before = books.booked().length
  assert.deepEqual(await pass(9), ['Banco Sol needs you'])
  assert.equal(await status(), 'reauth_required')
  assert.deepEqual(await needs(), ['connection'])
  const { providers } = await product
    .client(syncContract, key)
    .requestSync({ body: { provider: 'provider_c' } })
  assert.deepEqual(
    providers.map((one) => [one.provider, one.status, one.reason]),
    [['provider_c', 'skipped', 'reauth_required']],
  )
  assert.ok(books.booked().length > before + 7)
  assert.equal(await consent({ connection_id: id }), id)
  assert.deepEqual([await pass(2), await needs(), await status()], [[], [], 'healthy'])
  await compare()
  assert.equal(bank.state.refusedVisits, 0)
})

const sorted = (amounts: readonly number[]) => amounts.toSorted((a, b) => a - b)

/** The bank's books: one payment a day, which is pending for a day. */
function openBooks() {
  const days: string[] = []
  const centsOf = (index: number) => 100 + index * 7
  const booked = () => days.slice(0, -1).map((_, index) => -centsOf(index))
  return {
    booked,
    pay: (day: string) => void days.push(day),
    list: () => ({
      rows: days.map((day, index) =>
        europeanRow({
          amount: (centsOf(index) / 100).toFixed(2),
          reference: `r${index}`,
          ...(index === days.length - 1
            ? { status: 'PDNG', booked: null, made: day, reference: undefined }
            : { booked: day }),
        }),
      ),
      balance: ((OPENING + booked().reduce((sum, amount) => sum + amount, 0)) / 100).toFixed(2),
    }),
  }
}
