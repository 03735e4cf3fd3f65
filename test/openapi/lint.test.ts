import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { describeApi } from '#/app/http/describe-api.ts'

const document = describeApi('https://earmark.example')
const spoilt = { ...document, info: { title: 'Earmark API', version: '1.0.0' } }

async function lintWithRedocly(described: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({
    source: JSON.stringify(described),
    absoluteRef: '/openapi.json',
    config,
  })
  return problems.map(({ ruleId, message, location }) => {
    return `${ruleId} ${location[0]?.pointer}: ${message}`
  })
}

async function lintWithSpectral(described: object): Promise<string[]> {
  const spectral = new Spectral()
  // Its types are of another copy of their package.
  spectral.setRuleset({ extends: [oas as never] })
  const problems = await spectral.run(structuredClone(described) as Record<string, unknown>)
  return problems.map(({ code, message, path }) => `${code} ${path.join('/')}: ${message}`)
}

test('redocly’s recommended-strict rules find nothing in the document', async () => {
  assert.deepEqual(await lintWithRedocly(document), [])
  assert.match((await lintWithRedocly(spoilt)).join('\n'), /info-license/)
})

test('spectral’s rules for OpenAPI find nothing in the document', async () => {
  assert.deepEqual(await lintWithSpectral(document), [])
  const bare = { ...spoilt, paths: {}, webhooks: {}, components: {} }
  assert.match((await lintWithSpectral(bare)).join('\n'), /info-contact/)
})
