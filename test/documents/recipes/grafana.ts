import assert from 'node:assert/strict'
import jsonata from 'jsonata'
import { parse } from 'yaml'
import * as z from 'zod'
import { ask, blockOf, type Kitchen } from './recipe.ts'

// Asks what each panel asks, and applies its expressions as the data source Infinity does: the root selector is JSONata,
// a column takes one field of each row.

const PAGE = 'docs/recipes/grafana.md'

const sourceShape = z.strictObject({
  apiVersion: z.literal(1),
  datasources: z.tuple([
    z.strictObject({
      name: z.string(),
      uid: z.string(),
      type: z.literal('yesoreyeram-infinity-datasource'),
      access: z.literal('proxy'),
      jsonData: z.strictObject({
        auth_method: z.literal('bearerToken'),
        allowedHosts: z.array(z.url()),
      }),
      secureJsonData: z.strictObject({ bearerToken: z.literal('$EARMARK_API_KEY') }),
    }),
  ]),
})
const targetShape = z.strictObject({
  refId: z.string(),
  type: z.literal('json'),
  source: z.literal('url'),
  format: z.literal('table'),
  parser: z.literal('backend'),
  url: z.string(),
  url_options: z.strictObject({ method: z.literal('GET'), data: z.literal('') }),
  root_selector: z.string(),
  columns: z.array(
    z.strictObject({
      selector: z.string(),
      text: z.string(),
      type: z.enum(['string', 'number', 'timestamp']),
    }),
  ),
  filters: z.array(z.never()),
})
const dashboardShape = z.object({
  title: z.string(),
  uid: z.string(),
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      datasource: z.strictObject({ type: z.string(), uid: z.string() }),
      targets: z.array(targetShape),
    }),
  ),
})
const rowsShape = z.array(z.record(z.string(), z.union([z.string(), z.number()])))

export type Row = z.infer<typeof rowsShape>[number]

/** Returns the rows of each panel by its title. */
export async function drawPanels(kitchen: Kitchen): Promise<ReadonlyMap<string, readonly Row[]>> {
  const { url } = kitchen
  const source = sourceShape.parse(
    parse(blockOf(PAGE, { language: 'yaml', part: 'datasources', url })),
  ).datasources[0]
  const dashboard = dashboardShape.parse(
    JSON.parse(blockOf(PAGE, { language: 'json', part: '"panels"', url })),
  )
  const drawn = new Map<string, readonly Row[]>()
  for (const { title, targets, datasource } of dashboard.panels) {
    assert.deepEqual(datasource, { type: source.type, uid: source.uid })
    for (const target of targets) {
      const address = target.url
        .replace('${__from:date:YYYY-MM-DD}', '2026-10-01')
        .replace('${__to:date:YYYY-MM-DD}', '2026-11-20')
      assert.doesNotMatch(address, /\$/)
      assert.ok(source.jsonData.allowedHosts.includes(new URL(address).origin))
      const found: unknown = await jsonata(target.root_selector).evaluate(
        await ask(kitchen, address),
      )
      const rows = rowsShape.parse(Array.isArray(found) ? [...found] : [found])
      for (const row of rows) for (const column of target.columns) check(row, column, title)
      drawn.set(title, rows)
    }
  }
  return drawn
}

function check(
  row: Row,
  { selector, type }: z.infer<typeof targetShape>['columns'][number],
  title: string,
): void {
  const value = row[selector]
  assert.equal(typeof value, type === 'number' ? 'number' : 'string', `${title}: ${selector}`)
  if (type === 'timestamp') assert.ok(!Number.isNaN(Date.parse(String(value))), title)
}
