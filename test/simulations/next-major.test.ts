import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execPath } from 'node:process'
import { after, test } from 'node:test'
import { findSystemPostgres, majorOf } from '#/platform/postgres/system-programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'earmark-major-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const program = join(import.meta.dirname, '../../bin/earmark.js')
writeFileSync(join(folder, 'earmark'), `#!/bin/sh\nexec "${execPath}" "${program}" "$@"\n`, {
  mode: 0o755,
})
symlinkSync(execPath, join(folder, 'node'))

/** Runs a line as an operator types it. */
function run(line: string, env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
    encoding: 'utf8',
    cwd: folder,
    env: {
      PATH: `${folder}:${process.env['PATH']}`,
      HOME: folder,
      EARMARK_BACKUP_PASSPHRASE: 'the river runs to the sea',
      ...env,
    },
  })
  return { status, stdout, stderr }
}

test('a folder of an earlier PostgreSQL is reached by the two commands that the refusal prints', (context) => {
  const programs = findSystemPostgres()
  if (programs === null || majorOf(programs.version) === 18) {
    return context.skip('no PostgreSQL of another major version is installed')
  }
  const data = join(folder, 'data')
  const old = { EARMARK_DATA: data, EARMARK_POSTGRES_PROGRAMS: dirname(programs.postgres) }
  const made = run('earmark demo --json', old)
  assert.equal(made.status, 0, made.stderr)
  const refused = run('earmark household list', { EARMARK_DATA: data })
  assert.equal(refused.status, 1)
  const lines = refused.stderr.split('\n').filter((line) => line.startsWith('  EARMARK_DATA='))
  assert.equal(lines.length, 2, refused.stderr)
  for (const line of lines) {
    const done = run(line)
    assert.equal(done.status, 0, `${line}: ${done.stderr}`)
  }
  const listed = run('earmark household list --json', { EARMARK_DATA: `${data}-new` })
  const { household_id: household } = JSON.parse(made.stdout) as { household_id: string }
  assert.ok(listed.stdout.includes(household), listed.stdout)
})
