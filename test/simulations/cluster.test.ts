import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { execPath, getuid, kill } from 'node:process'
import { after, afterEach, test } from 'node:test'

import { ask, isRunning, leaveAll, makeFolder, open, readPid } from '../support/cluster-trial.ts'
import { startVisitor, until, visit, writePid } from '../support/cluster-trial.ts'
import { adminUrlOf } from '#/platform/postgres/cluster.ts'

// One cluster serves the tests in turn; see first-start.test.ts for the others.
const folder = makeFolder({ after })
afterEach(() => leaveAll(folder))

test('a first start creates a database that only the password opens, and a stop ends it', async () => {
  const events: string[] = []
  const cluster = await open(folder, events, { durable: true })
  const pid = readPid(folder)
  assert.ok(pid)
  assert.equal(cluster.started, true)
  assert.deepEqual(events, ['postgres.creating', 'postgres.started'])
  assert.deepEqual(
    await ask(
      cluster.url,
      `select current_user as role, current_database() as database, lower('ÀΩ') as lower,
              getdatabaseencoding() as encoding, current_setting('data_checksums') as checksums,
              current_setting('timezone') as zone, current_setting('max_connections') as connections,
              (select rolsuper from pg_roles where rolname = current_user) as superuser`,
    ),
    {
      role: 'earmark',
      database: 'earmark',
      lower: 'àω',
      encoding: 'UTF8',
      checksums: 'on',
      zone: 'UTC',
      connections: '60',
      superuser: false,
    },
  )
  assert.deepEqual(
    await ask(
      await adminUrlOf(cluster),
      `select current_setting('is_superuser') as superuser,
              current_setting('fsync') || current_setting('synchronous_commit') as durable,
              current_setting('listen_addresses') as listening, inet_client_addr() is null as by_socket`,
    ),
    { superuser: 'on', durable: 'onon', listening: '127.0.0.1', by_socket: true },
  )
  for (const password of ['', 'wrong']) {
    const stranger = new URL(cluster.url)
    stranger.password = password
    await assert.rejects(ask(stranger.href, 'select 1'), /password/)
    stranger.search = ''
    await assert.rejects(ask(stranger.href, 'select 1'), /password/, 'over TCP')
  }
  for (const file of ['password', 'role-password']) {
    assert.equal((await stat(path.join(cluster.folder, file))).mode & 0o777, 0o600)
  }
  await ask(cluster.url, 'create table kept as select 42 as answer')
  await cluster.stop()
  await cluster.stop()
  assert.equal(isRunning(pid), false)

  const again = await open(folder)
  assert.equal(again.url, cluster.url, 'the port stays')
  assert.deepEqual(await ask(again.url, 'select answer from kept'), { answer: 42 })
  await again.stop()
})

test('the serving role owns its database, is not a superuser, and has its own password', async () => {
  const cluster = await open(folder)
  const role = await ask(
    cluster.url,
    `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
            pg_has_role(current_user, 'pg_execute_server_program', 'member') as programs,
            (select array_agg(datname::text) from pg_database where datdba = r.oid) as owns
     from pg_roles r where rolname = current_user`,
  )
  assert.deepEqual(role, {
    rolsuper: false,
    rolcreatedb: false,
    rolcreaterole: false,
    rolreplication: false,
    rolbypassrls: false,
    programs: false,
    owns: ['earmark'],
  })
  for (const statement of [
    `copy (select 1) to program 'true'`,
    `copy (select 1) to '/tmp/earmark-outside'`,
    'create database another',
    'set role postgres',
  ]) {
    await assert.rejects(ask(cluster.url, statement), /permission denied/, statement)
  }
  const asSuperuser = new URL(cluster.url)
  asSuperuser.username = 'postgres'
  await assert.rejects(ask(asSuperuser.href, 'select 1'), /password/)
  await cluster.stop()
})

test('a folder with one shared password gets two, while other processes use it', async () => {
  const before = await open(folder)
  const admin = await adminUrlOf(before)
  // The state of a folder of an earlier version.
  const shared = new URL(admin).password
  await ask(admin, `alter role earmark createdb password '${shared}'`)
  await rm(path.join(before.folder, 'role-password'))
  const command = await visit(folder)
  const passwordNow = new URL(command.cluster.url).password
  assert.notEqual(passwordNow, shared)
  assert.deepEqual(await ask(command.cluster.url, 'select answer from kept'), { answer: 42 })
  assert.deepEqual(
    await ask(command.cluster.url, 'select rolcreatedb from pg_roles where rolname = current_user'),
    { rolcreatedb: false },
  )
  const old = new URL(command.cluster.url)
  old.password = shared
  await assert.rejects(ask(old.href, 'select 1'), /password/)
  // The next process finds nothing to repair.
  const next = await open(folder)
  assert.equal(new URL(next.url).password, passwordNow)
  await command.leave()
  await next.stop()
  await before.stop()
})

test('a role whose password or rights were changed by hand is repaired at the next start', async () => {
  const first = await open(folder)
  const admin = await adminUrlOf(first)
  for (const change of [`password 'forgotten'`, 'superuser', 'createrole']) {
    await ask(admin, `alter role earmark ${change}`)
    const next = await open(folder)
    assert.deepEqual(
      await ask(
        next.url,
        'select rolsuper or rolcreaterole as more from pg_roles where rolname = current_user',
      ),
      { more: false },
      change,
    )
    await next.stop()
  }
  await first.stop()
})

test('processes share a PostgreSQL, and the last one to leave stops it', async () => {
  const server = await visit(folder)
  const command = await visit(folder)
  const pid = readPid(folder)
  assert.ok(pid)
  assert.deepEqual([server.cluster.started, command.cluster.started], [true, false])
  assert.equal(command.cluster.url, server.cluster.url)
  await server.leave()
  assert.equal(isRunning(pid), true)
  assert.deepEqual(await ask(command.cluster.url, 'select 1 as one'), { one: 1 })
  await command.leave()
  assert.equal(isRunning(pid), false)
})

test('a killed process leaves a PostgreSQL that the next one adopts, watches and stops', async () => {
  const server = await visit(folder)
  await server.killNow()
  const pid = readPid(folder)
  assert.ok(pid && isRunning(pid))
  const next = await open(folder)
  assert.equal(next.started, false)
  assert.equal(readPid(folder), pid)
  assert.equal(next.url, server.cluster.url)
  kill(pid, 'SIGKILL')
  await until(async () => (await ask(next.url, 'select 1').catch(() => null)) !== null)
  const revived = readPid(folder)
  assert.ok(revived && revived !== pid)
  await next.stop()
  assert.equal(isRunning(revived), false)
})

test('a killed PostgreSQL is restarted once, on its port, with all commits', async () => {
  const events: string[] = []
  const cluster = await open(folder, events)
  const other = await visit(folder)
  for (let round = 0; round < 2; round++) {
    // A statement in progress, so that a child outlives its postmaster for a while.
    const sleeping = ask(cluster.url, 'select pg_sleep(1)').catch(() => null)
    const pid = readPid(folder)
    assert.ok(pid)
    kill(pid, 'SIGKILL')
    await until(async () => (await ask(cluster.url, 'select 1').catch(() => null)) !== null)
    assert.notEqual(readPid(folder), pid)
    assert.deepEqual(await ask(cluster.url, 'select answer from kept'), { answer: 42 })
    await sleeping
  }
  await other.leave()
  await cluster.stop()
  assert.equal(events.filter((event) => event === 'postgres.stopped').length, 1)
})

test('the next start recovers after server and PostgreSQL were killed together', async () => {
  const server = await visit(folder)
  await ask(server.cluster.url, 'create table kept_too as select 42 as answer')
  const busy = ask(server.cluster.url, 'select count(*) from generate_series(1, 1000000000)').catch(
    () => null,
  )
  await until(
    async () =>
      (await ask(
        await adminUrlOf(server.cluster),
        `select from pg_stat_activity where query like 'select count%' and state = 'active'`,
      )) !== undefined,
  )
  const pid = readPid(folder)
  assert.ok(pid)
  await server.killNow()
  kill(pid, 'SIGKILL')
  const events: string[] = []
  const next = await open(folder, events)
  assert.ok(events.includes('postgres.orphans_ended'), 'the busy child had to be ended')
  assert.equal(next.started, true)
  assert.deepEqual(await ask(next.url, 'select answer from kept_too'), { answer: 42 })
  await busy
  await next.stop()
})

test('a stale postmaster.pid is ignored, and the process that has its id now is not harmed', async () => {
  const server = await visit(folder)
  const pid = readPid(folder)
  assert.ok(pid)
  await server.killNow()
  kill(pid, 'SIGKILL')
  await until(() => !isRunning(pid))
  const stranger = spawn(execPath, ['-e', 'process.stdin.resume()'])
  assert.ok(stranger.pid)
  await writePid(folder, stranger.pid)
  const next = await open(folder)
  assert.equal(next.started, true)
  await next.stop()
  assert.equal(isRunning(stranger.pid), true)
  stranger.stdin?.end()
  await once(stranger, 'exit')
})

test('a port that another program took is replaced', async () => {
  const first = await open(folder)
  await first.stop()
  const port = Number(new URL(first.url).port)
  const stranger = createServer().listen(port, '127.0.0.1')
  await once(stranger, 'listening')
  const second = await open(folder)
  assert.notEqual(new URL(second.url).port, String(port))
  assert.deepEqual(await ask(second.url, 'select 1 as one'), { one: 1 })
  await second.stop()
  stranger.close()
})

test('a cluster of another major version is refused with a sentence and left unchanged', async (context) => {
  const other = makeFolder(context)
  const file = path.join(other, 'postgres', 'cluster', 'PG_VERSION')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, '16\n')
  await assert.rejects(open(other), (error: Error) => {
    assert.match(
      error.message,
      /made by PostgreSQL 16.* includes PostgreSQL 18.*\n {2}EARMARK_DATA=.* earmark backup .*\n {2}EARMARK_DATA=.*-new earmark restore /s,
    )
    return 'code' in error && error.code === 'other_version'
  })
  assert.equal(await readFile(file, 'utf8'), '16\n')
})

test('a lost password is refused with a sentence', async (context) => {
  const other = makeFolder(context)
  const file = path.join(other, 'postgres', 'cluster', 'PG_VERSION')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, '18\n')
  await assert.rejects(open(other), { code: 'password_lost' })
})

test('a failed start quotes PostgreSQL’s error, and a later start can succeed', async () => {
  const file = path.join(folder, 'postgres', 'cluster', 'postgresql.auto.conf')
  await writeFile(file, `shared_buffers = 'plenty'\n`)
  await assert.rejects(open(folder), (error: Error) => /shared_buffers.*plenty/.test(error.message))
  await writeFile(file, '')
  await (await open(folder)).stop()
})

test('an unusable data folder is refused with a sentence', async (context) => {
  const folder = makeFolder(context)
  await writeFile(folder, 'a file')
  await assert.rejects(open(folder), { code: 'folder_unreachable' })
})

test('a cluster that another container uses is refused meanwhile', async () => {
  const server = await visit(folder)
  // The view from another container: the lock is held, but its process is not visible.
  const state = path.join(folder, 'postgres', 'state.json')
  const facts = JSON.parse(await readFile(state, 'utf8'))
  await writeFile(state, JSON.stringify({ ...facts, namespace: 'pid:[1]' }))
  const pid = readPid(folder)
  assert.ok(pid)
  await writePid(folder, 2 ** 22 + 1)
  await assert.rejects(open(folder), { code: 'in_use_elsewhere' })
  await writePid(folder, pid)
  await server.leave()
})

test('a user who does not own the cluster gets a sentence that says so', async (context) => {
  if (getuid?.() !== 0) return context.skip('only root can become another user')
  const child = startVisitor(folder, { uid: 65534, errors: 'pipe' })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [status] = await once(child, 'close')
  assert.equal(status, 1)
  assert.match(said, /ClusterFailure: .*belongs to another user/)
})
