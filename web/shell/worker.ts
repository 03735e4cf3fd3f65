const WORKER = '/worker.js'

/** The part of Trusted Types that is used here; browsers without it take plain text. */
type TrustedTypes = {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ) => { readonly createScriptURL: (address: string) => string }
}

/**
 * Keeps the application itself in the browser, so that it opens without a network. Browsers allow that on https and localhost
 * only; anywhere else, or where it fails, everything works as before, and nobody is told.
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
