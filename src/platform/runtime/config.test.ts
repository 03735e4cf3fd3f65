import assert from 'node:assert/strict'
import { test } from 'node:test'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownOrigins, readConfig, secretNames } from './config.ts'

test('an instance derives its own addresses from the settings', () => {
  const origins = (env: Record<string, string>) => ownOrigins(readConfig(env))
  assert.deepEqual(origins({}), ['http://127.0.0.1:3000'])
  assert.deepEqual(origins({ HOST: '::', PORT: '80' }), ['http://[::]:80'])
  assert.deepEqual(origins({ PUBLIC_URL: 'https://budget.example.com/', HOST: '0.0.0.0' }), [
    'https://budget.example.com',
    'http://0.0.0.0:3000',
  ])
  assert.deepEqual(origins({ HOST: 'not a host' }), [])
})

test('a wrong variable is reported by name, with a sentence and without its value', () => {
  const faults: [Record<string, string>, string][] = [
    [{ PORT: '65536' }, 'PORT must be a port, a whole number from 0 to 65535.'],
    [{ PORT: '-1' }, 'PORT must be a port, a whole number from 0 to 65535.'],
    [{ PORT: '3000x' }, 'PORT must be a port, a whole number from 0 to 65535.'],
    [{ PORT: '123456' }, 'PORT must be a port, a whole number from 0 to 65535.'],
    [
      { DATABASE_URL: 'mysql://db' },
      'DATABASE_URL must be an address that begins with postgres://.',
    ],
    [{ EARMARK_SECRET: 'tooshort' }, 'EARMARK_SECRET must have at least 16 characters.'],
    [
      { EARMARK_ALLOW_CIDRS: '10.0.0.0/8, 10.0.0.0/33' },
      'EARMARK_ALLOW_CIDRS must be ranges of addresses such as 10.0.0.0/8 or fd00::/8, with commas between them.',
    ],
    [{ EARMARK_WEBHOOK_HTTPS_ONLY: 'yes' }, 'EARMARK_WEBHOOK_HTTPS_ONLY must be 1 or 0.'],
    [{ EARMARK_NOW: 'today' }, 'EARMARK_NOW must be a moment such as 2026-11-20T09:00:00Z.'],
    [
      { EARMARK_NOW: '2026-11-20T09:00:00Z', NODE_ENV: 'production' },
      'EARMARK_NOW must not be set if NODE_ENV is production.',
    ],
    [
      {
        EARMARK_PLAID_URL: 'plaid.com',
        EARMARK_PLAID_CLIENT_ID: 'id',
        EARMARK_PLAID_SECRET: 'a secret',
      },
      'EARMARK_PLAID_URL must be an address such as https://production.plaid.com.',
    ],
    [
      { EARMARK_PLAID_URL: 'https://sandbox.plaid.com', EARMARK_PLAID_CLIENT_ID: 'id' },
      'EARMARK_PLAID_SECRET must be set together with the other variables of Plaid, or none of them.',
    ],
    [
      { EARMARK_BACKUP_FOLDER: '/backups' },
      'EARMARK_BACKUP_FOLDER needs EARMARK_BACKUP_PASSPHRASE, or EARMARK_BACKUP_UNSEALED=1 if everybody who may read the files may read everything.',
    ],
    [
      { EARMARK_BACKUP_UNSEALED: '1', EARMARK_BACKUP_PASSPHRASE: 'the river runs' },
      'EARMARK_BACKUP_UNSEALED and EARMARK_BACKUP_PASSPHRASE must not both be set.',
    ],
    [
      { PUBLIC_URL: 'ftp://budget' },
      'PUBLIC_URL must be an address such as https://budget.example.com.',
    ],
    [
      { EARMARK_TRUSTED_PROXIES: '127.0.0.1, caddy' },
      'EARMARK_TRUSTED_PROXIES must be addresses and ranges of addresses such as 127.0.0.1 or 172.16.0.0/12, with commas between them.',
    ],
    [
      { EARMARK_TRUSTED_PROXIES: '172.16.0.0/40' },
      'EARMARK_TRUSTED_PROXIES must be addresses and ranges of addresses such as 127.0.0.1 or 172.16.0.0/12, with commas between them.',
    ],
    [
      { EARMARK_API_LIMIT_MINUTE: '59' },
      'EARMARK_API_LIMIT_MINUTE must be a whole number from 60 to 9999999.',
    ],
    [
      { EARMARK_API_LIMIT_HOUR: '1e6' },
      'EARMARK_API_LIMIT_HOUR must be a whole number from 1500 to 9999999.',
    ],
    [
      { EARMARK_HSTS_SECONDS: 'a year', PUBLIC_URL: 'https://budget' },
      'EARMARK_HSTS_SECONDS must be a number of seconds such as 31536000, or 0.',
    ],
    [
      { EARMARK_HSTS_SECONDS: '31536000', PUBLIC_URL: 'http://budget' },
      'EARMARK_HSTS_SECONDS needs a PUBLIC_URL that begins with https://.',
    ],
  ]
  for (const [env, sentence] of faults) {
    assert.throws(() => readConfig(env), {
      message: `The environment is not valid.\n  ${sentence}`,
    })
  }
  assert.throws(() => readConfig({ PORT: 'x', PUBLIC_URL: 'x' }), /\n {2}PORT .*\n {2}PUBLIC_URL /)
})

test('automatic backups lie open beside the open database, and sealed anywhere else', () => {
  const read = (env: Readonly<Record<string, string>>) => {
    const { folder, passphrase } = readConfig({ EARMARK_DATA: '/data', ...env }).backups
    return [folder, passphrase]
  }
  const secret = 'a secret of the operator'
  assert.deepEqual(read({}), ['/data/backups', null])
  assert.deepEqual(read({ EARMARK_SECRET: secret }), ['/data/backups', secret])
  assert.deepEqual(read({ DATABASE_URL: 'postgres://db/earmark' }), [null, null])
  assert.deepEqual(read({ EARMARK_BACKUP_FOLDER: 'off' }), [null, null])
  const elsewhere = { EARMARK_BACKUP_FOLDER: '/mnt/backups' }
  assert.deepEqual(read({ ...elsewhere, EARMARK_BACKUP_UNSEALED: '1' }), ['/mnt/backups', null])
  const sealed = {
    ...elsewhere,
    EARMARK_SECRET: secret,
    EARMARK_BACKUP_PASSPHRASE: 'the river runs',
  }
  assert.deepEqual(read(sealed), ['/mnt/backups', 'the river runs'])
})

test('trusted proxies are a list of addresses and ranges, and HSTS is off by default', () => {
  const read = readConfig({
    EARMARK_TRUSTED_PROXIES: '127.0.0.1, 172.16.0.0/12,fd00::/8',
    EARMARK_HSTS_SECONDS: '31536000',
    PUBLIC_URL: 'https://budget.example.com',
  })
  assert.deepEqual(read.trustedProxies, ['127.0.0.1', '172.16.0.0/12', 'fd00::/8'])
  assert.equal(read.hstsSeconds, 31_536_000)
  assert.deepEqual(read.apiLimits, { minute: 60, hour: 1500 })
  const raised = { EARMARK_API_LIMIT_MINUTE: '60', EARMARK_API_LIMIT_HOUR: '9999999' }
  assert.deepEqual(readConfig(raised).apiLimits, { minute: 60, hour: 9_999_999 })
  const bare = readConfig({ PUBLIC_URL: 'https://budget.example.com', EARMARK_HSTS_SECONDS: '0' })
  assert.deepEqual([bare.trustedProxies, bare.hstsSeconds], [[], 0])
})

test('optional variables may be empty, and the limits of ranges are allowed', () => {
  const empty = readConfig({ PORT: '', DATABASE_URL: '', EARMARK_SECRET: '', PUBLIC_URL: '' })
  assert.deepEqual(
    [empty.port, empty.databaseUrl, empty.secret, empty.publicUrl],
    [3000, null, null, null],
  )
  assert.deepEqual(
    [readConfig({ PORT: '0' }).port, readConfig({ PORT: '65535' }).port],
    [0, 65_535],
  )
})

/** Runs `work` with a new folder, and the path of a file in it with each content. */
function withFiles(contents: readonly (string | Buffer)[], work: (paths: string[]) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'earmark-secrets-'))
  try {
    work(
      contents.map((content, index) => {
        const path = join(folder, String(index))
        writeFileSync(path, content)
        return path
      }),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('every secret can be in a file, and one line break at its end is dropped', () => {
  const needed = [
    'DATABASE_URL',
    'EARMARK_SECRET',
    'EARMARK_SECRET_PREVIOUS',
    'EARMARK_PLAID_SECRET',
  ]
  assert.deepEqual(
    needed.filter((name) => !secretNames.includes(name)),
    [],
  )
  const contents = ['postgres://a:b@db/x\n', ' a secret of blanks \r\n', 'one\ntwo\n\n', 'plaid']
  withFiles(contents, ([database, master, previous, plaid]) => {
    const read = readConfig({
      DATABASE_URL_FILE: database,
      EARMARK_SECRET_FILE: master,
      EARMARK_SECRET_PREVIOUS_FILE: previous,
      EARMARK_PLAID_URL: 'https://sandbox.plaid.com',
      EARMARK_PLAID_CLIENT_ID: 'id',
      EARMARK_PLAID_SECRET_FILE: plaid,
      // An empty variable counts as not set.
      EARMARK_SECRET: '',
    })
    assert.equal(read.databaseUrl, 'postgres://a:b@db/x')
    assert.equal(read.secret, ' a secret of blanks ')
    assert.deepEqual(read.previousSecrets, ['one', 'two'])
    assert.equal(read.plaid?.secret, 'plaid')
  })
})

test('a former secret may contain blanks, as the present one may', () => {
  const read = (text: string) => readConfig({ EARMARK_SECRET_PREVIOUS: text }).previousSecrets
  assert.deepEqual(read('one two'), ['one two', 'one', 'two'])
  assert.deepEqual(read(' a secret \nanother'), [' a secret ', 'a', 'secret', 'another'])
  assert.deepEqual(read(' \n'), [])
})

test('a secret can come through a pipe', () => {
  const code = `
    const { readConfig } = await import('#/platform/runtime/config.ts')
    process.stdout.write(readConfig(process.env).secret)`
  const piped = `printf 'a piped master secret\\n' | "$0" --input-type=module -e "$1"`
  const out = execFileSync('sh', ['-c', piped, process.execPath, code], {
    env: { PATH: process.env['PATH'], EARMARK_SECRET_FILE: '/dev/stdin' },
  })
  assert.equal(String(out), 'a piped master secret')
})

test('a secret’s file that is wrong is refused by name, without path and content', () => {
  const long = 'x'.repeat(64 * 1024 + 1)
  withFiles(['\n', long, Buffer.from([0xff, 0xfe, 1]), 'short\n'], (paths) => {
    const [empty, large, binary, short] = paths
    const faults: [Record<string, string | undefined>, string][] = [
      [{ EARMARK_SECRET_FILE: empty }, 'EARMARK_SECRET_FILE names a file that is empty.'],
      [
        { EARMARK_SECRET_FILE: large },
        'EARMARK_SECRET_FILE names a file that is larger than 64 KiB.',
      ],
      [
        { EARMARK_SECRET_FILE: '/dev/zero' },
        'EARMARK_SECRET_FILE names a file that is larger than 64 KiB.',
      ],
      [{ EARMARK_SECRET_FILE: binary }, 'EARMARK_SECRET_FILE names a file that is not text.'],
      [{ EARMARK_SECRET_FILE: tmpdir() }, 'EARMARK_SECRET_FILE names a file that is a folder.'],
      [
        { DATABASE_URL_FILE: 'postgres://u:hunter2@db/x' },
        'DATABASE_URL_FILE names a file that does not exist.',
      ],
      [
        { EARMARK_SECRET: 'a long enough secret', EARMARK_SECRET_FILE: short },
        'EARMARK_SECRET and EARMARK_SECRET_FILE must not both be set.',
      ],
      [{ EARMARK_SECRET_FILE: short }, 'EARMARK_SECRET must have at least 16 characters.'],
    ]
    for (const [env, sentence] of faults) {
      assert.throws(() => readConfig(env), {
        message: `The environment is not valid.\n  ${sentence}`,
      })
    }
  })
})
