import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'

/** A file under a digest of its content: `assets/DIGEST/NAME`. */
export type Asset = { readonly path: string; readonly content: Uint8Array }

export function makeAsset(name: string, content: Uint8Array | string): Asset {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return { path: `assets/${digest}/${name}`, content: bytes }
}

/** The style sheet and its typefaces. Properties and typefaces are the application's, so that both always look alike. */
export function readStyle(root: string): { readonly style: Asset; readonly faces: Asset[] } {
  const shared = join(root, 'web/ui')
  const tokens = readFileSync(join(shared, 'tokens.css'), 'utf8')
  const blocks = tokens.match(/(?:@font-face|:root(?:\[data-theme[^\]{}]*\])?) \{[^{}]*\}/g) ?? []
  const faces: Asset[] = []
  const style = blocks.join('\n').replaceAll(/url\('([^']+)'\)/g, (_, file: string) => {
    const face = makeAsset(basename(file), readFileSync(join(shared, file)))
    faces.push(face)
    // From assets/DIGEST/docs.css.
    return `url('../../${face.path}')`
  })
  const own = readFileSync(join(root, 'src/app/api-docs/docs.css'), 'utf8')
  return { style: makeAsset('docs.css', `${style}\n${own}`), faces }
}

/** The search with its library, as one module. */
export async function bundleSearch(root: string): Promise<Asset> {
  const built = await rolldown({ input: join(root, 'src/app/api-docs/search.js') })
  const { output } = await built.generate({ format: 'esm', minify: true, comments: false })
  await built.close()
  return makeAsset('search.js', output[0].code)
}
