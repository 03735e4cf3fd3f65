import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Listed, listed } from './contents.ts'
import { ORIGIN, type Site } from './places.ts'

/** A page that is written in Markdown. */
export type Guide = {
  /** Its address below `/docs`, and the path of its file without the ending. */
  readonly name: string
  readonly title: string
  /** Its Markdown. */
  readonly text: string
}

/** Reads the documentation from the files of a folder, by name. Their address of a new instance is that of the reader's. */
export function readGuides(folder: string): ReadonlyMap<string, Guide> {
  const names = globSync('**/*.md', { cwd: folder }).map((file) => file.slice(0, -'.md'.length))
  return new Map(names.toSorted().map((name) => [name, readGuide(folder, name)]))
}

function readGuide(folder: string, name: string): Guide {
  const file = readFileSync(join(folder, `${name}.md`), 'utf8')
  const text = file.replaceAll('http://localhost:3000', ORIGIN)
  const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? name
  return { name, title, text }
}

export type ListedGuide = Guide & Pick<Listed, 'about'>
export type GuideGroup = { readonly title: string; readonly guides: readonly ListedGuide[] }

/** The guides in the groups of the navigation. Pages that are not written are left out. */
export function groupGuides(guides: ReadonlyMap<string, Guide>): readonly GuideGroup[] {
  return listed
    .map(({ title, pages }) => ({
      title,
      guides: pages.flatMap(({ name, about }) => {
        const guide = guides.get(name)
        return guide ? [{ ...guide, about }] : []
      }),
    }))
    .filter((group) => group.guides.length > 0)
}

/** Links between the files lead to the pages of the site; links to other files of the repository become text. */
export function resolveLink(
  target: string,
  from: string,
  { site, known }: { readonly site: Site; readonly known: ReadonlyMap<string, unknown> },
): string | null {
  if (/^#[\w-]+$/.test(target)) return target
  // Sentences may name addresses such as http://HOST:PORT, which Markdown takes for links.
  const url = URL.parse(target, `http://docs.invalid/docs/${from}`)
  if (url === null) return null
  const { pathname, hash } = url
  const name = /^\/docs\/(.+)\.md$/.exec(pathname)?.[1]
  return name !== undefined && known.has(name) ? `${site.page(name, from)}${hash}` : null
}
