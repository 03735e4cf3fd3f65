import shell from '#web/shell/shell.module.css'
import rail from '#web/shell/rail.module.css'
import type { Catalogue } from '#web/text/catalogue.ts'
import { createFormats } from '#web/text/formats.ts'
import { type Language, localeOf } from '#web/text/language.ts'
import money from '#web/ui/money.module.css'
import page from '#web/ui/page.module.css'
import { classes } from '#web/ui/classes.ts'
import { figureClass, splitFigure } from './figure-parts.ts'
import hero from './hero.module.css'
import type { HomeData } from './home-data.ts'
import { knowledgeOf, nameOfNumber } from './knowledge.ts'

type SpokenLanguage = { readonly language: Language; readonly text: Catalogue }

/**
 * Draws the number of Home at its final position, in place of the mark of `index.html`. The first render of the application removes
 * it; after that this does nothing.
 */
export function showNumber(data: HomeData, { language, text }: SpokenLanguage): void {
  const mark = document.querySelector('#app > .arriving')
  const [own] = data.money
  const known = knowledgeOf(data)
  if (mark === null || own === undefined || (known !== 'known' && known !== 'plan')) return
  const cents = own.free_to_spend
  const formats = createFormats(data.household.locale ?? localeOf(language), { language })
  const name = draw('p', hero.name)
  name.textContent = nameOfNumber(data, text)
  const figure = draw(
    'span',
    classes(
      'money',
      money.money,
      figureClass({ cents, currency: own.currency }, { isFirst: true, formats }),
    ),
  )
  const [whole, rest] = splitFigure(formats.money(cents, own.currency), formats)
  const decimals = draw('span', hero.decimals)
  decimals.textContent = rest
  figure.append(whole, decimals)
  const screen = draw('div', page.page, [
    draw('div', hero.hero, [draw('div', undefined, [name, figure])]),
  ])
  mark.replaceWith(
    draw('div', shell.shell, [draw('div', rail.rail), draw('div', shell.content, [screen])]),
  )
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
