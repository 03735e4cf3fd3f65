// Writes build/sbom.cdx.json, the bill of materials of what is shipped, in CycloneDX: `npm run sbom`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stdout } from 'node:process'
import { makeSbom } from './make-sbom.ts'

const root = join(import.meta.dirname, '..')
mkdirSync(join(root, 'build'), { recursive: true })
const text = makeSbom(root)
writeFileSync(join(root, 'build/sbom.cdx.json'), text)
stdout.write('build/sbom.cdx.json\n')
