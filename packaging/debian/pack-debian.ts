import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { env } from 'node:process'
import { gzipSync } from 'node:zlib'
import { type Arch, dateOfSources, type Packing, versionOf } from '../archive/stage.ts'

/** Debian's names of processors. */
const debianArchs: Record<Arch, string> = { x64: 'amd64', arm64: 'arm64' }

const MAINTAINER = 'Earmark maintainers <maintainers@earmark-budget.org>'

/** Makes the Debian package from the folder. Returns its name. */
export function packDebian({ build, folder, arch, quick }: Packing): string {
  const version = debianVersion(versionOf(build))
  const tree = join(dirname(folder), 'debian')
  rmSync(tree, { recursive: true, force: true })
  mkdirSync(join(tree, 'usr/lib/earmark'), { recursive: true })
  // Links instead of copies: 240 MB otherwise.
  for (const part of ['app', 'node'])
    execFileSync('cp', ['-al', join(folder, part), join(tree, 'usr/lib/earmark', part)])
  const put = putInto(tree)
  put('usr/bin/earmark', own('command.sh'), 0o755)
  put('usr/lib/earmark/defaults.env', own('defaults.env'))
  put('usr/lib/systemd/system/earmark.service', own('earmark.service'))
  put('etc/earmark/earmark.env', own('earmark.env'))
  put('usr/share/lintian/overrides/earmark', own('lintian-overrides'))
  put('usr/share/man/man8/earmark.8.gz', zip(own('earmark.8').replace('VERSION', version)))
  putDocs(tree, put, { build, version })
  put('DEBIAN/conffiles', '/etc/earmark/earmark.env\n')
  for (const script of ['postinst', 'prerm', 'postrm']) put(`DEBIAN/${script}`, own(script), 0o755)
  const sizeKb = execFileSync('du', ['-sk', '--exclude=DEBIAN', tree], { encoding: 'utf8' })
  put('DEBIAN/control', control({ version, arch, installedKb: Number.parseInt(sizeKb, 10) }))
  writeDigests(tree, put)
  const name = `earmark_${version}_${debianArchs[arch]}.deb`
  execFileSync(
    'dpkg-deb',
    ['--root-owner-group', ...(quick ? ['-Znone'] : ['-Zxz']), '--build', tree, join(build, name)],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...env, SOURCE_DATE_EPOCH: dateOfSources() },
    },
  )
  return name
}

type Put = (path: string, content: string | Buffer, mode?: number) => void

function putInto(tree: string): Put {
  return (path, content, mode = 0o644) => {
    const file = join(tree, path)
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
    writeFileSync(file, content)
    chmodSync(file, mode)
  }
}

/** In Debian `~` sorts before the end: 1.0.0~rc.1 is older than 1.0.0. */
function debianVersion(version: string): string {
  return version.replace('-', '~')
}

function own(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8')
}

function zip(text: string): Buffer {
  return gzipSync(text, { level: 9 })
}

function control(facts: { version: string; arch: Arch; installedKb: number }): string {
  return `Package: earmark
Version: ${facts.version}
Architecture: ${debianArchs[facts.arch]}
Maintainer: ${MAINTAINER}
Installed-Size: ${facts.installedKb}
Depends: adduser, libatomic1, libc6 (>= 2.28), libgcc-s1 | libgcc1, libstdc++6 (>= 6)
Suggests: caddy | nginx
Section: web
Priority: optional
Description: personal budgeting: one number that is free to spend
 Earmark sets money aside for bills, goals and cards on every payday, and shows
 what is left. It reads banks and statement files, and has a public REST API.
 .
 Node and PostgreSQL are included; the service runs as a user of its own and
 keeps its data in /var/lib/earmark.
`
}

function putDocs(tree: string, put: Put, { build, version }: { build: string; version: string }) {
  const docs = join(tree, 'usr/share/doc/earmark')
  put('usr/share/doc/earmark/copyright', own('copyright'))
  for (const file of globSync('docs/*.md', { cwd: join(build, 'package') }))
    cpSync(join(build, 'package', file), join(docs, basename(file)))
  const date = execFileSync('date', ['-u', '-R', '-d', `@${dateOfSources()}`], { encoding: 'utf8' })
  const entry = `earmark (${version}) stable; urgency=medium\n\n  * See CHANGELOG.md of Earmark.\n\n -- ${MAINTAINER}  ${date}`
  put('usr/share/doc/earmark/changelog.gz', zip(entry))
}

/** Lists the digests of all files, with which `dpkg --verify` and `debsums` find what was changed. */
function writeDigests(tree: string, put: Put): void {
  const sums = execFileSync(
    'sh',
    ['-c', 'find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum'],
    { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 26 },
  )
  put('DEBIAN/md5sums', sums)
}
