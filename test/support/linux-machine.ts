import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getuid } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'

/** A Debian of its own inside this machine: systemd runs in it, and nothing that it changes is kept. */
export type Machine = {
  /** Runs a command of a shell as root, or as `nobody`. Never throws. */
  readonly run: (command: string, as?: 'root' | 'nobody') => Outcome
  readonly stop: () => Promise<void>
}

/** `text` is the output and the errors, in order of the streams. */
export type Outcome = { readonly code: number; readonly text: string }

/** Says why this machine cannot have another one inside; null if it can. CI installs what is missing. */
export function whyNoMachine(): string | null {
  if (getuid?.() !== 0) return 'only root can boot a machine of its own'
  const tool = spawnSync('systemd-nspawn', ['--version'])
  return tool.error ? 'systemd-nspawn is missing: apt-get install systemd-container' : null
}

/**
 * Boots the system that the tests run on once more, without network and Node, with `folder` at /artefacts. Its changes
 * go to memory. All mounts belong to the started process, so they go with it however the test ends.
 */
export async function bootMachine(folder: string): Promise<Machine> {
  const place = mkdtempSync(join(tmpdir(), 'earmark-machine-'))
  const booting = spawn('unshare', ['--mount', '--propagation=private', 'sh', '-ec', BOOT], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', PLACE: place, ARTEFACTS: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let console = ''
  for (const stream of [booting.stdout, booting.stderr])
    stream.on('data', (chunk: Buffer) => (console += chunk.toString()))
  const ended = new Promise<void>((resolve) => booting.once('close', () => resolve()))
  const stop = async () => {
    const init = initOf(booting.pid)
    // Its first process takes all others with it.
    if (init !== null) process.kill(init, 'SIGKILL')
    else booting.kill('SIGKILL')
    await ended
    rmSync(place, { recursive: true, force: true })
  }
  const run = (command: string, as: 'root' | 'nobody' = 'root'): Outcome => {
    const init = initOf(booting.pid)
    if (init === null) throw new Error(`The machine does not run:\n${console.slice(-2000)}`)
    const { status, output } = spawnSync(
      'nsenter',
      [`--target=${init}`, '--all', '--', 'env', '-i', ...ENVIRONMENT, ...shellOf(as), command],
      { encoding: 'utf8', timeout: PATIENCE_MS, killSignal: 'SIGKILL' },
    )
    return { code: status ?? -1, text: output.join('') }
  }
  try {
    await untilBooted(run, () => booting.exitCode === null)
  } catch (error) {
    await stop()
    throw error
  }
  return { run, stop }
}

/** Milliseconds that a command or the boot may take on a busy machine. */
const PATIENCE_MS = 180_000

const ENVIRONMENT = [
  'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
  'LANG=C.UTF-8',
  'DEBIAN_FRONTEND=noninteractive',
]

function shellOf(as: 'root' | 'nobody'): string[] {
  return as === 'root'
    ? ['sh', '-c']
    : ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups', 'sh', '-c']
}

// policy-rc.d forbids services to start while packages are installed, in images that containers are made from.
const BOOT = `
mount -t tmpfs -o mode=0755 tmpfs "$PLACE"
mkdir "$PLACE/changes" "$PLACE/work" "$PLACE/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$PLACE/changes,workdir=$PLACE/work" "$PLACE/root"
cd "$PLACE/root"
: >etc/machine-id
rm -rf usr/bin/node usr/local/bin/node usr/sbin/policy-rc.d var/lib/earmark
mkdir -p artefacts
exec systemd-nspawn --quiet --register=no --keep-unit --private-network --bind-ro="$ARTEFACTS:/artefacts" \\
  --directory="$PLACE/root" --boot
`

/** Finds the machine's first process: the child of systemd-nspawn, which `sh` has become. */
function initOf(pid: number | undefined): number | null {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    const init = children.find(
      (child) => child !== '' && readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'systemd',
    )
    return init === undefined ? null : Number(init)
  } catch {
    return null
  }
}

async function untilBooted(run: Machine['run'], isAlive: () => boolean): Promise<void> {
  let said = ''
  for (const begun = performance.now(); performance.now() - begun < PATIENCE_MS; await wait(100)) {
    if (!isAlive()) break
    try {
      // "degraded": a service of the system around, which has no hardware in here, has failed.
      said = run('systemctl is-system-running --wait').text.trim()
      if (/^(running|degraded)$/.test(said)) return
    } catch {
      continue
    }
  }
  throw new Error(`The machine does not boot: ${said}`)
}
