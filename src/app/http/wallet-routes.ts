import { wallet } from '#/sources/wallet/contract.ts'
import { showPosition } from '#/sources/wallet/position.ts'
import { receivePush } from '#/sources/wallet/receive.ts'
import { bind, type Routes } from './routes.ts'

/** Maps the devices' endpoints below `/ingest/wallet`, which are not part of the public API. */
export const walletRoutes: Routes = bind(wallet, { showPosition, receivePush })
