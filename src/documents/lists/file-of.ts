import type { FileKind } from '#/platform/runtime/call.ts'

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  hledger: 'text/plain; charset=utf-8',
  beancount: 'text/plain; charset=utf-8',
  zip: 'application/zip',
} as const

/** Names a file by its content and a label, such as the day. */
export function fileOf(content: string, format: keyof typeof types, label: string): FileKind {
  const ending = format === 'hledger' ? 'journal' : format
  const name = `earmark-${content.replaceAll('_', '-')}-${label}.${ending}`
  return { type: types[format], name }
}
