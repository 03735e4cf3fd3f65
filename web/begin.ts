// Runs first. It is small, so that on a slow network the number appears long before the application, which loads meanwhile.
import { askHome } from './calls/ahead.ts'
import { showNumber } from './home/early-number.ts'
import { readDayTables, readNumberTables } from './text/formats.ts'
import { languages, preferredLanguage } from './text/language.ts'
import './ui/tokens.css'

/** Draws the number where the application will draw it; draws nothing if the request fails. */
async function begin() {
  const language = preferredLanguage()
  document.documentElement.lang = language
  const asked = Promise.all([languages[language].load(), askHome()])
  // Uses a separate task while the requests are in flight.
  setTimeout(readNumberTables)
  const [text, home] = await asked
  showNumber(home, { language, text })
  // Runs after the number is painted and before the application formats days.
  requestAnimationFrame(() => setTimeout(readDayTables))
}

/** Loads React, then the application, each in a separate task, so that a slow phone responds to touch in between. */
async function load() {
  await import('./root.ts')
  await import('./main.tsx')
}

void load()
if (location.pathname === '/') begin().catch(() => undefined)
