import type { GuideGroup } from './guides.ts'
import { type Html, html } from './html.ts'
import { OVERVIEW, REFERENCE, type Site, ways } from './places.ts'

export type Link = { readonly href: string; readonly text: string; readonly method?: string }
export type LinkGroup = { readonly title: string; readonly links: readonly Link[] }

/** A file of the site that the pages use, by its path below the site. */
export type SiteFiles = {
  readonly style: string
  readonly script: string
  readonly search: string
  readonly index: string
  readonly icon: string
}

type Page = {
  readonly title: string
  /** Its name, by which links find it. */
  readonly name: string
  readonly groups: readonly LinkGroup[]
  readonly main: Html
  /** True: the navigation can be filtered. */
  readonly filtered?: boolean
}

/** The compiler of the npm package would need a helper package for this end tag inside a template. */
const SCRIPT = 'script'

/** Draws a page of the documentation: its head, its navigation and its content. */
export function drawPage(page: Page, site: Site, files: SiteFiles): string {
  const { title, name } = page
  const file = (path: string) => site.file(path, name)
  const place = (text: Html, target: string, isHere: boolean) =>
    html`<a href="${site.page(target, name)}" ${isHere && html` aria-current="true"`}>${text}</a>`
  const isReference = name === REFERENCE
  const home = site.isInstance ? '/' : site.page(OVERVIEW, name)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Earmark</title>
        <link rel="icon" href="${site.isInstance ? '/icon.svg' : file(files.icon)}" type="image/svg+xml" />
        <link rel="stylesheet" href="${file(files.style)}" />
        <script src="${file(files.script)}"></${SCRIPT}>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top">
          <a class="brand" href="${home}">${logo}Earmark</a>
          <nav class="places" aria-label="Documentation">
            ${place(html`Guides`, OVERVIEW, !isReference)}
            ${place(html`API<span> reference</span>`, REFERENCE, isReference)}
          </nav>
          <span class="ways">
            <button type="button" class="find" aria-label="Search" aria-haspopup="dialog" data-search="${file(files.search)}" data-index="${file(files.index)}">${lens}<span class="label">Search</span><kbd aria-hidden="true">/</kbd></button>
            ${site.isInstance && html`<a class="quiet" href="/v1/openapi.json">OpenAPI</a>${{ html: ways.out }}`}
          </span>
        </header>
        <div class="layout ${isReference ? 'reference' : 'guides'}">
          ${navigation(page, site)}
          <main id="content" tabindex="-1">${page.main}</main>
        </div>
      </body>
    </html> `.html
}

function navigation({ groups, name, filtered = false }: Page, site: Site): Html {
  const here = site.page(name, name)
  const item = ({ href, text, method }: Link) =>
    html`<li>
      <a href="${href}" ${href === here && html` aria-current="page"`}
        >${method !== undefined && methodMark(method)}<span>${text}</span></a
      >
    </li>`
  const group = ({ title, links }: LinkGroup) =>
    html`<div class="group">
      <h2>${title}</h2>
      <ul>
        ${links.map(item)}
      </ul>
    </div>`
  return html`<details class="contents" open>
    <summary>Contents</summary>
    <nav aria-label="Contents">
      ${filtered && html`<input class="filter" type="search" placeholder="Find an endpoint" aria-label="Find an endpoint" autocomplete="off" />`}
      ${groups.map(group)}
    </nav>
  </details>`
}

export function methodMark(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}"
    >${method === 'DELETE' ? 'DEL' : method}</span
  >`
}

/** The groups of guides, as links from a page. */
export function guideLinks(groups: readonly GuideGroup[], site: Site, from: string): LinkGroup[] {
  return groups.map(({ title, guides }) => ({
    title,
    links: guides.map(({ name, title: text }) => ({
      href: site.page(name, from),
      text: shorten(text, title),
    })),
  }))
}

/** A title without the words that its group says already, or that explain it. */
export function shorten(title: string, group: string): string {
  const [before = '', after] = title.split(': ')
  return after !== undefined && before === group ? after : before
}

const logo: Html = {
  html: '<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect class="ground" width="32" height="32" rx="8"/><path class="sheet" d="M9 8.5h14v15.2l-7-4.6-7 4.6z"/></svg>',
}

const lens: Html = {
  html: '<svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true" class="lens"><circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3.5 3.5"/></svg>',
}
