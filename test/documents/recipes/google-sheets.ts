import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import { blockOf, type Kitchen } from './recipe.ts'

// Runs the Apps Script of the recipe, which waits for each answer, so it has a thread of its own. Google's services are
// stand-ins that behave as theirs do where the script relies on it; the requests are real.

const GOOGLE = `
const { workerData, parentPort } = require('node:worker_threads')
const { spawnSync } = require('node:child_process')
const { script, wanted, store, table } = workerData
const properties = {
  getProperty: (name) => store[name] ?? null,
  setProperty: (name, value) => { store[name] = String(value) },
  deleteProperty: (name) => { delete store[name] },
}
const sheet = {
  rows: table,
  getLastRow: () => sheet.rows.length,
  clearContents: () => { sheet.rows = [] },
  getRange: (row, column, height, width) => ({
    getValues: () => sheet.rows.slice(row - 1, row - 1 + height).map((one) => one.slice(0, width)),
    setValues: (values) => {
      if (values.length !== height || values.some((one) => one.length !== width)) throw new Error('The range has another size.')
      if (values.flat().some((one) => one === undefined || one === null)) throw new Error('A cell has no value.')
      // A text that looks like a day becomes one.
      sheet.rows.splice(row - 1, height, ...values.map((one) => one.map((cell) => /^\\d{4}-\\d\\d-\\d\\d$/.test(cell) ? new Date(cell) : cell)))
    },
  }),
}
let requests = 0
const UrlFetchApp = {
  fetch: (url, { headers }) => {
    requests += 1
    const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', name + ': ' + value])
    const { stdout } = spawnSync('curl', ['-s', '-w', '\\n%{http_code}', ...lines, url], { encoding: 'utf8', maxBuffer: 1e9 })
    const at = stdout.lastIndexOf('\\n')
    return { getContentText: () => stdout.slice(0, at), getResponseCode: () => Number(stdout.slice(at + 1)) }
  },
}
const book = { getSheetByName: () => sheet, insertSheet: () => sheet }
const services = {
  UrlFetchApp,
  PropertiesService: { getScriptProperties: () => properties },
  SpreadsheetApp: { getActiveSpreadsheet: () => book },
  LockService: { getScriptLock: () => ({ tryLock: () => true, releaseLock: () => {} }) },
}
let fault = null
try {
  new Function(...Object.keys(services), script + '\\n' + wanted + '()')(...Object.values(services))
} catch (error) {
  fault = error.message
}
parentPort.postMessage({ rows: sheet.rows, store, fault, requests })
`

const shape = z.object({
  rows: z.array(z.array(z.unknown())),
  store: z.record(z.string(), z.string()),
  fault: z.string().nullable(),
  requests: z.number(),
})

export type Sheet = z.infer<typeof shape>

/** Runs a function of the script on a sheet; the first time on an empty one. */
export async function runScript(
  { url, key }: Kitchen,
  wanted: 'update' | 'startOver',
  before: Pick<Sheet, 'rows' | 'store'> = { rows: [], store: {} },
): Promise<Sheet> {
  const page = 'docs/recipes/google-sheets.md'
  const script = blockOf(page, { language: 'js', part: 'function update', url })
  const store = { ...before.store, EARMARK_KEY: key }
  const workerData = { script, wanted, store, table: before.rows }
  const worker = new Worker(GOOGLE, { eval: true, workerData })
  const [answer] = (await once(worker, 'message')) as [unknown]
  await worker.terminate()
  return shape.parse(answer)
}
