import { createPrivateKey } from 'node:crypto'

const names = ['EARMARK_ENABLEBANKING_APPLICATION_ID', 'EARMARK_ENABLEBANKING_KEY'] as const

type Given = Readonly<Record<string, string>>

/** Returns a fault if one of the variables that belong together is set without the other. */
export function enableBankingFaults(given: Given): readonly string[] {
  const missing = names.filter((name) => !given[name])
  return missing.length === 1
    ? [`${missing[0]} must be set too, because Enable Banking needs both`]
    : []
}

/** Reads the operator's access to Enable Banking; null: not offered. */
export function enableBankingSettings(given: {
  readonly EARMARK_ENABLEBANKING_URL: string
  readonly EARMARK_ENABLEBANKING_APPLICATION_ID: string
  readonly EARMARK_ENABLEBANKING_KEY: string
}) {
  if (given.EARMARK_ENABLEBANKING_KEY === '') return null
  return {
    url: given.EARMARK_ENABLEBANKING_URL || 'https://api.enablebanking.com',
    applicationId: given.EARMARK_ENABLEBANKING_APPLICATION_ID,
    key: given.EARMARK_ENABLEBANKING_KEY,
  }
}

/** Returns true for an RSA key in PEM: signatures are RS256. */
export function isPrivateKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
