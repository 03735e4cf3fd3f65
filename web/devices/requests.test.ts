import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { givenWallets } from '../../test/support/given-wallet.ts'
import { startProduct } from '../../test/support/product.ts'
import { devices as english } from '../text/en/devices.ts'
import { devices as spanish } from '../text/es/devices.ts'
import {
  bodyOf,
  NUMBER_FIELD,
  numberRequest,
  numberScript,
  type Part,
  paymentRequest,
  type PhoneRequest,
  taskerNotification,
  taskerParts,
} from './requests.ts'

// Sends what the screens show, with the values that a phone puts in, to the real server.

const product = await startProduct({ start: '2026-11-20T12:00:00Z', limited: false })
const { url } = await product.listen()

async function send({ method, url: address, headers }: PhoneRequest, body?: string) {
  const answer = await fetch(address, {
    method,
    headers: { ...Object.fromEntries(headers), 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  return JSON.parse(text) as Record<string, unknown>
}

async function givenDevice() {
  const { app, rows, member, accounts } = await givenWallets(product)
  const { token } = await app.createDevice({ body: { name: 'Phone' } })
  return { token: token!, rows, member, accounts }
}

const paid: Readonly<Record<Part, string>> = {
  merchant: 'Joe’s "Corner" Bakery',
  amount: '12,50 €',
  card: 'checking',
}

test('the iPhone’s request records the payment in the account of the card', async () => {
  const { token, rows, accounts } = await givenDevice()
  const request = paymentRequest(url, token)
  const answer = await send(request, bodyOf(request, paid))
  assert.equal(answer['added'], 1)
  const [row] = await rows()
  assert.deepEqual([row?.amount, row?.account_id], [-1250, accounts['checking']])
})

/** Puts values in the place of Tasker’s variables: `%name`. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/%\w+/g, (variable) => values[variable] ?? variable)
}

test('Tasker’s request records what the notification of Google Wallet says', async () => {
  const said = [
    { words: english, text: '€12.50 with checking' },
    { words: spanish, text: '12,50 € con checking' },
  ]
  for (const { words, text } of said) {
    const { token, rows } = await givenDevice()
    const request = paymentRequest(url, token)
    const given: Record<string, string> = {
      '%evtprm2': 'Corner Bakery',
      [taskerNotification.text]: text,
    }
    const set = fill(taskerNotification.text, given)
    for (const [index, part] of set.split(words.tasker.split.splitter).entries()) {
      given[`${taskerNotification.variable}${index + 1}`] = part
    }
    const answer = await send(request, fill(bodyOf(request, taskerParts), given))
    assert.equal(answer['added'], 1)
    assert.equal((await rows())[0]?.amount, -1250)
  }
})

test('the request of HTTP Shortcuts works once its words in capitals are replaced', async () => {
  for (const { http } of [english, spanish]) {
    const { token, rows } = await givenDevice()
    const request = paymentRequest(url, token)
    const template = bodyOf(request, http.parts)
    const body = (Object.keys(http.parts) as Part[]).reduce((text, part) => {
      assert.ok(text.includes(`"${http.parts[part]}"`), text)
      return text.replace(http.parts[part], part === 'amount' ? '3.20' : 'Kiosk')
    }, template)
    assert.equal((await send(request, body))['added'], 1)
    assert.equal((await rows())[0]?.amount, -320)
  }
})

test('the number’s request reads Free-to-spend in cents, and its script shows it', async () => {
  const { member } = await givenDevice()
  await member.prove()
  const { body: key } = await member.request<{ api_key: string }>('POST', '/keys', {
    body: { name: 'Phone', scopes: ['data.read'], expires_at: '2027-11-20T12:00:00Z' },
  })
  const answer = await send(numberRequest(url, key.api_key))
  const { body: home } = await member.request<{ money: { free_to_spend: number }[] }>(
    'GET',
    '/home',
  )
  assert.equal(answer[NUMBER_FIELD], home.money[0]!.free_to_spend)
  const shown: string[] = []
  runInNewContext(numberScript(2), {
    response: { body: JSON.stringify(answer) },
    showDialog: (text: string) => shown.push(text),
  })
  assert.deepEqual(shown, [(home.money[0]!.free_to_spend / 100).toFixed(2)])
})
