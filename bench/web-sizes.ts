import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { BUNDLE_FOLDER } from '#/app/web-files/bundle.ts'
import type { Line } from './table.ts'
import { openPage, type Visit } from './web-page.ts'

const KB = 1024

/** The weight of the bundle, compressed as the server sends it to clients without Brotli. */
export async function measureSizes(visit: Visit): Promise<Line[]> {
  const first = {
    home: await scriptsOf(visit, '/'),
    entrance: await scriptsOf({ ...visit, token: null }, '/sign-in'),
  }
  const all = new Set(globSync('assets/*.js', { cwd: BUNDLE_FOLDER }))
  const later = all.difference(new Set(first.entrance))
  const styles = globSync('**/*.css', { cwd: BUNDLE_FOLDER })
  const fonts = globSync('**/*.{woff,woff2,ttf,otf}', { cwd: BUNDLE_FOLDER })
  return [
    sizeLine('Scripts of the first load of Home, gzip', first.home, 175),
    sizeLine('Scripts of the first load of Sign in, gzip', first.entrance, 175),
    sizeLine('The largest script loaded later, gzip', [largest(later)], 80),
    sizeLine('All styles, gzip', styles, 32),
    {
      what: 'Fonts, as they are sent',
      measured: fonts.length === 0 ? 'the system’s' : `${fonts.length} files`,
      value: fonts.reduce((sum, name) => sum + statSync(join(BUNDLE_FOLDER, name)).size, 0) / KB,
      unit: 'KB',
      goal: { most: 40 },
    },
  ]
}

function sizeLine(what: string, names: readonly string[], most: number): Line {
  const value = names.reduce((sum, name) => sum + zipped(name), 0) / KB
  const measured =
    names.length === 1 ? names[0]!.replace(/-[\w-]{8}\./, '.') : `${names.length} files`
  return { what, measured, value, unit: 'KB', goal: { most } }
}

function largest(names: Iterable<string>): string {
  return [...names].toSorted((a, b) => zipped(b) - zipped(a))[0]!
}

function zipped(name: string): number {
  return gzipSync(readFileSync(join(BUNDLE_FOLDER, name)), { level: 9 }).length
}

/** The scripts that a browser without a cache asks for until it has nothing more to ask. */
async function scriptsOf(visit: Visit, path: string): Promise<string[]> {
  const { page, close } = await openPage(visit)
  const names: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) names.push(pathname.slice(1))
  })
  await page.goto(`${visit.url}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await close()
  return names
}
