import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { blocks, commandsOf } from '../documents/blocks.ts'
import { bootMachine, type Machine, whyNoMachine } from '../support/linux-machine.ts'

// Makes the Debian package and the archive as a release does, and installs and uses them, by the commands of
// docs/installing.md, in a machine that boots systemd and has no Node. Only the compression is lighter.

const SELF = 'test/package/artefacts.test.ts'
/** The highest exposure that `systemd-analyze security` may name, of 10. */
const EXPOSURE_MAX = 3

const reason = whyNoMachine()
// CI must be able to, so that it fails there.
const skip = reason !== null && process.env['CI'] !== 'true' && reason
const folder = mkdtempSync(join(tmpdir(), 'earmark-artefacts-'))
let machine: Machine

before(async () => {
  if (skip !== false) return
  const options = ['archive', 'deb', '--arch', 'x64', '--quick', '--into', folder]
  execFileSync('npm', ['run', '--silent', 'package', '--', ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  machine = await bootMachine(folder)
})
after(async () => {
  if (skip === false) await machine.stop()
  rmSync(folder, { recursive: true, force: true })
})

test(
  'the Debian package starts a service that answers when the installation ends',
  { skip },
  () => {
    done(`mkdir /srv/debian && cp /artefacts/*.deb /srv/debian`)
    const [install = '', link = '', demo = ''] = commands('setup-link')
    const text = done(install)
    assert.match(text, /Earmark runs\./)
    assert.equal(ready(3000), '200')
    assert.match(done(link), /http:\/\/localhost:3000\/setup#k=/)
    assert.match(done(demo), /The demo household/)
    assert.match(done('earmark household list'), /The Alameda household/)
  },
)

test(
  'the service runs as a user of its own, in a sandbox that systemd rates as safe',
  { skip },
  () => {
    const unit = '/usr/lib/systemd/system/earmark.service'
    assert.equal(done(`systemd-analyze verify ${unit}`), '')
    const rated = done(`systemd-analyze security --offline=true --no-pager ${unit}`)
    const exposure = Number(/exposure level for earmark\.service: ([\d.]+)/.exec(rated)?.[1])
    assert.ok(exposure <= EXPOSURE_MAX, rated)
    const users = done('cat /proc/$(systemctl show earmark -p MainPID --value)/status')
    const uid = done('id -u earmark').trim()
    assert.match(users, new RegExp(`^Uid:\\t${uid}\\t${uid}`, 'm'))
    assert.match(users, /^CapBnd:\t0+$/m)
    assert.match(users, /^Seccomp:\t2$/m)
    const own = done(`ps -eo user:20=,unit:20=,comm= | grep -F ' earmark.service '`)
      .trim()
      .split('\n')
    assert.ok(own.some((line) => line.endsWith(' postgres')))
    assert.deepEqual(
      own.filter((line) => !line.startsWith('earmark ')),
      [],
    )
    assert.equal(
      done('stat -c "%a %U" /var/lib/earmark /etc/earmark/earmark.env'),
      '700 earmark\n640 root\n',
    )
    const stranger = machine.run('earmark household list', 'nobody')
    assert.equal(stranger.code, 1)
    assert.match(stranger.text, /Run Earmark as the owner of its data folder|cannot be used/)
  },
)

test('data outlives a stop with SIGTERM, kill -9 and an installation over it', { skip }, () => {
  const [change = '', restart = '', status = '', log = ''] = commands('tee -a')
  done(change)
  done(restart)
  assert.equal(ready(3001), '200')
  assert.match(done(status), /Serving on http:\/\/127\.0\.0\.1:3001/)
  assert.match(done(log), /"event":"stopped"/)
  done('systemctl stop earmark')
  assert.equal(done('ps -u earmark -o pid= | wc -l').trim(), '0')
  done('systemctl start earmark')
  const restarted = 'systemctl show earmark -p NRestarts --value'
  done('systemctl kill --kill-whom=main --signal=KILL earmark')
  done(`until [ "$(${restarted})" = 1 ] && systemctl is-active -q earmark; do sleep 0.2; done`)
  assert.equal(ready(3001), '200')
  const [upgrade = ''] = commands('--reinstall')
  done(upgrade)
  assert.equal(ready(3001), '200')
  assert.match(done('earmark household list'), /The Alameda household/)
})

test('a wrong setting fails the restart and is named in the log; nothing is lost', { skip }, () => {
  const settings = '/etc/earmark/earmark.env'
  done(`cp -p ${settings} /srv/settings`)
  for (const [setting, named] of [
    ['EARMARK_SECRET=short', /EARMARK_SECRET must have at least 16 characters/],
    ['EARMARK_DATA=/srv/elsewhere', /data folder \/srv\/elsewhere cannot be used/],
  ] as const) {
    done(`cp -p /srv/settings ${settings} && echo ${setting} >>${settings}`)
    assert.notEqual(machine.run('systemctl restart earmark').code, 0)
    done('systemctl stop earmark')
    assert.match(done('journalctl -u earmark -n 40 --no-pager'), named)
  }
  done(`cp -p /srv/settings ${settings} && systemctl start earmark`)
  assert.match(done('earmark household list'), /The Alameda household/)
})

test('removing the package keeps the data, purging deletes it and says so', { skip }, () => {
  const [remove = '', purge = ''] = commands('purge')
  assert.match(done(remove), /The data of Earmark stays in \/var\/lib\/earmark/)
  assert.equal(done('ps -u earmark -o pid= | wc -l').trim(), '0')
  done('test -d /var/lib/earmark/postgres/cluster')
  done(commands('setup-link')[0]!)
  assert.match(done('earmark household list'), /The Alameda household/)
  assert.match(done(purge), /Deleting \/var\/lib\/earmark: the database, the master secret/)
  for (const path of ['/var/lib/earmark', '/var/cache/earmark', '/etc/earmark', '/usr/lib/earmark'])
    done(`test ! -e ${path}`)
  done('! systemctl cat earmark')
})

test(
  'the archive runs for any user without Node, and its data survives the next version',
  { skip },
  () => {
    const [unpack = '', serve = ''] = commands('tar xf')
    const [demo = ''] = commands('bin/earmark demo')
    const inFolder = (command: string) => machine.run(`cd /srv/archive && ${command}`, 'nobody')
    done(
      'mkdir /srv/archive && cp /artefacts/*.tar.gz /srv/archive && chown -R nobody /srv/archive',
    )
    assert.equal(inFolder(unpack).code, 0)
    const start = `systemd-run --quiet --unit=archive --uid=nobody --working-directory=/srv/archive ${serve}`
    done(start.replace('./earmark', '/srv/archive/earmark'))
    done(
      // The link is made once the server is ready, so it is the last line of a start.
      `for i in $(seq 600); do journalctl -u archive | grep -q '"event":"setup_link","url":"http:' && exit; sleep 0.1; done; exit 1`,
    )
    assert.match(inFolder(demo).text, /The demo household/)
    const taken = inFolder('EARMARK_DATA=/tmp/other ./earmark/bin/earmark serve')
    assert.equal(taken.code, 1)
    assert.match(taken.text, /3000/)
    done('systemctl stop archive')
    assert.equal(inFolder(`rm -rf earmark && ${unpack}`).code, 0)
    assert.match(inFolder('./earmark/bin/earmark household list').text, /The Alameda household/)
  },
)

test('where a library is missing the archive says which package to install', { skip }, () => {
  const libraries = '/usr/lib/x86_64-linux-gnu/libatomic.so.1'
  done(`mv ${libraries} ${libraries}.away`)
  const { code, text } = machine.run('/srv/archive/earmark/bin/earmark --version')
  done(`mv ${libraries}.away ${libraries}`)
  assert.equal(code, 1)
  assert.match(text, /libatomic\.so\.1.*\n.*apt-get install libatomic1/)
})

/** Runs a command that must succeed; returns what it says. */
function done(command: string): string {
  const { code, text } = machine.run(command)
  assert.equal(code, 0, `${command}\n${text}`)
  return text
}

/** Asks the server with the Node of the package, because the machine has none. */
function ready(port: number): string {
  const ask = `fetch("http://127.0.0.1:${port}/readyz").then(({status})=>console.log(status))`
  return done(`/usr/lib/earmark/node/bin/node -e '${ask}'`).trim()
}

/** Returns the commands of the block of the document that has this one. Root needs no sudo. */
function commands(part: string): readonly string[] {
  const [block, ...others] = blocks.filter(
    ({ path, marks, text }) =>
      path === 'docs/installing.md' && marks['run-by'] === SELF && text.includes(part),
  )
  assert.ok(block && others.length === 0, `one block of docs/installing.md has “${part}”`)
  return commandsOf(block).map((line) => {
    const command = line.replace(/\s+#.*$/, '').replaceAll('sudo ', '')
    return command.includes('./earmark_') ? `cd /srv/debian && ${command}` : command
  })
}
