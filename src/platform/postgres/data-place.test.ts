import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { chmod, chown, mkdir, readlink, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getuid } from 'node:process'
import { test, type TestContext } from 'node:test'

import { trimLog } from './launch.ts'
import { type ClusterFiles, prepareFiles } from './cluster-files.ts'
import { canReach } from './runner.ts'

const asRoot = { skip: getuid?.() !== 0 && 'only root runs PostgreSQL as somebody else' }

function makeParent(context: TestContext): string {
  const parent = mkdtempSync(path.join(tmpdir(), 'earmark-'))
  context.after(() => rmSync(parent, { recursive: true, force: true }))
  return parent
}

async function canServe({ folder, runner }: ClusterFiles): Promise<boolean> {
  return runner !== null && runner.uid !== 0 && canReach(runner, folder)
}

test(
  "root's private data folder lets PostgreSQL's user pass, and nobody look",
  asRoot,
  async (context) => {
    const parent = makeParent(context)
    const events: string[] = []
    const files = await prepareFiles(parent, (event) => void events.push(event))
    assert.ok(await canServe(files))
    assert.equal((await stat(parent)).mode & 0o777, 0o710)
    assert.deepEqual(events, ['postgres.folder_opened'])
  },
)

test(
  'below a private folder the cluster goes elsewhere, says so, and is found again',
  asRoot,
  async (context) => {
    const data = path.join(makeParent(context), 'deep', 'data')
    const events: string[] = []
    const log = (event: string) => void events.push(event)
    const files = await prepareFiles(data, log)
    context.after(() => rmSync(files.folder, { recursive: true }))
    assert.ok(await canServe(files))
    assert.equal(await readlink(path.join(data, 'postgres')), files.folder)
    assert.deepEqual(await prepareFiles(data, log), files)
    assert.deepEqual(events, ['postgres.placed_elsewhere'])
  },
)

test('a cluster whose folder was closed is not replaced by a new one', asRoot, async (context) => {
  const parent = makeParent(context)
  await chmod(parent, 0o755)
  await prepareFiles(path.join(parent, 'data'), () => undefined)
  await chmod(parent, 0o700)
  await assert.rejects(
    prepareFiles(path.join(parent, 'data'), () => undefined),
    {
      code: 'folder_unreachable',
    },
  )
})

test('a data folder behind a broken link is refused, as when a disk is missing', async (context) => {
  const parent = makeParent(context)
  const link = path.join(parent, 'disk')
  await symlink(path.join(parent, 'unplugged'), link)
  for (const data of [link, path.join(link, 'earmark')]) {
    await assert.rejects(
      prepareFiles(data, () => undefined),
      { code: 'folder_unreachable' },
    )
  }
})

test('in a folder of another user, root works as that user', asRoot, async (context) => {
  const parent = makeParent(context)
  const data = path.join(parent, 'data')
  await chmod(parent, 0o755)
  await mkdir(data, { mode: 0o700 })
  await chown(data, 4711, 4712)
  const { folder, runner } = await prepareFiles(data, () => undefined)
  assert.deepEqual([runner?.uid, runner?.gid], [4711, 4712])
  assert.equal((await stat(folder)).uid, 4711)
})

test('a large log is rotated, and one former log is kept', async (context) => {
  const parent = makeParent(context)
  const files = await prepareFiles(parent, () => undefined)
  await writeFile(files.log, 'short')
  await trimLog(files)
  assert.equal((await stat(files.log)).size, 5)
  await writeFile(files.log, Buffer.alloc(10_000_000))
  await trimLog(files)
  assert.equal((await stat(files.log)).size, 0)
  assert.equal((await stat(`${files.log}.1`)).size, 10_000_000)
})
