import { createReadStream } from 'node:fs'
import { BackupFault } from '#/backups/backup.ts'
import { roomIn } from '#/backups/automatic/folder.ts'
import { readHeader } from '#/backups/read-backup.ts'
import type { PersonHandle } from '#/access/sessions/person-request.ts'
import { needsSetup } from '#/people/entrance.ts'
import { requireLink } from '#/people/links.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type firstVisit, PIECE_BYTES } from './app-contract.ts'
import { putJob } from './jobs.ts'
import {
  append,
  type Course,
  filesOf,
  makeFiles,
  readCourse,
  type UploadFiles,
  writeCourse,
} from './upload-files.ts'

type Shown = Answer<typeof firstVisit.showRestore>
const ID_BYTES = 20

/** `POST /setup/restore` */
export const beginRestore: PersonHandle<typeof firstVisit.beginRestore> = async (
  request,
  { body },
) => {
  if (!(await needsSetup(request))) throw new Refusal('setup_done')
  await requireLink(request, 'setup', body.token)
  const id = Buffer.from(request.randomBytes(ID_BYTES)).toString('base64url')
  await makeFiles(request, id)
  return show(request, id)
}

/** `PUT /setup/restore/{id}` */
export const addPiece: PersonHandle<typeof firstVisit.addPiece> = async (
  request,
  { params: { id }, query: { position }, body },
) => {
  if (!(await needsSetup(request))) throw new Refusal('setup_done')
  const { files, course } = await findUpload(request, id)
  if (course.state !== 'receiving') return show(request, id)
  const room = await roomIn(request.backups.dataFolder, request.backups)
  if (room < body.length) {
    await writeCourse(files, { ...course, state: 'refused', reason: 'no_space' })
    return show(request, id)
  }
  const size = await append(files, { position, bytes: body })
  if (course.header === null && size > 0) await noteHeader(files, course)
  return show(request, id)
}

/** Refuses a wrong file at its first piece, before the rest is sent. */
async function noteHeader(files: UploadFiles, course: Course): Promise<void> {
  try {
    const { madeAt, version, sealed } = await readHeader(createReadStream(files.file))
    await writeCourse(files, {
      ...course,
      header: { made_at: writeInstant(madeAt), version, sealed },
    })
  } catch (error) {
    if (!(error instanceof BackupFault)) throw error
    await writeCourse(files, { ...course, state: 'refused', reason: error.code })
  }
}

/** `POST /setup/restore/{id}/start` */
export const startRestore: PersonHandle<typeof firstVisit.startRestore> = async (
  request,
  { params: { id }, body: { passphrase } },
) => {
  if (!(await needsSetup(request))) throw new Refusal('setup_done')
  const { files, course } = await findUpload(request, id)
  const isAgain = course.state === 'refused' && course.reason !== 'not_a_backup'
  if (course.state !== 'receiving' && !isAgain) return show(request, id)
  await writeCourse(files, {
    ...course,
    state: 'checking',
    reason: null,
    share: 0,
    pid: request.host.pid,
  })
  putJob({ files, passphrase })
  request.bell.ring('restore')
  return show(request, id)
}

/** `GET /setup/restore/{id}` */
export const showRestore: PersonHandle<typeof firstVisit.showRestore> = (
  request,
  { params: { id } },
) => show(request, id)

async function show(runtime: Runtime, id: string): Promise<Shown> {
  const { course } = await findUpload(runtime, id)
  const { pid: _, header, ...shown } = course
  return { id, piece_bytes: PIECE_BYTES, header, ...shown }
}

async function findUpload(runtime: Runtime, id: string) {
  const files = filesOf(runtime, id)
  const course = files && (await readCourse(files))
  if (!files || !course) throw new Refusal('resource_not_found')
  const { pid, state } = course
  const isAtWork = state === 'checking' || state === 'restoring'
  if (isAtWork && (pid === null || !runtime.host.isAlive(pid))) {
    return {
      files,
      course: { ...course, state: 'refused' as const, reason: 'interrupted' as const },
    }
  }
  return { files, course }
}
