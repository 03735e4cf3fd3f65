// Builds the documentation: `npm run docs:build` for the instance, which serves it at /docs, and
// `npm run docs:build -- --out FOLDER [--base ADDRESS]` for any web server, at any address.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { argv, chdir, exit, stderr, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { DOCS_FOLDER } from '#/app/api-docs/serve.ts'
import { folderSite, instanceSite, ORIGIN } from '#/app/api-docs/places.ts'

const root = join(import.meta.dirname, '../..')
const { out, base } = understand(argv.slice(2))
chdir(root)
// A wrong wish is refused before anything is loaded.
const [{ buildSite }, { describeApi }] = await Promise.all([
  import('./site.ts'),
  import('#/app/http/describe-api.ts'),
])
const document = describeApi(ORIGIN)

if (out === null) await buildForInstance()
else {
  await buildSite({ root, out, site: folderSite, base, document })
  stdout.write(`${out}\n`)
}

/** Replaces the pages of the instance in one step, so that a running server never lacks one for long. */
async function buildForInstance(): Promise<void> {
  const fresh = `${DOCS_FOLDER}.new`
  rmSync(fresh, { recursive: true, force: true })
  await buildSite({ root, out: fresh, site: instanceSite, base: `${ORIGIN}/docs/`, document })
  rmSync(DOCS_FOLDER, { recursive: true, force: true })
  renameSync(fresh, DOCS_FOLDER)
}

function understand(args: readonly string[]): { out: string | null; base: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { out: { type: 'string' }, base: { type: 'string', default: '' } },
    })
    const folder = values.out === undefined ? null : resolve(values.out)
    if (folder === root || (folder && existsSync(folder) && readdirSync(folder).length > 0)) {
      throw new Error(`${folder} is not empty: name a new folder.`)
    }
    if (folder === null && values.base !== '') throw new Error('--base needs --out.')
    return { out: folder, base: values.base === '' ? '' : `${values.base.replace(/\/+$/, '')}/` }
  } catch (error) {
    stderr.write(`${(error as Error).message}\n`)
    exit(2)
  }
}
