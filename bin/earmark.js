#!/usr/bin/env node
// Runs the product on a Node that is new enough, whichever Node started this file.
import { spawn } from 'node:child_process'
import module from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import v8 from 'node:v8'
import { findPinnedNode, isNewEnough, isTested } from './find-node.js'

const here = fileURLToPath(import.meta.url)

// The C library otherwise keeps a heap for each thread, and what the start-up used: 6 MB of a server that idles. It reads
// these before the program begins, so a server begins once more, in the same process.
const frugal = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }
// Loading runs once what it runs: a server compiles for speed as soon as it is busy (`serving/compile-when-busy.ts`). The
// compilers themselves would take 9 MB of an idle server's memory, and the start 3 MB for their work. V8 counts the calls of a
// function down to its compiling meanwhile too, by default from so far that what was loaded would be interpreted for 10,000
// more calls. They are arguments where they can be, because Node itself compiles something before the program begins.
const interpreted = [
  '--no-turbofan',
  '--no-maglev',
  '--no-sparkplug',
  '--invocation-count-for-turbofan=100',
]
const isServer = process.argv[2] === 'serve'
const isFrugal = process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX !== undefined
// Not under a parent that reads messages from this process: it would lose its channel.
const canBecome = typeof process.execve === 'function' && process.send === undefined

if (!isNewEnough) {
  becomePinned()
} else if (isServer && !isFrugal && canBecome) {
  // A later Node may refuse to start with a flag that its V8 does not have any more. Set from within, such a flag does nothing.
  become(process.execPath, isTested ? interpreted : [])
} else {
  if (isServer) v8.setFlagsFromString(interpreted.join(' '))
  // Caches the compiled modules: from the second start on, a fifth less memory and time. The cache is inside the
  // installation, where nobody else may write; if we may not write there either, nothing is cached.
  module.enableCompileCache(join(dirname(here), '../node_modules/.cache/earmark'))
  await import('#/app/cli/main.ts')
}

function become(node, flags) {
  const line = [node, ...process.execArgv, ...flags, here, ...process.argv.slice(2)]
  process.execve(node, line, { ...process.env, ...(isServer && frugal) })
}

function becomePinned() {
  let node
  try {
    node = findPinnedNode()
  } catch (error) {
    process.stderr.write(`earmark: ${error.message}\n`)
    process.exitCode = 1
    return
  }
  const flags = isServer ? interpreted : []
  if (canBecome) become(node, flags)
  else watch(node, flags)
}

/** Runs Earmark as a child process, where this process cannot become it. */
function watch(node, flags) {
  const child = spawn(node, [...flags, here, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...(isServer && frugal) },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`earmark: ${node} cannot be started: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
