import type { Guide } from './guides.ts'
import { type Html, html } from './html.ts'

/** Draws a guide, with the headings of the page beside it. */
export function drawGuide({ render }: Guide): Html {
  const { body, headings } = render()
  const parts = headings.filter(({ depth }) => depth === 2)
  return html`<div class="guide">
    <article class="words">${body}</article>
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
