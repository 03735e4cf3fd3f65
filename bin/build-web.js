#!/usr/bin/env node
// Builds the web application into `dist`, if its sources are newer than the last build. With --always it builds in any
// case.
import fs, { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const built = join(root, 'dist', 'index.html')

if (!hasVite()) {
  // Without development dependencies (`npm ci --omit=dev`) the bundle comes from elsewhere.
  console.log('earmark: vite is not installed, so the web application is not built')
} else if (process.argv.includes('--always') || isOutdated()) {
  const { build } = await import('vite')
  await build({ root: join(root, 'web'), logLevel: 'warn' })
}

function hasVite() {
  try {
    return createRequire(join(root, 'package.json')).resolve('vite') !== ''
  } catch {
    return false
  }
}

function isOutdated() {
  if (!existsSync(built)) return true
  const since = statSync(built).mtimeMs
  const sources = [
    'web/**/*.*',
    'src/core/values/*.ts',
    'docs/verify-webhooks.md',
    'package-lock.json',
  ]
  // Node 20 has no globSync. It comes this far only without the pinned Node, and then Vite needs a newer one too.
  return fs.globSync(sources, { cwd: root }).some((path) => {
    return !path.endsWith('.test.ts') && statSync(join(root, path)).mtimeMs > since
  })
}
