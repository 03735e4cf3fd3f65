import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { accounts } from '#/budget/accounts/contract.ts'
import { importsApp } from '#/sources/files/app-contract.ts'
import { CommandError, FileFault, type Output, UsageError } from '#/app/cli/parsing/command.ts'
import type { Remote } from '#/app/cli/parsing/remote.ts'
import { questionText } from '#/app/cli/words/question-text.ts'
import type { AskedImport } from './import.ts'
import { faultText, previewOutput, reportOutput } from './import-output.ts'

type Preview = Answer<typeof importsApp.uploadImport>

/** Milliseconds between two looks at an import that runs. */
const LOOK_EVERY = 1000
/** Formats that state sums of whole statements, so a gap means that rows are missing or read wrongly. */
const withSums = ['mt940', 'mt942', 'qif']

/** Uploads a file to an instance, and imports it as it was previewed there. What is not imported is cancelled there. */
export async function importThere(remote: Remote, asked: AskedImport): Promise<Output> {
  requireServed(asked)
  const { ask } = remote
  const { file, fileName, accountId, isDry } = asked
  const body = await readBytes(file)
  const query = { account_id: accountId, file_name: fileName }
  const uploaded = importsApp.uploadImport.response.parse(
    await ask(importsApp.uploadImport, { query, body }).catch((error: unknown) => {
      // The server knows the file only as the parameter.
      const [, fault] =
        /^file: (.*)$/s.exec(error instanceof CommandError ? error.message : '') ?? []
      throw fault === undefined ? error : new FileFault(`${file}: ${fault}`)
    }),
  )
  const params = { id: uploaded.id }
  let isKept = false
  try {
    const preview = await chosen(remote, uploaded, asked)
    const all = await ask(accounts.listAccounts)
    const currency = all.find(({ id }) => id === accountId)?.currency ?? (await remote.currency())
    if (preview.reason !== null) {
      const fault = { line: preview.line, message: preview.message ?? '', reason: preview.reason }
      throw new FileFault(faultText(file, fault))
    }
    if (isDry) return previewOutput(file, { preview, currency })
    requireDecided(preview, { asked, currency })
    await ask(importsApp.commitImport, { params })
    isKept = true
    const { total, added, duplicates } = await finished(remote, params)
    const { format, gaps, skipped } = preview
    return reportOutput({
      format: format!,
      read: total,
      added,
      duplicates,
      gaps,
      skipped,
      currency,
    })
  } finally {
    if (!isKept) await ask(importsApp.cancelImport, { params }).catch(() => {})
  }
}

function requireServed({ isAll, reading: { columns, status } }: AskedImport): void {
  if (!isAll && columns === undefined && status === undefined) return
  throw new UsageError(
    '--all-accounts, --columns and --status work on the machine of the instance, or choose them in the application.',
  )
}

/** Previews once more if something was chosen that the upload could not know. */
async function chosen(
  { ask }: Remote,
  uploaded: Preview,
  { reading, fileAccount, different }: AskedImport,
): Promise<Preview> {
  const { spending, dateOrder, decimal } = reading
  const mapping = {
    ...(spending && { isInverted: spending === 'plus' }),
    ...(dateOrder && { dateOrder }),
    ...(decimal && { decimal }),
  }
  const isChosen = Object.keys(mapping).length > 0
  const isSeparate = different.alike || different.rows.length > 0
  if (!isChosen && !isSeparate && fileAccount === null) return uploaded
  const body = {
    ...(isChosen && { mapping }),
    ...(fileAccount !== null && { file_account: fileAccount }),
    different,
  }
  const { previewImport } = importsApp
  return previewImport.response.parse(
    await ask(previewImport, { params: { id: uploaded.id }, body }),
  )
}

type Deciding = { readonly asked: AskedImport; readonly currency: string }

/** Refuses a file that leaves a question open, or whose own sums contradict its rows, as the command does on a database. */
function requireDecided(preview: Preview, { asked, currency }: Deciding): void {
  const { question, layout, format, gaps } = preview
  if (question) {
    const header = layout?.header ?? []
    throw new FileFault(questionText(asked.file, { question, header, currency }))
  }
  const [gap] = gaps.first
  if (!gap || asked.acceptsGaps || !withSums.includes(format ?? '')) return
  const message = 'The balances that the file states do not follow from its rows.'
  const fault = { line: gap.line, message, reason: { name: 'balances_differ' } }
  throw new FileFault(faultText(asked.file, fault))
}

async function finished({ ask, signal }: Remote, params: { readonly id: string }) {
  for (;;) {
    const state = await ask(importsApp.showImport, { params })
    if (state.status === 'done') return state
    if (!['queued', 'running'].includes(state.status)) {
      throw new CommandError(state.message ?? `The import is ${state.status}.`)
    }
    await setTimeout(LOOK_EVERY, undefined, { signal })
  }
}

async function readBytes(file: string): Promise<Uint8Array<ArrayBuffer>> {
  if (file === '-') return new Uint8Array(await buffer(process.stdin))
  try {
    return new Uint8Array(await readFile(file))
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
  }
}
