import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { commands } from '#/app/cli/commands.ts'
import type { Output } from '#/app/cli/parsing/command.ts'
import { helpText } from '#/app/cli/help/help-text.ts'
import { understand } from '#/app/cli/parsing/understand.ts'
import { openProduct } from '#/app/cli/serving/open.ts'
import { serve } from '#/app/cli/serving/serve.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import {
  APPLICATION_ID,
  APPLICATION_KEY,
  createFakeEnableBanking,
} from '../fakes/enable-banking.ts'
import { CLIENT_SECRET, createFakePlaid } from '../fakes/fake-plaid.ts'
import { createFakeSimplefin, type FakeSimplefin } from '../fakes/fake-simplefin.ts'
import { createTestDatabase } from '../support/database.ts'
import { exampleDocument } from '../support/example-document.ts'
import { zipOf } from '../support/given-moves.ts'
import { ynabPlan, ynabRegister } from '../support/moved-files.ts'

/** The day of the documents. */
const NOW = '2026-11-20T09:00:00Z'

const march = `Date,Description,Amount
2026-03-01,Bakery,-12.90
2026-03-02,Tram Stop,-4.50
2026-03-28,Salary,2500.00
`
/** Nothing in it says how spending is written. */
const card = `Date,Description,Amount
2026-01-18,Noodles,62.50
2026-01-19,Books,20.00
`

const waits = new Set(['listen'])

export type Instance = Awaited<ReturnType<typeof prepareInstance>>

/** An instance with the demo household, banks to connect and the files that documents name; it serves on `url`. */
export async function prepareInstance(role: 'api' | 'all' = 'api') {
  const folder = mkdtempSync(join(tmpdir(), 'earmark-documents-'))
  const clock = () => Temporal.Instant.from(NOW).epochMilliseconds / 1000
  const [{ url: databaseUrl }, simplefin, plaid, europe] = await Promise.all([
    createTestDatabase(),
    createFakeSimplefin(),
    createFakePlaid(clock),
    createFakeEnableBanking(clock),
  ])
  const env = {
    DATABASE_URL: databaseUrl,
    EARMARK_DATA: join(folder, 'data'),
    EARMARK_NOW: NOW,
    EARMARK_ALLOW_CIDRS: '127.0.0.0/8',
    EARMARK_PLAID_URL: plaid.url,
    EARMARK_PLAID_CLIENT_ID: 'client',
    EARMARK_PLAID_SECRET: CLIENT_SECRET,
    EARMARK_ENABLEBANKING_URL: europe.url,
    EARMARK_ENABLEBANKING_APPLICATION_ID: APPLICATION_ID,
    EARMARK_ENABLEBANKING_KEY: APPLICATION_KEY,
    EARMARK_BACKUP_PASSPHRASE: 'a passphrase of the documents',
    PORT: '0',
  }
  const config = readConfig(env)
  simplefin.state.accounts = [
    {
      id: 'ACT-1',
      connection: 'CON-1',
      name: 'Checking',
      currency: 'EUR',
      balance: '100.00',
      'balance-date': clock(),
      transactions: [],
    },
  ]
  simplefin.state.now = clock
  writeFiles(folder, simplefin)
  const product = await openProduct({ config, connectionsMax: 4, notice: () => {} })
  const served = await serve(config, { role, notice: () => {} })
  const left = process.cwd()
  process.chdir(folder)
  after(async () => {
    process.chdir(left)
    await served.stop()
    await product.close()
    await simplefin.close()
    await plaid.close()
    await europe.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { runtime } = product
  /** Runs one of the operator's commands in this process; returns what it prints, and its exit code. */
  async function run(words: readonly string[], input: string | null = null): Promise<Ran> {
    const asked = understand(words, commands)
    if (asked.kind === 'help') return { text: helpText(asked), json: null, code: 0 }
    if (asked.kind === 'version') return { text: '', json: null, code: 0 }
    let printed = ''
    const output: Output = await asked.command.run({
      ...asked,
      config,
      withRuntime: (work) => work(runtime),
      read: async (file) =>
        file === '-' ? (input ?? assert.fail('nothing is piped in')) : readFile(file, 'utf8'),
      print: async (text) => void (printed += text),
      isTerminal: false,
      notice: () => {},
      // A command that waits to be stopped has shown by then that it runs; others would be interrupted.
      stopped: () => (waits.has(asked.command.words) ? Promise.resolve() : new Promise(() => {})),
    })
    return { text: output?.text ?? printed, json: output?.json, code: output?.failed ? 1 : 0 }
  }
  return { run, runtime, env, folder, simplefin, plaid, url: served.url }
}

export type Ran = { readonly text: string; readonly json: unknown; readonly code: number }

function writeFiles(folder: string, simplefin: FakeSimplefin): void {
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'march.csv': march,
    'card.csv': card,
    'setup-token': simplefin.setupToken(),
    'household.json': JSON.stringify(exampleDocument()),
    'YNAB Export.zip': zipOf([
      { path: 'Ours - Register.csv', content: ynabRegister },
      { path: 'Ours - Plan.csv', content: ynabPlan },
    ]),
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
}
