import type { Config } from '#/platform/runtime/config.ts'
import { addRestoredKeys } from '#/platform/runtime/key-file.ts'
import { readKnownSecrets } from '#/platform/runtime/real.ts'
import type { RestoreTarget } from './backup.ts'

/** Puts the master secrets of a backup to where this instance looks for them. */
export function createSecretKeeper(
  config: Pick<Config, 'secret' | 'previousSecrets' | 'dataFolder'>,
): {
  readonly keep: RestoreTarget['keepSecrets']
  /** True if the file has got secrets that EARMARK_SECRET is not among, so that the operator has something to do. */
  readonly needsRotation: () => boolean
} {
  let added = false
  return {
    keep: (secrets) => {
      const known = readKnownSecrets(config)
      const isKnown = secrets.every((secret) => known.includes(secret))
      // Without EARMARK_SECRET the newest line of the file encrypts, so the order counts too.
      if (isKnown && (config.secret !== null || known[0] === secrets[0])) return { undo: () => {} }
      added = true
      return addRestoredKeys(config.dataFolder, secrets)
    },
    needsRotation: () => added && config.secret !== null,
  }
}
