import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPushService } from '../fakes/push-service.ts'
import { PHONE, startBrowser } from '../support/chromium.ts'
import { givenNotices } from '../support/given-notices.ts'

let clock: () => Temporal.Instant = () => Temporal.Instant.fromEpochMilliseconds(0)
const service = await startPushService(() => clock())
const given = await givenNotices({ destinations: service.outbound })
clock = given.runtime.now
const url = `http://localhost:${(await given.product.listen()).port}`
const browser = await startBrowser({ whole: true })

const shown = `navigator.serviceWorker.ready
  .then((registration) => registration.getNotifications())
  .then((notices) => notices.map(({ title, body }) => ({ title, body })))`

test('a browser subscribes, shows a notice once, and a press opens its page', async () => {
  await given.choose({ large_from: 1000, kinds: ['large_payment'] })
  const page = await browser.open({
    url,
    cookie: given.member.cookie,
    viewport: PHONE,
    serviceWorkers: 'allow',
  })
  const context = page.context()
  await context.grantPermissions(['notifications'], { origin: url })
  // The real push service is on the internet: this one gives what ours has, and the rest is the browser's own.
  await page.addInitScript(`PushManager.prototype.subscribe = async () => ({
    toJSON: () => (${JSON.stringify(subscribed())}),
  })`)
  await page.goto('/settings/notices')
  await given.member.prove()
  await page.getByRole('button', { name: 'Show notices in this browser' }).click()
  await page.getByText('This browser').waitFor()
  await page.assertUsable('notices with a browser')

  await given.pay(5000, { concept: 'Corner Bakery' })
  await given.after({ minutes: 5 })
  const [sent, ...more] = service.take()
  assert.deepEqual(more, [])
  const push = await openPush(page)
  await push(JSON.stringify(sent))
  await push(JSON.stringify(sent))
  await page.until(`${shown}.then((notices) => notices.length > 0)`)
  const notices = (await page.evaluate(shown)) as { title: string; body: string }[]
  assert.deepEqual(notices, [{ title: sent!.title, body: sent!.text }])
  assert.match(notices[0]!.body, /^Corner Bakery, /)

  const [worker] = context.serviceWorkers()
  await worker!.evaluate(`registration.getNotifications().then(([notification]) =>
    dispatchEvent(new NotificationEvent('notificationclick', { notification })))`)
  await page.waitForURL('**/transactions')
  assert.deepEqual(await page.evaluate(shown), [])
})

test('a browser that blocks notices says so, and asks for nothing', async () => {
  const page = await browser.open({ url, cookie: given.member.cookie, serviceWorkers: 'allow' })
  await page.addInitScript(
    `Object.defineProperty(Notification, 'permission', { get: () => 'denied' })`,
  )
  await given.app.showNoticeSettings({})
  await given.db.deleteFrom('notice_ways').execute()
  await page.goto('/settings/notices')
  await page.getByText('This browser blocks notices').waitFor()
  const button = page.getByRole('button', { name: 'Show notices in this browser' })
  assert.equal(await button.count(), 0)
})

function subscribed() {
  const { url: endpoint, ...keys } = service.subscribe()
  return { endpoint, keys }
}

/** Delivers pushes to the worker of a page, as the browser's push service does. */
async function openPush(page: Awaited<ReturnType<typeof browser.open>>) {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one) resolve(one.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  return (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data })
}
