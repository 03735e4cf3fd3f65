import type { Guide, GuideGroup, ListedGuide } from './guides.ts'
import { type Html, html } from './html.ts'
import type { Rendered } from './markdown.ts'
import { shorten } from './page.ts'
import type { Site } from './places.ts'

/** Draws a guide, with the headings of the page beside it. */
export function drawGuide({ body, headings }: Rendered, after: Html | null = null): Html {
  const parts = headings.filter(({ depth }) => depth === 2)
  return html`<div class="guide">
    <article class="words">${body}${after}</article>
    ${
      parts.length > 1 &&
      html`<aside class="outline" aria-label="On this page">
        <h2>On this page</h2>
        <ul>
          ${parts.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
        </ul>
      </aside>`
    }
  </div>`
}

/** Draws the way on at the end of a guide: its Markdown, and its neighbours in the navigation. */
export function drawEnd(guide: Guide, groups: readonly GuideGroup[], site: Site): Html {
  const all = groups.flatMap(({ guides }) => guides)
  const at = all.findIndex(({ name }) => name === guide.name)
  const link = (neighbour: ListedGuide | undefined, word: string) =>
    neighbour !== undefined &&
    html`<a class="${word.toLowerCase()}" href="${site.page(neighbour.name, guide.name)}"
      ><span>${word}</span>${neighbour.title}</a
    >`
  const previous = at > 0 && link(all[at - 1], 'Previous')
  const next = at >= 0 && link(all[at + 1], 'Next')
  return html`<footer class="end">
    <p>
      <a href="${site.file(`${guide.name}.md`, guide.name)}">This page as Markdown</a>
    </p>
    ${
      (previous || next) &&
      html`<nav class="neighbours" aria-label="Neighbouring pages">${previous}${next}</nav>`
    }
  </footer>`
}

/** Draws the page that the guides begin with: all of them, each with a sentence. */
export function drawOverview(groups: readonly GuideGroup[], site: Site, from: string): Html {
  return html`<div class="guide overview">
    <article class="words">
      <h1>Earmark documentation</h1>
      <p>
        Install it, call its API, connect it with what you use, and understand how it decides. Press
        <kbd>/</kbd> to search all pages and the
        <a href="${site.page('reference', from)}">API reference</a>.
      </p>
      ${groups.map(
        ({ title, guides }) =>
          html`<section class="cards">
            <h2>${title}</h2>
            <ul>
              ${guides.map(
                ({ name, title: text, about }) =>
                  html`<li>
                    <a href="${site.page(name, from)}">${shorten(text, title)}</a>
                    <p>${about}</p>
                  </li>`,
              )}
            </ul>
          </section>`,
      )}
      <p>
        For language models: <a href="${site.isInstance ? '/llms.txt' : 'llms.txt'}">llms.txt</a>
        lists these pages, and
        <a href="${site.isInstance ? '/llms-full.txt' : 'llms-full.txt'}">llms-full.txt</a> has all
        of them.
      </p>
    </article>
  </div>`
}
