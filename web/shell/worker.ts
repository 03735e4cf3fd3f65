const WORKER = '/worker.js'

/** The part of Trusted Types that is used here; browsers without it accept plain strings. */
type TrustedTypes = {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ) => { readonly createScriptURL: (address: string) => string }
}

/**
 * Registers the worker that stores the application in the browser, so that it opens without a network. Browsers allow this on
 * https and localhost only; if it fails, the application works without it, so no error is shown.
 */
export function startWorker(): void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (workers === undefined) return
  const start = () => void register(workers).catch(() => undefined)
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

async function register(workers: ServiceWorkerContainer): Promise<void> {
  const trusted = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes
  const policy = trusted?.createPolicy('earmark-worker', { createScriptURL: () => WORKER })
  await workers.register(policy?.createScriptURL(WORKER) ?? WORKER)
  if (workers.controller !== null) return
  const { active } = await workers.ready
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  active?.postMessage(loaded)
}
