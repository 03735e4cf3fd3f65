import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ORIGIN } from './examples.ts'
import { type Rendered, renderMarkdown } from './markdown.ts'

const folder = join(import.meta.dirname, '../../../docs')

export type Guide = {
  /** The last part of its address, and the name of its file. */
  readonly name: string
  readonly title: string
  /** Renders it at the first call. */
  readonly render: () => Rendered
}

export type GuideGroup = { readonly title: string; readonly guides: readonly string[] }

/** The guides as the navigation shows them. `docs/decisions` is left out: it concerns people who change Earmark itself. */
export const guideGroups: readonly GuideGroup[] = [
  {
    title: 'Build',
    guides: [
      'api-guide',
      'sdk-typescript',
      'sdk-python',
      'verify-webhooks',
      'wallet',
      'household-document',
    ],
  },
  {
    title: 'Bring data in',
    guides: ['import-files', 'bank-connections', 'phones', 'moving-in', 'names-and-categories'],
  },
  {
    title: 'Understand',
    guides: ['engine', 'assignments', 'cards', 'keeping-accounts-right', 'proposals'],
  },
  {
    title: 'Run',
    guides: [
      'installing',
      'operating',
      'behind-a-proxy',
      'backups',
      'monitoring',
      'security',
      'people',
      'versions',
      'performance',
      'web-application',
    ],
  },
]

/** Reads the documentation from the repository’s own files, by address below `/docs`. */
export function readGuides(): ReadonlyMap<string, Guide> {
  const names = globSync('**/*.md', { cwd: folder }).map((file) => file.slice(0, -'.md'.length))
  const known = new Set(names)
  return new Map(
    names.toSorted().map((name) => {
      // The documents name the address that a new instance has; readers see their own.
      const file = readFileSync(join(folder, `${name}.md`), 'utf8')
      const text = file.replaceAll('http://localhost:3000', ORIGIN)
      const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? name
      let rendered: Rendered | null = null
      const render = () =>
        (rendered ??= renderMarkdown(text, (target) => resolve(target, name, known)))
      return [name, { name, title, render }]
    }),
  )
}

/** Links between the files lead to the pages of this site; links to other files of the repository become text. */
function resolve(target: string, from: string, known: ReadonlySet<string>): string | null {
  if (/^#[\w-]+$/.test(target)) return target
  const { pathname, hash } = new URL(target, `http://docs.invalid/docs/${from}`)
  const name = /^\/docs\/(.+)\.md$/.exec(pathname)?.[1]
  return name !== undefined && known.has(name) ? `/docs/${name}${hash}` : null
}
