import { join } from 'node:path'
import { createServer } from 'vite'

/** A route of the application. */
export type Screen = {
  /** As the route table has it: `/plan/$id`. */
  readonly path: string
  /** True if the screen keeps a state in its address. */
  readonly hasSearch: boolean
}

type Routes = Record<
  string,
  { fullPath?: string; path?: string; options: { validateSearch?: unknown } }
>

/** Reads every address from the application's own route table. */
export async function listScreens(): Promise<readonly Screen[]> {
  const root = join(import.meta.dirname, '../../web')
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    root,
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    appType: 'custom',
    logLevel: 'error',
  })
  try {
    const { router } = (await vite.ssrLoadModule('/routes.tsx')) as {
      router: { routesById: Routes }
    }
    const screens = new Map<string, boolean>()
    for (const { fullPath, path, options } of Object.values(router.routesById)) {
      if (path === undefined || fullPath === undefined) continue
      const address = fullPath.replace(/(?<=.)\/$/, '')
      const hasSearch = typeof options.validateSearch === 'function'
      screens.set(address, hasSearch || screens.get(address) === true)
    }
    return [...screens]
      .map(([path, hasSearch]) => ({ path, hasSearch }))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  } finally {
    await vite.close()
  }
}
