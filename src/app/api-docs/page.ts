import type { Asset } from './assets.ts'
import { type GuideGroup, guideGroups } from './guides.ts'
import { type Html, html } from './html.ts'

export type Link = { readonly href: string; readonly text: string; readonly method?: string }
export type LinkGroup = { readonly title: string; readonly links: readonly Link[] }

type Page = {
  readonly title: string
  readonly section: 'reference' | 'guides'
  /** The address of the page, to mark its link. */
  readonly address: string
  readonly groups: readonly LinkGroup[]
  readonly main: Html
  readonly isSignedIn: boolean
  /** True: the navigation can be filtered. */
  readonly filtered?: boolean
}

/** The address where a person makes a key; without a session the way leads over the sign-in. */
const KEYS = '/developers/keys?new=1'

/** The compiler of the npm package would need a helper package for this end tag inside a template. */
const SCRIPT = 'script'

/** Draws a page of the documentation: its head, its navigation and its content. */
export function drawPage(page: Page, assets: readonly Asset[]): string {
  const { title, section, isSignedIn } = page
  const styles = assets.filter(({ name }) => name.endsWith('.css'))
  const scripts = assets.filter(({ name }) => name.endsWith('.js'))
  const place = (name: string, href: string, isHere: boolean) =>
    html`<a href="${href}" ${isHere && html` aria-current="true"`}>${name}</a>`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Earmark</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        ${styles.map(({ path }) => html`<link rel="stylesheet" href="/docs${path}" />`)}
        ${scripts.map(({ path }) => html`<script src="/docs${path}"></${SCRIPT}>`)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top">
          <a class="brand" href="/">${logo}Earmark</a>
          <nav class="places" aria-label="Documentation">
            ${place('API reference', '/docs', section === 'reference')}
            ${place('Guides', '/docs/api-guide', section === 'guides')}
          </nav>
          <span class="ways">
            <a class="quiet" href="/v1/openapi.json">OpenAPI</a>
            ${
              isSignedIn
                ? html`<a class="act" href="${KEYS}">Create a key</a>`
                : html`<a class="act" href="/sign-in?to=${encodeURIComponent(KEYS)}"
                    >Sign in for a key</a
                  >`
            }
          </span>
        </header>
        <div class="layout ${section}">
          ${navigation(page)}
          <main id="content" tabindex="-1">${page.main}</main>
        </div>
      </body>
    </html> `.html
}

function navigation({ groups, address, filtered = false }: Page): Html {
  const item = ({ href, text, method }: Link) =>
    html`<li>
      <a href="${href}" ${href === address && html` aria-current="page"`}
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

/** The groups of guides, as links. */
export function guideLinks(titles: ReadonlyMap<string, { readonly title: string }>): LinkGroup[] {
  return guideGroups.map(({ title, guides }: GuideGroup) => ({
    title,
    links: guides.map((name) => ({ href: `/docs/${name}`, text: titles.get(name)?.title ?? name })),
  }))
}

const logo: Html = {
  html: '<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect class="ground" width="32" height="32" rx="8"/><path class="sheet" d="M9 8.5h14v15.2l-7-4.6-7 4.6z"/></svg>',
}
