import process from 'node:process'
import { type Database, openDatabase } from '#/platform/database/database.ts'
import { findRunning } from '#/platform/postgres/find-running.ts'
import { createClock } from '#/platform/runtime/clock.ts'
import type { Config } from '#/platform/runtime/config.ts'
import { readVersion } from '#/platform/runtime/version.ts'
import { type Check, checkNames, fault, ok, skipped } from './check.ts'
import {
  checkBackup,
  checkClock,
  checkMigrations,
  checkMoves,
  checkWork,
  judgeSettings,
  readFacts,
  withoutDatabase,
} from './check-database.ts'
import { checkBundle, checkFolder, checkSecretFiles } from './check-folder.ts'
import { checkEnableBanking } from './check-enable-banking.ts'
import { checkSecrets, openKnownSeal } from './check-secrets.ts'
import { checkMail } from './check-mail.ts'
import { checkProviders } from './check-providers.ts'
import { checkServer } from './check-server.ts'

export type Diagnosis = {
  readonly healthy: boolean
  readonly checks: readonly Check[]
}

type Given = {
  readonly config: Config
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where a server of this machine answers; null: none does. */
  readonly origin: string | null
}

const PATIENCE_SECONDS = 15

/** Looks for everything that is commonly wrong with an instance. It only reads, so it is safe at any moment. */
export async function diagnose({ config, env, origin }: Given): Promise<Diagnosis> {
  const now = createClock(config.now)
  const seal = openKnownSeal(config)
  const at = String(now().epochMilliseconds)
  const ticket = seal?.seal(at, 'doctor').toString('base64url') ?? null
  const checks = [
    ...(await checkFolder(config)),
    await checkSecretFiles(config, env),
    checkBundle(),
    ...(await withDatabase(config, async (db) => {
      const facts = await readFacts(db)
      const given = { db, now }
      return [
        ok(
          'versions',
          `Earmark ${readVersion()}, Node ${process.versions.node}, PostgreSQL ${facts.version}.`,
        ),
        ok('database', 'It answers.'),
        judgeSettings(facts),
        await checkMigrations(given),
        config.now === null ? await checkClock(given) : skipped('clock', 'EARMARK_NOW sets it.'),
        await checkSecrets(db, seal),
        await checkWork(given),
        await checkMoves(given),
        await checkBackup(given),
        await checkMail({ ...given, seal, config }),
      ]
    })),
    ...(await checkServer({ config, origin, ticket })),
    ...(await checkProviders(config, now)),
    ...(await checkEnableBanking(config, now)),
  ]
  const order = (one: Check) => checkNames.indexOf(one.check)
  return {
    healthy: checks.every(({ status }) => status !== 'fault'),
    checks: checks.toSorted((a, b) => order(a) - order(b)),
  }
}

async function withDatabase(
  config: Config,
  look: (db: Database) => Promise<readonly Check[]>,
): Promise<readonly Check[]> {
  const versions = ok('versions', `Earmark ${readVersion()}, Node ${process.versions.node}.`)
  const without = (lost: Check) => [versions, lost, ...withoutDatabase]
  const url = await locate(config)
  if (typeof url !== 'string') return without(url)
  const db = openDatabase({ url, connectionsMax: 2, patienceSeconds: PATIENCE_SECONDS })
  try {
    return await look(db)
  } catch (error) {
    return without(
      fault('database', `The database does not answer: ${reasonOf(error)}.`, remedyOf(config)),
    )
  } finally {
    await db.destroy()
  }
}

async function locate({ databaseUrl, dataFolder }: Config): Promise<string | Check> {
  if (databaseUrl !== null) return databaseUrl
  const found = await findRunning(dataFolder)
  if (found.state === 'running') return found.url
  if (found.state === 'starting') {
    return fault(
      'database',
      'The embedded PostgreSQL is starting.',
      'Wait until it has recovered, and try again.',
    )
  }
  if (found.state === 'password_lost') {
    return fault(
      'database',
      `The password in ${dataFolder}/postgres cannot be read.`,
      'Run this command as the user of the server, or as root.',
    )
  }
  return fault(
    'database',
    'The embedded PostgreSQL does not run.',
    'Start the server, which starts it.',
  )
}

function remedyOf({ databaseUrl, dataFolder }: Config): string {
  if (databaseUrl === null)
    return `Restart the server; ${dataFolder}/postgres/postgres.log says more.`
  return 'Start PostgreSQL, or correct DATABASE_URL: host, port, role, password and database.'
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return (error.message || error.name).replace(/\.$/, '')
}
