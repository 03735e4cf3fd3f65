#!/usr/bin/env node
// Builds the web application into `dist` and the documentation into `dist-docs`, each if its sources are newer than its
// last build. With --always it builds both in any case.
import { execFileSync } from 'node:child_process'
import fs, { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { findPinnedNode, isNewEnough } from './find-node.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const require = createRequire(join(root, 'package.json'))

const webSources = [
  'web/**/*.*',
  'src/core/values/*.ts',
  'docs/verify-webhooks.md',
  'package-lock.json',
]
// The reference is drawn from the contracts, with all that they import.
const docsSources = [
  'docs/**/*.md',
  'packaging/docs/*.*',
  'src/app/api-docs/*.*',
  'src/**/*contract.ts',
  'src/platform/contract/*.ts',
  'src/app/http/api-examples.json',
  'src/core/values/*.ts',
  'web/ui/tokens.css',
  'package-lock.json',
]

if (!isInstalled('vite')) {
  // Without development dependencies (`npm ci --omit=dev`) both come from elsewhere.
  console.log('earmark: vite is not installed, so the web application is not built')
} else {
  if (isOutdated('dist/index.html', webSources)) {
    const { build } = await import('vite')
    await build({ root: join(root, 'web'), logLevel: 'warn' })
  }
  if (isOutdated('dist-docs/reference.html', docsSources)) buildDocs()
}

function buildDocs() {
  const node = isNewEnough ? process.execPath : findPinnedNode()
  execFileSync(node, [join(root, 'packaging/docs/build.ts')], { stdio: 'inherit', cwd: root })
}

function isInstalled(name) {
  try {
    return require.resolve(name) !== ''
  } catch {
    return false
  }
}

function isOutdated(built, sources) {
  const path = join(root, built)
  if (process.argv.includes('--always') || !existsSync(path)) return true
  const since = statSync(path).mtimeMs
  // Node 20 has no globSync. It comes this far only without the pinned Node, and then Vite needs a newer one too.
  return fs.globSync(sources, { cwd: root }).some((source) => {
    return !source.endsWith('.test.ts') && statSync(join(root, source)).mtimeMs > since
  })
}
