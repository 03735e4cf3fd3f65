import { wallet } from '#/sources/wallet/contract.ts'
import { showPosition } from '#/sources/wallet/position.ts'
import { receivePush } from '#/sources/wallet/receive.ts'
import { bind, type Routes } from './routes.ts'

/** What devices may ask, below `/ingest/wallet`: nothing of it is in the public API. */
export const walletRoutes: Routes = bind(wallet, { showPosition, receivePush })
