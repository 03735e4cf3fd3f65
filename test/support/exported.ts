import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { WrittenDocument } from '#/documents/document.ts'
import { exportDocument } from '#/documents/export.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** The document that an export makes, read. */
export async function readExport(runtime: Runtime, householdId: string): Promise<WrittenDocument> {
  return JSON.parse(await text(Readable.from(exportDocument(runtime, householdId))))
}

/** Removes ids and the time of the answer, which differ between equal households. */
export function nameless(value: unknown): unknown {
  const text = JSON.stringify(value).replaceAll(
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
    'id',
  )
  return JSON.parse(text)
}
