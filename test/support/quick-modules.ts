// Preloaded by `test/run.ts` into the process of each test file. A test file loads 1,400 modules, and to find them takes
// longer than to run them. The modules themselves stay as they are: other processes, as those of `earmark serve`, load without this.
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundledAs } from './bundle-packages.ts'

const sources = pathToFileURL(join(import.meta.dirname, '../../src/')).href
const folder = process.env['EARMARK_TEST_PACKAGES']

registerHooks({
  resolve(specifier, context, next) {
    // Our own modules are named by their whole path.
    if (specifier.endsWith('.ts')) {
      const format = 'module-typescript'
      if (specifier.startsWith('#/')) {
        return { url: `${sources}${specifier.slice(2)}`, format, shortCircuit: true }
      }
      if (specifier.startsWith('.')) {
        return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true }
      }
    }
    const file = folder && context.conditions.includes('import') && bundledAs(specifier)
    if (!file) return next(specifier, context)
    return { url: pathToFileURL(join(folder, file)).href, format: 'module', shortCircuit: true }
  },
})
