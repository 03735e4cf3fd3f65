import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as z from 'zod'
import { publicContracts } from '#/app/http/public-contracts.ts'
import { walletRoutes } from '#/app/http/wallet-routes.ts'
import { openapi } from '#/platform/contract/openapi.ts'
import { events } from '#/webhooks/contract.ts'
import { blocks } from './blocks.ts'

// JSON in the documents is what the API accepts or answers: `schema="NAME"` is a schema of the OpenAPI document or one of
// those here, and `body="METHOD /path"` the body of a request.

const document = openapi(publicContracts, { serverUrl: '/v1', events }) as {
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}
const named = document.components.schemas
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'api', ...document })
/** Forms of others, and of what is not in the OpenAPI document. */
const schemas: Readonly<Record<string, z.ZodType>> = {
  // The configuration of clients of the Model Context Protocol.
  McpServers: z.strictObject({
    mcpServers: z.record(
      z.string(),
      z.union([
        z.strictObject({ url: z.url(), headers: z.record(z.string(), z.string()).optional() }),
        z.strictObject({
          command: z.string(),
          args: z.array(z.string()),
          env: z.record(z.string(), z.string()).optional(),
        }),
      ]),
    ),
  }),
}
const bodies = new Map<string, z.ZodType | undefined>([
  ...publicContracts.flatMap((contract) =>
    Object.values(contract).map((one) => [`${one.method} ${one.path}`, one.body] as const),
  ),
  ...walletRoutes.map(
    ([one]) => [`${one.method} /ingest/wallet${one.path}`.replace(/\/$/, ''), one.body] as const,
  ),
])

test('JSON in the documents fits the schema or the request that it is for', () => {
  const json = blocks.filter(
    ({ language, marks }) => language === 'json' && ('schema' in marks || 'body' in marks),
  )
  for (const { path, line, text, marks } of json) {
    const place = `${path}:${line}`
    const value: unknown = JSON.parse(text)
    const name = marks['schema'] ?? ''
    const known = marks['body'] === undefined ? schemas[name] : bodies.get(marks['body'])
    if (known) assert.equal(known.safeParse(value).error, undefined, place)
    else {
      assert.ok(name in named, `${place}: there is no ${name}${marks['body'] ?? ''}`)
      const fits = ajv.validate(`api#/components/schemas/${name}`, value)
      assert.ok(fits, `${place}: ${ajv.errorsText()}`)
    }
  }
  assert.ok(json.length > 2)
})
