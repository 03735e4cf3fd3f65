// Writes web/ui/face/geist.woff2: the letters of the application's languages and of names in others, from the package
// `geist`, with weights from 400 to 700. Needs two packages that nothing else does:
//
//   npm install --no-save geist@1.9.2 subset-font@2.9.0 && node bin/make-face.js
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const { default: subsetFont } = await import('subset-font')
const source = join(import.meta.dirname, '../node_modules/geist')
const target = join(import.meta.dirname, '../web/ui/face')

/** Western, Nordic and Central European letters; then quotes, dashes, currencies, and the signs that the texts use. */
const letters = [
  between(0x20, 0x7e),
  between(0xa0, 0x17f),
  'ȘșȚțẞ–—‘’‚“”„†•…‰′″‹›⁄€₽₹™−≈≠≤≥←↑→↓↗↘',
].join('')

const face = await subsetFont(
  readFileSync(join(source, 'dist/fonts/geist-sans/Geist-Variable.woff2')),
  letters,
  { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 700 } } },
)
writeFileSync(join(target, 'geist.woff2'), face)
copyFileSync(join(source, 'LICENSE.txt'), join(target, 'LICENSE.txt'))
console.log(`geist.woff2: ${face.length} bytes`)

function between(first, last) {
  return String.fromCodePoint(
    ...Array.from({ length: last - first + 1 }, (_, index) => first + index),
  )
}
