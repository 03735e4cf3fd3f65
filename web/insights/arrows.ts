import type { KeyboardEvent } from 'react'

/** Moves the focus among the links of a list by arrow keys; Home and End go to the first and last. */
export function moveAmongLinks(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.findIndex((link) => link === document.activeElement)
  const to = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: links.length - 1,
  }[event.key]
  const link = to === undefined ? undefined : links[to]
  if (link === undefined) return
  event.preventDefault()
  link.focus()
}
