// Compiles `src` into `dist`, or into the folder that is named, as the package is published: JavaScript that browsers and
// Node 20 run, and its types.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { argv, execPath } from 'node:process'

const own = import.meta.dirname
const target = resolve(argv[2] ?? join(own, 'dist'))
const tsc = join(own, '../../node_modules/typescript/bin/tsc')

rmSync(target, { recursive: true, force: true })
execFileSync(execPath, [tsc, '-p', own, '--outDir', target], { stdio: 'inherit' })
// The compiler leaves the names of sources in types; not every tool looks for `call.d.ts` under `call.ts`.
for (const file of globSync('**/*.d.ts', { cwd: target })) {
  const path = join(target, file)
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
}
