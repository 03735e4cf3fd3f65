import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  europeanAccount,
  europeanRow,
  offeredEurope,
} from '../../../../test/support/enable-banking.ts'
import { runCommand } from '../../../../test/support/run-command.ts'

type Connected = {
  readonly connection_id: string
  readonly accounts: readonly { readonly name: string; readonly subscribed: boolean }[]
}

async function givenTerminal() {
  const given = await offeredEurope({
    accounts: [europeanAccount('A', { rows: [europeanRow()] }), europeanAccount('B')],
  })
  const { product, bank, householdId, owner } = given
  const connect = ['connect', 'enablebanking', householdId, '--member', owner.memberId]
  const run = (words: readonly string[], typed = '') =>
    runCommand(product.runtime, words, { read: async () => typed })
  /** Begins at the command line, and goes to the bank. Returns the address to which it leads back. */
  const goToBank = async (...words: readonly string[]) => {
    const { json, text } = await run([...connect, ...words])
    const { url } = json as { url: string }
    assert.ok(text?.endsWith(url))
    return (await bank.visitPage(url)).href
  }
  const finish = async (back: string, ...words: readonly string[]) =>
    (await run([...connect, '--redirect', '-', ...words], back)).json as Connected
  return { ...given, connect, run, goToBank, finish }
}

test('a bank in Europe is connected, imported, renewed and removed at the command line', async () => {
  const given = await givenTerminal()
  const { run, goToBank, finish, householdId, bank, product } = given
  const first = await finish(await goToBank('--country', 'es', '--bank', 'Banco Sol'), '--all')
  assert.deepEqual(
    first.accounts.map(({ name, subscribed }) => `${name} ${subscribed}`),
    ['Cuenta A true', 'Cuenta B true'],
  )
  const synced = await run(['sync', householdId, '--provider', 'provider_c'])
  const { connections } = synced.json as { connections: readonly Record<string, unknown>[] }
  assert.deepEqual(
    connections.map(({ provider, status, added }) => [provider, status, added]),
    [['provider_c', 'ok', 1]],
  )
  bank.withdraw()
  product.runtime.advance({ hours: 24 })
  const refused = (await run(['sync', householdId])) as { failed?: boolean }
  assert.equal(refused.failed, true)
  const again = await finish(await goToBank('--connection', first.connection_id))
  assert.equal(again.connection_id, first.connection_id)
  product.runtime.advance({ hours: 24 })
  const { added } = (await run(['sync', householdId])).json as { added: number }
  assert.equal(added, 0, 'a renewed consent doubles nothing')
  await run(['disconnect', householdId, first.connection_id])
  assert.equal(bank.openConsents(), 0)
})

test('a consent that fails at the command line says why, and connects nothing', async () => {
  const { connect, run, goToBank, finish, bank, connections } = await givenTerminal()
  const at = ['--country', 'ES', '--bank', 'Banco Sol']
  await assert.rejects(run(connect), /--country/)
  await assert.rejects(run([...connect, '--country', 'ES', '--bank', 'Banco Nada']), /no bank/)
  await assert.rejects(finish('https://earmark.test/'), /no state/)
  await assert.rejects(finish('https://earmark.test/?state=forged&code=x'), /not begun here/)
  const back = new URL(await goToBank(...at))
  back.searchParams.set('code', 'forged')
  await assert.rejects(finish(back.href), /Begin again/)
  bank.state.declines = 'access_denied'
  await assert.rejects(finish(await goToBank(...at)), /not given. Nothing has changed/)
  bank.state.declines = 'server_error'
  await assert.rejects(finish(await goToBank(...at)), /could not finish. Nothing has changed/)
  bank.state.faults.set('auth', [{ status: 403 }])
  await assert.rejects(goToBank(...at), /does not accept the key of this Earmark/)
  assert.deepEqual(await connections.listConnections({}), [])
})
