// Makes docs/payment.webp, an animated picture of 20 seconds: a payment arrives, finds the money that was set aside for it, and
// what is free to spend stays right. The demo household, on a day that is always the same.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DemoVisit, visitDemo } from './demo-visit.ts'
import { type Film, startFilm } from './film.ts'
import { makeStage } from './stage.ts'

/** The eve of the day on which the rent is due. */
const NOW = '2026-11-30T18:00:00Z'
/** The last 60 pixels are the caption. */
const WINDOW = { width: 1120, height: 760 }
const LENGTH_MS = 20_000

const target = process.argv[2] ?? join(import.meta.dirname, '../docs/payment.webp')

const visit = await visitDemo(NOW)
try {
  const film = await record(visit)
  const picture = await film.develop()
  writeFileSync(target, picture)
  console.log(
    `${target}: ${(film.milliseconds() / 1000).toFixed(1)} s, ${Math.round(picture.length / 1024)} KB`,
  )
} finally {
  await visit.close()
}

async function record({ browser, open, instance, loaded }: DemoVisit): Promise<Film> {
  const page = await open({ viewport: WINDOW })
  const film = startFilm(browser, page)
  const stage = makeStage(page, film, WINDOW)
  await stage.show()
  const river = page.getByRole('figure').first()
  const box = (await river.boundingBox())!

  await stage.say('What is free to spend until payday. Every bill waits on its day.')
  await film.take(2400)
  await stage.move({ x: box.x + box.width * 0.78, y: box.y + box.height * 0.42 }, 14)
  await stage.move({ x: box.x + box.width * 0.34, y: box.y + box.height * 0.38 }, 26)
  await film.take(600)
  await stage.say('The rent is due tomorrow. Its money is set aside already.')
  await stage.point(page.locator('a[aria-label^="Rent"]').first())
  await film.take(2300)

  await stage.move({ x: box.x + box.width * 0.62, y: box.y - 40 }, 14)
  await stage.say('In the evening the bank reports the payment: €980.00.')
  await film.take(1700)
  importRent(instance, loaded.accounts['checking']!)
  await page.reload()
  await stage.show()
  await stage.say('Earmark recognises it and pays it from Rent. Free to spend stays right.')
  await film.take(2600)
  const paid = page.locator('p', { hasText: 'paid from Rent' }).first()
  await stage.scrollTo(paid)
  await film.take(900)
  await stage.point(paid.getByRole('button'))
  await stage.say('Not what you meant? One press takes it back.')
  await film.take(Math.max(1500, LENGTH_MS - film.milliseconds()))
  return film
}

/** The statement that the bank offers on that evening. */
function importRent({ databaseUrl, folder }: DemoVisit['instance'], account: string): void {
  const place = mkdtempSync(join(tmpdir(), 'earmark-recording-'))
  const file = join(place, 'november.csv')
  writeFileSync(file, 'Date,Description,Amount\n2026-11-30,RENT FINCA ALAMEDA,-980.00\n')
  const command = join(import.meta.dirname, '../bin/earmark.js')
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    EARMARK_DATA: folder,
    EARMARK_NOW: NOW,
  }
  execFileSync(process.execPath, [command, 'import', file, '--account', account], { env })
  rmSync(place, { recursive: true })
}
