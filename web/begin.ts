// The first script of all: so small that on a slow network the one number is there long before the application is, which is
// loaded meanwhile.
import { askHome } from './calls/ahead.ts'
import { showNumber } from './home/early-number.ts'
import { readDayTables, readNumberTables } from './text/formats.ts'
import { languages, preferredLanguage } from './text/language.ts'
import './ui/tokens.css'

/** Draws the number in the place where the application will have it; nothing where it does not come. */
async function begin() {
  const language = preferredLanguage()
  document.documentElement.lang = language
  const asked = Promise.all([languages[language].load(), askHome()])
  // In a turn of its own, while they are on their way.
  setTimeout(readNumberTables)
  const [text, home] = await asked
  showNumber(home, { language, text })
  // After the number is painted, and before the application is there to write days.
  requestAnimationFrame(() => setTimeout(readDayTables))
}

/** What draws the application, and then the application, each in a turn of its own: between them a slow phone answers a finger. */
async function load() {
  await import('./root.ts')
  await import('./main.tsx')
}

void load()
if (location.pathname === '/') begin().catch(() => undefined)
