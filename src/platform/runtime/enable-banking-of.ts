import { type Config, ownOrigins } from './config.ts'
import type { EnableBanking } from './runtime.ts'

/** The page to which banks send people back (`web/routes.tsx`). */
const RETURN_PATH = '/connections/enable-banking'

/** Returns the access to Enable Banking, with the page of this instance to which banks lead back; null: not offered. */
export function enableBankingOf(config: Config): EnableBanking | null {
  if (config.enableBanking === null) return null
  const returnUrl = `${config.publicUrl ?? ownOrigins(config)[0]}${RETURN_PATH}`
  return { ...config.enableBanking, returnUrl }
}
