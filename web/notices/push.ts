/** If notices can appear in this browser. `install_first`: on an iPhone or iPad, from the Home Screen alone. */
export type Readiness = 'ready' | 'blocked' | 'install_first' | 'unable'

export function readReadiness(): Readiness {
  if ('PushManager' in globalThis && 'Notification' in globalThis) {
    return Notification.permission === 'denied' ? 'blocked' : 'ready'
  }
  // Safari offers notices only to applications on the Home Screen. An iPad calls itself a Mac, but one that is touched.
  const isTouched = /\biPhone\b|\biPad\b/.test(navigator.userAgent) || navigator.maxTouchPoints > 1
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  return isTouched && /\bSafari\//.test(navigator.userAgent) && !isInstalled && isSecureContext
    ? 'install_first'
    : 'unable'
}

/** Asks the person for permission. Browsers want this at once after a press, before anything is fetched. */
export async function askPermission(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted'
}

export type Subscription = { readonly url: string; readonly p256dh: string; readonly auth: string }

/** Subscribes this browser with the key of this instance. Throws if its push service refuses. */
export async function subscribe(publicKey: string): Promise<Subscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return describe(await pushManager.subscribe(options))
  } catch (error) {
    // A subscription for another key, of an instance that was here before, stands in the way.
    const former = await pushManager.getSubscription()
    if (former === null) throw error
    await former.unsubscribe()
    return describe(await pushManager.subscribe(options))
  }
}

function describe(subscription: PushSubscription): Subscription {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  if (endpoint === undefined || p256dh === undefined || auth === undefined) {
    throw new Error('the subscription has no keys')
  }
  return { url: endpoint, p256dh, auth }
}
