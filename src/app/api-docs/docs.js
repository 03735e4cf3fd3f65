// Runs before the first paint, in the reader's browser. Without it the pages are complete, with all languages of each example.
{
  const root = document.documentElement
  const languages = ['curl', 'typescript', 'python']
  let key = ''

  const read = (name) => {
    try {
      return localStorage.getItem(name)
    } catch {
      // Storage may be forbidden; then nothing is remembered.
      return null
    }
  }

  const theme = read('earmark.theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  const chosen = read('earmark.docs.language')
  root.dataset.language = languages.includes(chosen) ? chosen : 'curl'

  const choose = (language) => {
    root.dataset.language = language
    try {
      localStorage.setItem('earmark.docs.language', language)
    } catch {
      // As above.
    }
    markLanguage()
  }

  const markLanguage = () => {
    for (const button of document.querySelectorAll('button[data-language]')) {
      button.setAttribute('aria-pressed', String(button.dataset.language === root.dataset.language))
    }
  }

  const copy = async (button) => {
    const panel = button.closest('.panel, .block')
    const code = [...panel.querySelectorAll('.code, pre')].find(({ offsetParent }) => offsetParent)
    const shown = (code.querySelector('code') ?? code).textContent
    await navigator.clipboard.writeText(panel.dataset.kind === 'console' ? typed(shown) : shown)
    button.textContent = 'Copied'
    window.setTimeout(() => (button.textContent = 'Copy'), 1500)
  }

  /** The commands of a session, without prompts and output. A backslash continues a line. */
  const typed = (session) => {
    const lines = session.match(/^\$ (?:.*\\\n)*.*$/gm) ?? []
    return `${lines.map((line) => line.slice(2)).join('\n')}\n`
  }

  const find = async () => {
    const button = document.querySelector('.find')
    const { openSearch } = await import(new URL(button.dataset.search, location.href).href)
    openSearch(button)
  }

  const send = async (button) => {
    if (key === '') return document.getElementById('key').focus()
    const panel = button.closest('.beside').querySelector('.answer')
    const status = panel.querySelector('.status')
    const shown = panel.querySelector('code')
    status.textContent = '…'
    try {
      const response = await window.fetch(button.dataset.path, {
        headers: { authorization: `Bearer ${key}` },
        // The API refuses a session beside a key, and the reader may be signed in.
        credentials: 'omit',
      })
      const text = await response.text()
      status.textContent = String(response.status)
      status.classList.toggle('failed', !response.ok)
      shown.textContent = response.ok || text.startsWith('{') ? pretty(text) : text
    } catch (error) {
      status.textContent = 'failed'
      status.classList.add('failed')
      shown.textContent = String(error)
    }
  }

  const pretty = (text) => {
    try {
      return JSON.stringify(JSON.parse(text), null, 2)
    } catch {
      return text
    }
  }

  const filter = (wanted) => {
    for (const group of document.querySelectorAll('.contents .group')) {
      let found = 0
      for (const item of group.querySelectorAll('li')) {
        const matches = item.textContent.toLowerCase().includes(wanted)
        item.hidden = !matches
        if (matches) found += 1
      }
      group.hidden = found === 0
    }
  }

  /** Marks the part of the page that is read in the navigation. */
  const follow = () => {
    const links = new Map()
    for (const link of document.querySelectorAll('.contents a[href^="#"], .outline a')) {
      links.set(link.getAttribute('href').slice(1), link)
    }
    const mark = (id) => {
      for (const [at, link] of links) {
        if (at !== id) link.removeAttribute('aria-current')
        else if (!link.hasAttribute('aria-current')) {
          link.setAttribute('aria-current', 'location')
          const { parentElement: box } = link.closest('nav, aside')
          if (box.scrollHeight > box.clientHeight) link.scrollIntoView({ block: 'nearest' })
        }
      }
    }
    const headings = [...document.querySelectorAll('main [id]')].filter(({ id }) => links.has(id))
    const seen = new Set()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target)
          else seen.delete(target)
        }
        const first = headings.find((heading) => seen.has(heading))
        if (first) mark(first.id)
      },
      { rootMargin: '-60px 0px -60% 0px' },
    )
    for (const heading of headings) observer.observe(heading)
  }

  document.addEventListener('DOMContentLoaded', () => {
    root.dataset.ready = ''
    markLanguage()
    follow()
    // Over plain http browsers forbid copying, so the reader selects the text instead.
    if (navigator.clipboard) root.dataset.copies = ''
    if (matchMedia('(max-width: 900px)').matches) {
      document.querySelector('.contents').removeAttribute('open')
    }
    document.addEventListener('click', ({ target }) => {
      const button = target.closest('button')
      if (button?.dataset.language) choose(button.dataset.language)
      else if (button?.classList.contains('copy')) void copy(button)
      else if (button?.classList.contains('find')) void find()
      else if (button?.classList.contains('send')) void send(button)
      else if (target.closest('.contents a') && matchMedia('(max-width: 900px)').matches) {
        document.querySelector('.contents').removeAttribute('open')
      }
    })
    document.addEventListener('keydown', (event) => {
      const { key: pressed, target, ctrlKey, metaKey, altKey } = event
      const writes = target.matches('input, textarea, select, [contenteditable]')
      const isFind =
        (pressed === '/' && !ctrlKey && !metaKey && !altKey && !writes) ||
        (pressed.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey)
      if (!isFind || document.querySelector('dialog[open]')) return
      event.preventDefault()
      void find()
    })
    document.getElementById('key')?.addEventListener('input', ({ target }) => {
      key = target.value.trim()
    })
    document.querySelector('.filter')?.addEventListener('input', ({ target }) => {
      filter(target.value.trim().toLowerCase())
    })
  })
}
