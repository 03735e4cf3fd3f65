// Finds the Node that runs Earmark: the one that runs this, or the pinned one that npm installed for this machine.
// Runs on every Node that package.json names in `engines`.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'

const require = createRequire(import.meta.url)

/** The oldest Node that can run Earmark itself. */
const NODE_MIN = 26

const major = Number(process.versions.node.split('.')[0])

/** True if the Node that runs this is new enough. */
export const isNewEnough = major >= NODE_MIN

/** True if the Node that runs this is of the version that Earmark is tested with. */
export const isTested = major === NODE_MIN

/** Returns the path of the pinned Node. It throws an error with the remedy if the machine has none. */
export function findPinnedNode() {
  const machine = `${process.platform}-${process.arch}`
  // The platforms that are offered, and the packages with the programs of each: Earmark's `optionalDependencies`.
  const name = require('./platforms.json')[machine]?.node
  const remedy = `Earmark needs Node ${NODE_MIN} or newer, and this is ${process.version}.`
  if (name === undefined)
    throw new Error(`${remedy} It brings no Node for ${machine}: install one.`)
  try {
    const facts = require.resolve(`${name}/package.json`)
    return join(facts, '..', process.platform === 'win32' ? 'bin/node.exe' : 'bin/node')
  } catch {
    throw new Error(
      `${remedy} Its own is not installed: install one, or Earmark again without --omit=optional.`,
    )
  }
}
