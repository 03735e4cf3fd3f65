import shell from '#web/shell/shell.module.css'
import rail from '#web/shell/rail.module.css'
import type { Catalogue } from '#web/text/catalogue.ts'
import { createFormats } from '#web/text/formats.ts'
import { type Language, localeOf } from '#web/text/language.ts'
import money from '#web/ui/money.module.css'
import page from '#web/ui/page.module.css'
import { classes } from '#web/ui/classes.ts'
import { figureClass } from './figure.ts'
import hero from './hero.module.css'
import type { HomeData } from './home-screen.tsx'

type Spoken = { readonly language: Language; readonly text: Catalogue }

/**
 * Draws what is free to spend where the first screen will have it, in the place of the mark in `index.html`. The first
 * drawing of the application removes it, and after that it is too late for it.
 */
export function showNumber(data: HomeData, { language, text }: Spoken): void {
  const mark = document.querySelector('#app > .arriving')
  const [own] = data.money
  if (mark === null || own === undefined || isUnused(data)) return
  const formats = createFormats(data.household.locale ?? localeOf(language), { language })
  const name = draw('p', hero.name)
  name.textContent = text.home.freeToSpend
  const figure = draw(
    'span',
    classes('money', money.money, figureClass(own, { isFirst: true, formats })),
  )
  figure.textContent = formats.money(own.free_to_spend, own.currency)
  const screen = draw('div', page.page, [
    draw('div', hero.hero, [draw('div', undefined, [name, figure])]),
  ])
  mark.replaceWith(
    draw('div', shell.shell, [draw('div', rail.rail), draw('div', shell.content, [screen])]),
  )
}

/** Nothing is there yet that money could be free of: people are shown where to begin instead of a number. */
export function isUnused({ counts }: HomeData): boolean {
  return counts.accounts === 0 && counts.expenses === 0
}

function draw(
  tag: string,
  className: string | undefined,
  children: readonly Node[] = [],
): HTMLElement {
  const element = document.createElement(tag)
  element.className = className ?? ''
  element.append(...children)
  return element
}
