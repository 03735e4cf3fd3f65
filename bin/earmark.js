#!/usr/bin/env node
// Runs the product on the Node that it pins, whichever Node started this file.
import { spawn } from 'node:child_process'
import module, { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const wanted = 26

if (Number(process.versions.node.split('.')[0]) >= wanted) {
  // Caches the compiled modules: from the second start on, a fifth less memory and time. The cache is inside the
  // installation, where nobody else may write; if we may not write there either, nothing is cached.
  module.enableCompileCache(join(root, 'node_modules/.cache/earmark'))
  await import('#/app/cli/main.ts')
} else {
  const pinned = join(
    dirname(createRequire(join(root, 'package.json')).resolve('node/package.json')),
    process.platform === 'win32' ? 'bin/node.exe' : 'bin/node',
  )
  const child = spawn(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
