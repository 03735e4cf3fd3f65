import { copyFileSync, globSync, linkSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeSums } from '../archive/write-sums.ts'

/** Fills the folder that an image is built from: `docker build build/image`. Returns its name. */
export function fillContext(build: string): string {
  const context = join(build, 'image')
  rmSync(context, { recursive: true, force: true })
  mkdirSync(context)
  copyFileSync(join(import.meta.dirname, 'Dockerfile'), join(context, 'Dockerfile'))
  const archives = globSync('earmark-*-linux-*.tar.gz', { cwd: build })
  for (const name of archives) linkSync(join(build, name), join(context, name))
  writeSums(context, archives)
  return 'image'
}
