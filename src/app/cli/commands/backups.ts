import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import process from 'node:process'
import { noteCommandBackup, noteRestore } from '#/backups/automatic/note-command.ts'
import {
  BackupFault,
  type BackupSource,
  type BackupSummary,
  type Sealing,
} from '#/backups/backup.ts'
import { createSecretKeeper } from '#/backups/keep-secrets.ts'
import { readHeader } from '#/backups/read-backup.ts'
import { restoreBackup } from '#/backups/restore-backup.ts'
import { saveBackup } from '#/backups/save-backup.ts'
import { verifyBackup } from '#/backups/verify-backup.ts'
import { writeBackup } from '#/backups/write-backup.ts'
import { createClock } from '#/platform/runtime/clock.ts'
import { PASSPHRASE_MIN } from '#/platform/runtime/config.ts'
import { readKnownSecrets } from '#/platform/runtime/real.ts'
import { uuidV7 } from '#/platform/runtime/runtime.ts'
import { readVersion } from '#/platform/runtime/version.ts'
import {
  type Command,
  CommandError,
  type Invocation,
  textOption,
  UsageError,
} from '#/app/cli/parsing/command.ts'
import { withAddress } from '#/app/cli/serving/open-address.ts'
import { requireInstance } from './require-instance.ts'
import { backupText, restoredText, summaryJson, verifiedText } from '#/app/cli/words/backup-text.ts'

/** Bytes that are read of a file at once. */
const READ_BYTES = 256 * 1024

const passphraseOption = {
  'passphrase-file': {
    type: 'string',
    description:
      'The file with the passphrase; without it EARMARK_BACKUP_PASSPHRASE, or it is asked for.',
    value: 'F',
    file: true,
  },
} as const

const verifyCommand: Command = {
  words: 'backup verify',
  group: 'server',
  summary:
    'Reads all of a backup (`-`: standard input) and says what it holds; exit code 1 if any of it is missing or altered.',
  operands: ['FILE'],
  options: passphraseOption,
  examples: ['backup verify earmark.backup'],
  run: async (invocation) => {
    const file = invocation.operands[0]!
    const summary = await verifyBackup(openFile(file), () => knownPassphrase(invocation))
    return { json: summaryJson(summary), text: verifiedText(file, summary) }
  },
}

const backupCommand: Command = {
  words: 'backup',
  group: 'server',
  common: 'Write everything to one sealed file',
  summary:
    'Writes everything to one file (`-`: standard output), beside a running server: all records, and the master secret.',
  operands: ['FILE'],
  options: {
    ...passphraseOption,
    unsealed: { type: 'boolean', description: 'Without a passphrase: anybody can read the file.' },
    force: { type: 'boolean', description: 'Replaces the file if it exists.' },
  },
  examples: ['backup earmark.backup', 'backup - --passphrase-file pass > earmark.backup'],
  run: async (invocation) => {
    const { config, operands, options } = invocation
    const file = operands[0]!
    if (file === '-') requirePipe(invocation)
    await requireInstance(config)
    const sealing = await readSealing(invocation)
    const source = (databaseUrl: string): BackupSource => ({
      databaseUrl,
      secrets: readKnownSecrets(config),
      version: readVersion(),
      now: createClock(config.now)(),
    })
    const stopping = new AbortController()
    void invocation.stopped().then(() => stopping.abort(new CommandError('Interrupted.')))
    const { signal } = stopping
    const summary = await withAddress(config, async (url) => {
      const written = await (file === '-'
        ? writeOut(source(url), sealing, signal)
        : saveBackup(source(url), sealing, { file, force: options['force'] === true, signal }))
      await note(url, written, file === '-' ? null : basename(file))
      return written
    })
    const text = backupText(file, summary)
    if (file !== '-') return { json: { file, ...summaryJson(summary) }, text }
    process.stderr.write(`${text}\n`)
    return null
  },
}

const restoreCommand: Command = {
  words: 'restore',
  group: 'server',
  common: 'Restore such a file into an empty instance',
  beginsInstance: true,
  summary:
    'Restores a backup (`-`: standard input) into an instance without people and households; all of it or nothing.',
  operands: ['FILE'],
  options: passphraseOption,
  examples: ['restore earmark.backup'],
  run: async (invocation) => {
    const { config } = invocation
    const file = invocation.operands[0]!
    // Before a data folder is created for nothing.
    if (file !== '-') await readHeader(openFile(file))
    const keeper = createSecretKeeper(config)
    const now = createClock(config.now)()
    const restored = await withAddress(config, async (databaseUrl) => {
      const target = { databaseUrl, version: readVersion(), now, keepSecrets: keeper.keep }
      const ask = () => knownPassphrase(invocation)
      const summary = await restoreBackup(openFile(file), target, ask)
      // A restore that cannot be noted is done all the same.
      await noteRestore(notingOf(databaseUrl, now), summary.madeAt.toString()).catch(() => {})
      return summary
    })
    const secret = keeper.needsRotation() ? 'added' : 'same'
    return {
      json: { ...summaryJson(restored), migrated: restored.migrated, skipped: restored.skipped },
      text: restoredText(restored, { secret, dataFolder: config.dataFolder }),
    }
  },
}

/** Notes the backup, so that its age is known. One that cannot be noted is a backup all the same. */
async function note(url: string, { madeAt, bytes, sealed }: BackupSummary, file: string | null) {
  const done = { at: madeAt, file: file ?? 'standard output', bytes, sealed }
  await noteCommandBackup(notingOf(url, madeAt), done).catch(() => undefined)
}

function notingOf(databaseUrl: string, at: Temporal.Instant) {
  return { databaseUrl, now: () => at, newId: () => uuidV7(at, randomBytes(16)) }
}

export const backupCommands = [verifyCommand, backupCommand, restoreCommand]

function requirePipe({ isTerminal, options }: Invocation): void {
  if (options['json'] === true) {
    throw new UsageError(
      '--json: the backup itself is on standard output. Name a file instead of `-`.',
    )
  }
  if (options['force'] === true) throw new UsageError('--force: standard output replaces no file.')
  if (isTerminal)
    throw new UsageError('A backup is not text: send it to a file or another program.')
}

async function* openFile(file: string): AsyncGenerator<Uint8Array> {
  const stream =
    file === '-' ? process.stdin : createReadStream(file, { highWaterMark: READ_BYTES })
  try {
    yield* stream
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

async function readSealing(invocation: Invocation): Promise<Sealing> {
  const { config, options, ask } = invocation
  const file = textOption(invocation, 'passphrase-file')
  if (options['unsealed'] === true) {
    if (file !== undefined)
      throw new UsageError('--unsealed and --passphrase-file exclude each other.')
    return 'unsealed'
  }
  if (file !== undefined) return { passphrase: checked(await readPassphraseFile(file)) }
  if (config.backupPassphrase !== null) return { passphrase: config.backupPassphrase }
  if (!ask)
    throw new UsageError(`${NO_PASSPHRASE} --unsealed makes a backup that anybody can read.`)
  const passphrase = checked(await ask('Passphrase for the backup: ', { isSecret: true }))
  const again = await ask('The same passphrase again: ', { isSecret: true })
  if (passphrase !== again)
    throw new CommandError('The two passphrases differ. Nothing was written.')
  return { passphrase }
}

const NO_PASSPHRASE =
  'A passphrase is needed: --passphrase-file names a file with it, or EARMARK_BACKUP_PASSPHRASE is it.'

async function knownPassphrase(invocation: Invocation): Promise<string> {
  const file = textOption(invocation, 'passphrase-file')
  if (file !== undefined) return readPassphraseFile(file)
  const { config, ask } = invocation
  if (config.backupPassphrase !== null) return config.backupPassphrase
  if (!ask || invocation.operands[0] === '-') throw new UsageError(NO_PASSPHRASE)
  return ask('Passphrase of the backup: ', { isSecret: true })
}

/** One line break at the end is dropped, because editors and `echo` write it. */
async function readPassphraseFile(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandError(`${file} cannot be read: ${error.message}`)
  })
  return text.replace(/\r?\n$/, '')
}

function checked(passphrase: string): string {
  if (passphrase.length >= PASSPHRASE_MIN) return passphrase
  throw new CommandError(
    `A passphrase needs at least ${PASSPHRASE_MIN} characters: a thief of the file can try as many as they like.`,
  )
}

/** Writes to standard output. A reader that stops is a failure here: what it has is not a backup. */
async function writeOut(source: BackupSource, sealing: Sealing, signal: AbortSignal) {
  const out = process.stdout
  // For other commands a reader that stops is no failure (`main.ts`).
  out.removeAllListeners('error')
  const failed = once(out, 'error').then(([error]) => {
    throw new BackupFault('unusable', `The backup cannot be written: ${(error as Error).message}`)
  })
  failed.catch(() => {})
  const backup = writeBackup(source, sealing)
  try {
    for (;;) {
      const step = await backup.next()
      signal.throwIfAborted()
      if (step.done) {
        await Promise.race([new Promise<void>((done) => out.write('', () => done())), failed])
        return step.value
      }
      if (!out.write(step.value))
        await Promise.race([new Promise((done) => out.once('drain', done)), failed])
    }
  } finally {
    // Closes its connection to the database.
    await backup.return(undefined as never).catch(() => {})
  }
}
