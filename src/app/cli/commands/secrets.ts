import type { Runtime } from '#/platform/runtime/runtime.ts'
import { sealUrls } from '#/webhooks/managing/seal-urls.ts'
import { rotateSecrets } from '#/platform/runtime/rotate.ts'
import { recordInstanceEvent } from '#/access/sessions/record-event.ts'
import { addKey } from '#/platform/runtime/key-file.ts'
import type { Command } from '#/app/cli/parsing/command.ts'

/** Works beside a running server, which reads the data folder's new key by itself. */
const rotateCommand: Command = {
  words: 'secrets rotate',
  group: 'server',
  summary:
    'Creates a new master secret (or takes EARMARK_SECRET) and encrypts all stored secrets with it.',
  operands: [],
  options: {},
  run: async ({ config, withRuntime }) => {
    const isNew = config.secret === null
    const { resealed, unreadable } = await withRuntime(async (runtime) => {
      if (isNew) addKey(config.dataFolder)
      await recordInstanceEvent(runtime, 'secrets.rotate', isNew ? 'a new key' : 'EARMARK_SECRET')
      const sealed = await sealAllUrls(runtime)
      const rotated = await rotateSecrets(runtime)
      return { ...rotated, resealed: rotated.resealed + sealed }
    })
    const under = isNew ? 'a new key' : 'EARMARK_SECRET'
    const left =
      unreadable === 0
        ? ''
        : ` ${unreadable} could not be read with any known key and stay as they are: put back the former "secret" file, or name the former secret in EARMARK_SECRET_PREVIOUS, and try again.`
    return {
      json: { new_key: isNew, reencrypted: resealed, unreadable },
      text: `Encrypted ${resealed} stored secrets with ${under}.${left}`,
      failed: unreadable > 0,
    }
  },
}

/** Seals what an earlier version stored in clear, and no server has sealed yet. */
async function sealAllUrls(runtime: Runtime): Promise<number> {
  let sealed = 0
  for (let last = -1; last !== 0; sealed += last) last = await sealUrls(runtime)
  return sealed
}

export const secretsCommands = [rotateCommand]
