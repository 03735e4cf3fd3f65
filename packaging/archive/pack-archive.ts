import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { dateOfSources, type Packing, versionOf } from './stage.ts'

/** Packs the folder as a file that any `tar` unpacks. Returns its name. */
export function packArchive({ build, folder, arch, quick }: Packing): string {
  const name = `earmark-${versionOf(build)}-linux-${arch}.tar.gz`
  execFileSync('tar', [
    `--use-compress-program=gzip -n ${quick ? '-1' : '-9'}`,
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--mtime=@${dateOfSources()}`,
    '-cf',
    join(build, name),
    '-C',
    dirname(folder),
    'earmark',
  ])
  return name
}
