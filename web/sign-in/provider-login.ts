import { call } from '#web/calls/call.ts'
import type { Input, Output } from '#web/calls/operations.ts'

type Finishing = Input<'POST /oidc/finish'>['body']
type Purpose = Input<'POST /oidc/begin'>['body']['purpose'] | 'link'

/** Kept in this tab while its person is at a provider: where to go afterwards, and the account to create. */
type Kept = {
  readonly purpose: Purpose
  readonly to?: string | undefined
  readonly invitation?: Finishing['invitation']
  readonly setup?: Finishing['setup']
}

const KEPT = 'earmark-provider'
/** Present: the sign-in page waits for a click, because the person has been sent on already or has signed out. */
export const STAY = 'earmark-stay'
const PROOFS = 'earmark-proof'

export type Finished = Output<'POST /oidc/finish'>

/** Begins a login and leaves for the provider. */
export async function goToProvider(
  provider: string,
  kept: Kept,
  choice: { readonly choose_account?: boolean } = {},
): Promise<void> {
  const { purpose } = kept
  const { url } =
    purpose === 'link'
      ? await call('POST /oidc/link', { body: { provider, ...choice } })
      : await call('POST /oidc/begin', { body: { provider, purpose, ...choice } })
  const state = new URL(url).searchParams.get('state')
  sessionStorage.setItem(KEPT, JSON.stringify({ ...kept, state }))
  sessionStorage.setItem(STAY, '1')
  location.assign(url)
  // The page is left: the caller stays busy.
  await new Promise(() => {})
}

/** Reads what was kept for the login with this state; the bare minimum if the browser has lost it. */
export function readKept(state: string): Kept {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as
      | (Kept & { state: string })
      | null
    if (kept?.state === state) return kept
  } catch {
    // Something else wrote it.
  }
  return { purpose: 'sign_in' }
}

/** Tells the other windows of this browser that the person has proved who they are. */
export function announceProof(): void {
  const proofs = new BroadcastChannel(PROOFS)
  proofs.postMessage('proved')
  proofs.close()
}

export function forgetKept(): void {
  sessionStorage.removeItem(KEPT)
  sessionStorage.removeItem(STAY)
}

/** Finishes the login with which a provider sent the browser back. */
export function finishLogin(
  provider: string,
  query: Finishing['query'],
  code?: string,
): Promise<Finished> {
  const { invitation, setup } = readKept(query.state)
  const body = {
    provider,
    query,
    ...(code !== undefined && { code }),
    ...(invitation && { invitation }),
    ...(setup && { setup }),
  }
  return call('POST /oidc/finish', { body })
}

/** Asks for a proof in a window of its own, so that this page keeps what the person is doing. Without one the page itself goes. */
export function proveInWindow(provider: string): void {
  const address = `/oidc/${provider}?begin=sudo`
  const opened = window.open(address, '_blank', 'popup,width=520,height=720')
  if (!opened) location.assign(`${address}&to=${encodeURIComponent(location.pathname)}`)
}

/** Calls back when a window of this browser has proved who the person is. Returns a function that ends the listening. */
export function onProof(act: () => void): () => void {
  // The window cannot be watched: at the provider's origin it looks closed to us.
  const proofs = new BroadcastChannel(PROOFS)
  proofs.addEventListener('message', act)
  return () => proofs.close()
}
