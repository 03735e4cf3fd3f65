import type { Told } from '#web/calls/operations.ts'

export type Import = Told<'GET /imports/{id}'>
export type Preview = Told<'POST /imports/{id}/preview'>

export function isUnderWay(told: Pick<Import, 'status'> | undefined): boolean {
  return told?.status === 'queued' || told?.status === 'running'
}
