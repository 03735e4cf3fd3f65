// Restores one uploaded backup, and ends. `restores.ts` starts it.
import process from 'node:process'
import { createSecretKeeper } from '#/backups/keep-secrets.ts'
import { restoreUpload } from '#/backups/first-visit/restore-upload.ts'
import { createBell } from '#/platform/runtime/bell.ts'
import { readVersion } from '#/platform/runtime/version.ts'
import type { Begin } from './child.ts'
import { followServer, openRuntime } from './child-runtime.ts'
import type { RestoreCommand } from './restores.ts'

const CONNECTIONS_MAX = 1
/** Nobody else uses an empty instance. */
const NICENESS = 0

followServer(NICENESS)

const begun = Promise.withResolvers<Begin>()
const asked = Promise.withResolvers<RestoreCommand>()
process.on('message', (message: Begin | RestoreCommand) => {
  if ('config' in message) begun.resolve(message)
  else asked.resolve(message)
})
const begin = await begun.promise
const runtime = await openRuntime(begin, { bell: createBell(), connectionsMax: CONNECTIONS_MAX })
const { restore } = await asked.promise
const target = {
  databaseUrl: begin.databaseUrl,
  version: readVersion(),
  now: runtime.now(),
  keepSecrets: createSecretKeeper(begin.config).keep,
}
await restoreUpload({ ...runtime, target, pid: process.pid }, restore)
await runtime.db.destroy()
process.exit(0)
