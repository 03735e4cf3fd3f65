// Fills build/package with what the npm package contains, and packs it: `npm run package`. Everything that is shipped
// is made from this folder: nothing comes from the checkout by another way. `npm run package -- archive deb image` makes
// these too, `-- all` everything, `--into FOLDER` in another place than build.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { argv, execPath, exit, stderr, stdout } from 'node:process'
import { makeArtefacts, readWish, type Wish } from './artefacts.ts'
import { bundle } from './bundle.ts'
import { describePackage } from './manifest.ts'
import { licencesOf, partsOf } from './parts.ts'

const root = join(import.meta.dirname, '..')
const wish = understand(argv.slice(2))
const build = wish.into ?? join(root, 'build')
const target = join(build, 'package')

rmSync(target, { recursive: true, force: true })
execFileSync(execPath, [join(root, 'bin/build-web.js')], { stdio: 'inherit' })

await bundle(root, join(target, 'lib'))
// A process is started by the place of its file in src.
for (const name of ['imports-process', 'heavy-process'])
  write(`lib/app/workers/${name}.js`, `import '../../${name}.js'\n`)
// The server reads these files when it runs: tables of names, examples, migrations, the application, the documentation.
for (const file of globSync('src/**/*.{json,txt}', { cwd: root }))
  copy(file, file.replace(/^src/, 'lib'))
for (const file of globSync(['db/migrations/*.sql', 'dist/**/*.*', 'dist-docs/**/*.*'], {
  cwd: root,
}).filter((name) => !isUnzipped(name)))
  copy(file)
for (const name of ['earmark.js', 'find-node.js', 'platforms.json']) copy(`bin/${name}`)
for (const file of ['README.md', 'LICENSE']) copy(file)

write('package.json', describePackage(root))
write('THIRD-PARTY-LICENCES.txt', licencesOf(root, partsOf(root)))

const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', '..'], {
  cwd: target,
  encoding: 'utf8',
})
for (const name of ['package', packed.trim(), ...makeArtefacts(build, wish)])
  stdout.write(`${relative('.', join(build, name))}\n`)

function understand(args: readonly string[]): Wish {
  try {
    return readWish(args)
  } catch (error) {
    stderr.write(`${(error as Error).message}\n`)
    exit(2)
  }
}

/** The server sends and makes everything of the compressed form. */
function isUnzipped(name: string): boolean {
  return name.startsWith('dist/') && existsSync(join(root, `${name}.br`))
}

function write(name: string, content: string): void {
  const path = join(target, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

function copy(from: string, to = from): void {
  cpSync(join(root, from), join(target, to))
}
