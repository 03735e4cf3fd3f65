import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import Eleventy from '@11ty/eleventy'
import { joinGuides } from '#/app/api-docs/all-guides.ts'
import type { Document } from '#/app/api-docs/document.ts'
import { drawEnd, drawGuide, drawOverview } from '#/app/api-docs/guide-page.ts'
import { type Guide, groupGuides, readGuides, resolveLink } from '#/app/api-docs/guides.ts'
import { renderMarkdown } from '#/app/api-docs/markdown.ts'
import { drawPage, guideLinks, type SiteFiles } from '#/app/api-docs/page.ts'
import { fileOf, ORIGIN, OVERVIEW, REFERENCE, type Site } from '#/app/api-docs/places.ts'
import { drawReference } from '#/app/api-docs/reference-page.ts'
import { type Asset, bundleSearch, makeAsset, readStyle } from './assets.ts'
import { writeList } from './llms.ts'
import { buildIndex } from './search-index.ts'

type Wish = {
  readonly root: string
  /** An empty folder, or none yet. */
  readonly out: string
  readonly site: Site
  /** Where the folder will be published, for the links of llms.txt; relative links without it. */
  readonly base: string
  readonly document: Document
}

/** Text as Eleventy passes it to a page's layout. */
type PageData = { readonly page: { readonly filePathStem: string }; readonly content: string }

/** Writes the whole site into a folder: Eleventy walks through docs, and our own functions draw. */
export async function buildSite(wish: Wish): Promise<void> {
  const { root, out, site, document, base } = wish
  const source = join(root, 'docs')
  const guides = readGuides(source)
  const groups = groupGuides(guides)
  const listed = groups.flatMap((group) => group.guides)
  const { style, faces } = readStyle(root)
  const read = (path: string) => readFileSync(join(root, path))
  const files = {
    style,
    script: makeAsset('docs.js', read('src/app/api-docs/docs.js')),
    search: await bundleSearch(root),
    index: makeAsset('search.json', JSON.stringify(buildIndex(listed, document, site))),
    icon: makeAsset('icon.svg', read('web/public/icon.svg')),
  }
  const texts = new Map([...guides.values()].map(({ name, text }) => [`${name}.md`, text]))
  const list = writeList(groups, base)
  texts.set('llms.txt', list)
  // An instance joins them when it is asked.
  if (!site.isInstance) {
    const all = await joinGuides(writeList(groups, ''), async (name) => texts.get(`${name}.md`)!)
    texts.set('llms-full.txt', all)
  }
  const assets = Object.values(files).filter((one) => one !== files.icon || !site.isInstance)
  for (const { path, content } of [...assets, ...faces]) write(join(out, path), content)
  for (const [path, text] of texts) write(join(out, path), published(text, site))

  const draw = createDrawing(wish, guides, pathsOf(files))
  // Eleventy names pages by their paths from here.
  const eleventy = new Eleventy(relative('.', source), out, {
    quietMode: true,
    configPath: relative('.', join(import.meta.dirname, 'eleventy.config.js')),
    config: (config) => {
      config.addGlobalData('permalink', () => (data: PageData) => fileFor(data, site))
      config.addTemplate('_includes/page.11ty.js', {
        render: (data: PageData) => draw(nameOf(data)),
      })
      for (const name of [REFERENCE, OVERVIEW]) {
        config.addTemplate(`${name}.11ty.js`, { render: () => '' })
      }
    },
  })
  await eleventy.write()
}

function nameOf({ page }: PageData): string {
  return page.filePathStem.replace(/^\//, '')
}

function fileFor(data: PageData, site: Site): string {
  return fileOf(nameOf(data), site.isInstance)
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/** An instance puts its own address in; a folder names the address of a new instance. */
function published(text: string, site: Site): string {
  return site.isInstance ? text : text.replaceAll(ORIGIN, 'http://localhost:3000')
}

function pathsOf(files: Readonly<Record<keyof SiteFiles, Asset>>): SiteFiles {
  const { style, script, search, index, icon } = files
  return {
    style: style.path,
    script: script.path,
    search: search.path,
    index: index.path,
    icon: icon.path,
  }
}

/** Returns a function that draws each page by its name. */
function createDrawing(
  { site, document }: Wish,
  guides: ReadonlyMap<string, Guide>,
  files: SiteFiles,
): (name: string) => string {
  const groups = groupGuides(guides)
  const finish = (page: Parameters<typeof drawPage>[0]) =>
    published(drawPage(page, site, files), site)
  return (name) => {
    const links = guideLinks(groups, site, name)
    if (name === REFERENCE) {
      const { main, groups: operations } = drawReference(document, site.isInstance)
      const shown = { title: 'API reference', name, main, filtered: true }
      return finish({ ...shown, groups: [...operations, ...links] })
    }
    if (name === OVERVIEW) {
      const main = drawOverview(groups, site, name)
      return finish({ title: 'Documentation', name, groups: links, main })
    }
    const guide = guides.get(name)
    if (!guide) throw new Error(`${name} is no page of docs.`)
    const drawn = renderMarkdown(guide.text, (target) =>
      resolveLink(target, name, { site, known: guides }),
    )
    const main = drawGuide(drawn, drawEnd(guide, groups, site))
    return finish({ title: guide.title, name, groups: links, main })
  }
}
