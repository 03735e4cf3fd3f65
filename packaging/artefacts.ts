import { existsSync, globSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packArchive } from './archive/pack-archive.ts'
import { type Arch, archs, stage } from './archive/stage.ts'
import { packDebian } from './debian/pack-debian.ts'
import { fillContext } from './docker/fill-context.ts'
import { writeSums } from './archive/write-sums.ts'

/** What is made from the npm package, for machines without Node. */
const kinds = ['archive', 'deb', 'image'] as const
type Kind = (typeof kinds)[number]

/** The artefacts to make. `quick` compresses little, for tests. */
export type Wish = {
  readonly kinds: ReadonlySet<Kind>
  readonly archs: readonly Arch[]
  readonly quick: boolean
  /** The folder that everything goes into; null: `build`. */
  readonly into: string | null
}

const USAGE = `Usage: npm run package -- [${kinds.join('|')}|all …] [--arch ${archs.join('|')}] [--quick] [--into FOLDER]`

/** Reads the command line. Throws if anything in it is unknown, so that a wrong word does not cost a build. */
export function readWish(args: readonly string[]): Wish {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      arch: { type: 'string', multiple: true },
      quick: { type: 'boolean' },
      into: { type: 'string' },
    },
    allowPositionals: true,
  })
  const into = values.into === undefined ? null : resolve(values.into)
  if (into !== null && existsSync(into) && readdirSync(into).length > 0)
    throw new Error(`${into} is not empty. ${USAGE}`)
  const wanted = positionals.flatMap((one) => (one === 'all' ? kinds : [pick(kinds, one)]))
  return {
    kinds: new Set(wanted),
    archs: values.arch?.map((one) => pick(archs, one)) ?? archs,
    quick: values.quick ?? false,
    into,
  }
}

function pick<T extends string>(known: readonly T[], word: string): T {
  const found = known.find((one) => one === word)
  if (found === undefined) throw new Error(`"${word}" cannot be made. ${USAGE}`)
  return found
}

/** Makes artefacts in the build folder, from its `package` alone. Returns the names of what was made. */
export function makeArtefacts(build: string, wish: Wish): string[] {
  // Those of an earlier version must not get into the image or the list of digests.
  for (const old of globSync(['earmark-*.tar.gz', 'earmark_*.deb', 'image'], { cwd: build }))
    rmSync(join(build, old), { recursive: true })
  if (wish.kinds.size === 0) return []
  const made = wish.archs.flatMap((arch) => {
    const folder = stage(build, arch)
    const options = { build, folder, arch, quick: wish.quick }
    return [
      ...(wish.kinds.has('archive') || wish.kinds.has('image') ? [packArchive(options)] : []),
      ...(wish.kinds.has('deb') ? [packDebian(options)] : []),
    ]
  })
  const context = wish.kinds.has('image') ? [fillContext(build)] : []
  writeSums(build, globSync('*.{tgz,tar.gz,deb}', { cwd: build }))
  return [...made, ...context]
}
