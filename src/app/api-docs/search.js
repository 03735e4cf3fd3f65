// The search of the documentation, loaded when it is first opened. It asks for its index once, from this origin.
import MiniSearch from 'minisearch'
import { options, words } from './search-words.ts'

const SHOWN_MAX = 12
/** Characters around what was found. */
const EXCERPT = 150

let index = null
let dialog = null

/** Opens the search over the page. */
export function openSearch(button) {
  dialog ??= build(button)
  dialog.box.showModal()
  dialog.input.select()
}

function build(button) {
  const base = new URL('..', new URL('..', new URL(button.dataset.index, location.href)))
  const box = element('dialog', { className: 'search', ariaLabel: 'Search the documentation' })
  const input = element('input', {
    type: 'search',
    placeholder: 'Search guides and operations',
    ariaLabel: 'Search guides and operations',
    autocomplete: 'off',
    spellcheck: false,
    enterKeyHint: 'go',
  })
  const close = element('button', { type: 'button', className: 'close', textContent: 'Close' })
  const head = element('div', { className: 'head' }, [input, close])
  const status = element('p', { className: 'found' })
  status.setAttribute('role', 'status')
  const list = element('ul', { className: 'results' })
  box.append(head, status, list)
  document.body.append(box)
  const show = async () => {
    const wanted = input.value.trim()
    try {
      const results = wanted === '' ? [] : await find(button.dataset.index, wanted)
      if (wanted !== input.value.trim()) return
      list.replaceChildren(...results.slice(0, SHOWN_MAX).map((one) => draw(one, wanted, base)))
      status.textContent = wanted === '' ? '' : countOf(results.length)
    } catch {
      status.textContent = 'The index did not arrive. Try again when there is a network.'
    }
  }
  input.addEventListener('input', () => void show())
  close.addEventListener('click', () => box.close())
  box.addEventListener('click', ({ target }) => {
    // A link within the page leaves the dialog open otherwise; a click beside the dialog closes it.
    if (target === box || target.closest('a')) box.close()
  })
  box.addEventListener('keydown', (event) => {
    // A search field would take the first Escape to clear itself.
    if (event.key === 'Escape') box.close()
    else walk(event, { input, list })
  })
  return { box, input }
}

/** Moves the focus between the field and the results. */
function walk(event, { input, list }) {
  const stops = [input, ...list.querySelectorAll('a')]
  const at = stops.indexOf(document.activeElement)
  if (event.key === 'Enter' && at === 0 && stops.length > 1) stops[1].click()
  else if (event.key === 'ArrowDown') stops[Math.min(at + 1, stops.length - 1)].focus()
  else if (event.key === 'ArrowUp') stops[Math.max(at - 1, 0)].focus()
  else return
  event.preventDefault()
}

function countOf(count) {
  if (count === 0) return 'Nothing found. Try fewer or other words.'
  return `${count} ${count === 1 ? 'result' : 'results'}`
}

async function find(address, wanted) {
  index ??= load(address)
  const search = await index.catch((error) => {
    index = null
    throw error
  })
  const all = search.search(wanted)
  // Better something with one of the words than nothing.
  return all.length > 0 ? all : search.search(wanted, { combineWith: 'OR' })
}

async function load(address) {
  const response = await window.fetch(address)
  if (!response.ok) throw new Error(String(response.status))
  return MiniSearch.loadJSON(await response.text(), options)
}

function draw(result, wanted, base) {
  const { heading, page, lead, path, method, names, terms } = result
  const marked = [...terms, ...words(wanted)].map((one) => one.toLowerCase())
  const link = element('a', { href: new URL(path, base).href })
  const where = element('span', { className: 'where', textContent: page })
  const title = element('span', { className: 'title' }, [...mark(heading, marked)])
  if (method) {
    const label = element('span', { className: `method ${method.toLowerCase()}` })
    label.textContent = method === 'DELETE' ? 'DEL' : method
    title.prepend(label)
    where.textContent = names.split(' ')[0]
  }
  const excerpt = element('span', { className: 'excerpt' }, [...mark(lead, marked)])
  link.append(where, title, excerpt)
  if (names === '' && excerpt.querySelector('mark') === null) {
    void readAround(link.href, heading, marked).then((text) => {
      if (text !== '') excerpt.replaceChildren(...mark(text, marked))
    })
  }
  return element('li', {}, [link])
}

const texts = new Map()

/** Reads the words around what was found from the Markdown of the page; '' if it does not arrive. */
async function readAround(address, heading, marked) {
  const { origin, pathname } = new URL(address)
  const file = `${origin}${pathname.replace(/\.html$/, '').replace(/\/$/, '/index')}.md`
  if (!texts.has(file)) {
    const answer = window.fetch(file).then((one) => (one.ok ? one.text() : ''))
    texts.set(
      file,
      answer.catch(() => ''),
    )
  }
  const text = await texts.get(file)
  const parts = text.split(/^#+ /m)
  const part = parts.find((one) => bare(one.split('\n')[0]) === heading)
  if (part === undefined) return ''
  const plain = bare(part.slice(part.indexOf('\n'))).replaceAll(/\s+/g, ' ')
  const places = marked.map((one) => plain.toLowerCase().indexOf(one)).filter((at) => at >= 0)
  if (places.length === 0) return ''
  const first = Math.min(...places)
  const from = first > 40 ? plain.indexOf(' ', first - 40) + 1 : 0
  const end = plain.indexOf(' ', from + EXCERPT)
  return `${from > 0 ? '… ' : ''}${plain.slice(from, end < 0 ? undefined : end).trim()}${end < 0 ? '' : ' …'}`
}

/** A text without the marks of Markdown. */
function bare(text) {
  return text
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/^```.*$/gm, '')
    .replaceAll(/[`*[\]|]/g, '')
    .trim()
}

/** Divides a text into what was found and the rest. */
function* mark(text, marked) {
  let at = 0
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const word = match[0].toLowerCase()
    if (!marked.some((one) => one.length > 1 && word.startsWith(one))) continue
    yield document.createTextNode(text.slice(at, match.index))
    yield element('mark', { textContent: match[0] })
    at = match.index + match[0].length
  }
  yield document.createTextNode(text.slice(at))
}

function element(name, properties, children = []) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}
