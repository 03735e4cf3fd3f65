import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { languageTags } from '../src/core/values/languages.ts'
import { readVerifiers } from './developers/verifiers.ts'

const outDir = join(import.meta.dirname, '../dist')

/** Compresses the files during the build, so that the server need not do it for every visitor. */
const compressed: Plugin = {
  name: 'compressed',
  writeBundle: {
    order: 'post',
    sequential: true,
    handler: () => {
      for (const path of globSync('**/*.{js,css,html,svg,webmanifest}', { cwd: outDir })) {
        const content = readFileSync(join(outDir, path))
        writeFileSync(join(outDir, `${path}.br`), brotliCompressSync(content))
      }
    },
  },
}

/** Lists the files that the server announces to browsers before the page (`src/app/web-files/early.ts`). */
const early: Plugin = {
  name: 'early',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const begin = chunkOf(bundle, '/web/begin.ts')
      const parts = {
        begin: { scripts: [`/${begin.fileName}`], styles: stylesOf(begin) },
        application: applicationOf(bundle),
        face: faceOf(bundle),
        languages: Object.fromEntries(
          languageTags.map((tag) => [
            tag,
            `/${chunkOf(bundle, `/text/${tag}/errors.ts`).fileName}`,
          ]),
        ),
      }
      this.emitFile({ type: 'asset', fileName: 'early.json', source: JSON.stringify(parts) })
    },
  },
  // The page names these files too: for proxies that drop the headers, and for the worker, which stores the files that a page
  // names.
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const { scripts, styles } = applicationOf(bundle)
      const link = (attrs: Record<string, string>) => ({
        tag: 'link',
        attrs: { ...attrs, crossorigin: true },
        injectTo: 'head' as const,
      })
      return [
        ...scripts.map((href) => link({ rel: 'modulepreload', href })),
        ...styles.map((href) => link({ rel: 'preload', as: 'style', href })),
        link({
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          fetchpriority: 'low',
          href: faceOf(bundle),
        }),
      ]
    },
  },
}

type Bundle = Rolldown.OutputBundle

/** Returns the scripts that the application needs besides the first one, and its styles. */
function applicationOf(bundle: Bundle) {
  const begin = chunkOf(bundle, '/web/begin.ts')
  const application = chunkOf(bundle, '/web/main.tsx')
  const names = [application.fileName, ...application.imports]
  return {
    scripts: names.filter((name) => name !== begin.fileName).map((name) => `/${name}`),
    styles: stylesOf(application),
  }
}

function chunkOf(bundle: Bundle, file: string): Rolldown.OutputChunk {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(file)))
  if (!found) throw new Error(`${file} is in no chunk`)
  return found
}

/** Returns the typeface that the styles name. */
function faceOf(bundle: Bundle): string {
  const name = Object.keys(bundle).find((file) => file.endsWith('.woff2'))
  if (name === undefined) throw new Error('No style names the typeface')
  return `/${name}`
}

function stylesOf({ viteMetadata }: Rolldown.OutputChunk): string[] {
  return [...(viteMetadata?.importedCss ?? [])].map((name) => `/${name}`)
}

/** Modules that open without a network, although the first page does not load them. */
const OFFLINE = [
  '/web/offline/device.ts',
  '/web/offline/away.tsx',
  '/web/offline/waiting-list.tsx',
  '/web/shell/more.tsx',
  '/web/transactions/transactions-screen.tsx',
  '/web/transactions/new-transaction.tsx',
  '/web/plan/plan-screen.tsx',
]

/** Names in the page the files that the worker stores besides those of the page itself (`public/worker.js`). */
const offline: Plugin = {
  name: 'offline',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const chunks = OFFLINE.map((file) => chunkOf(bundle, file))
      const names = new Set<string>()
      const add = (chunk: Rolldown.OutputChunk) => {
        if (names.has(chunk.fileName)) return
        names.add(chunk.fileName)
        for (const style of stylesOf(chunk)) names.add(style.slice(1))
        for (const name of chunk.imports) {
          const imported = bundle[name]
          if (imported?.type === 'chunk') add(imported)
        }
      }
      for (const chunk of chunks) add(chunk)
      const content = [...names].map((name) => `/${name}`).join(' ')
      return [{ tag: 'meta', attrs: { name: 'offline', content }, injectTo: 'head' as const }]
    },
  },
}

/** Reads the webhook verifiers from the documentation, so that readers and copiers get the same code. */
const verifiers: Plugin = {
  name: 'verifiers',
  resolveId: (id) => (id === 'virtual:verifiers' ? id : null),
  load: (id) => {
    if (id !== 'virtual:verifiers') return null
    const page = readFileSync(join(import.meta.dirname, '../docs/verify-webhooks.md'), 'utf8')
    return `export const verifiers = ${JSON.stringify(readVerifiers(page))}`
  },
}

/**
 * Names a class by its own name and a hash of its file. The default also contains the line, which differs for every rule and so
 * compresses badly.
 */
function nameOfClass(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.split('?')[0]!)
  return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, 4)}`
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), verifiers, early, offline, compressed],
  resolve: { alias: { '#web': import.meta.dirname, '#': join(import.meta.dirname, '../src') } },
  css: { modules: { generateScopedName: nameOfClass } },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // Nothing is inlined: the page's policy allows styles and scripts from this origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Bundles the first screen into two scripts after the small one that draws the number: a browser requests six files at
        // once, and on a phone the seventh waits for a whole answer.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /\/web\/root\.ts$|\/node_modules\/(react|react-dom|scheduler)\/|rolldown.runtime/,
              priority: 3,
            },
            { name: 'begin', test: /\/web\/begin\.ts$/, priority: 2 },
            { name: 'first', test: /\/web\/main\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
})
