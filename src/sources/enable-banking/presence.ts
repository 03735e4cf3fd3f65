import { isPublicAddress } from '#/platform/outbound/public-address.ts'

/** The browser of the person who is there. Banks do not limit requests that show it. */
export type Present = { readonly address: string; readonly agent: string }

/** Returns the browser, if its address is one of the internet: banks refuse those of a network at home. */
export function presentIf(session: Present | null | undefined): Present | null {
  return session && isPublicAddress(session.address) ? session : null
}
