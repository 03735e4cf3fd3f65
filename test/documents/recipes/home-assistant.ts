import assert from 'node:assert/strict'
import nunjucks from 'nunjucks'
import { parse } from 'yaml'
import * as z from 'zod'
import { ask, blockOf, type Kitchen } from './recipe.ts'

// Reads the YAML by what Home Assistant accepts (homeassistant/components/rest/schema.py and the template schemas that it
// extends), asks the instance as its configuration says, and evaluates the templates on the answer. Nunjucks is a Jinja.

const PAGE = 'docs/recipes/home-assistant.md'

const template = z.string()
const sensorShape = z.strictObject({
  name: template,
  unique_id: z.string(),
  value_template: template,
  availability: template,
  // A device class `monetary` needs a currency as its unit, and allows no state class but `total`.
  device_class: z.literal('monetary'),
  unit_of_measurement: z.string().regex(/^[A-Z]{3}$/),
  json_attributes: z.array(z.string()).default([]),
})
const restShape = z.strictObject({
  rest: z.array(
    z.strictObject({
      resource: z.url(),
      headers: z.record(z.string(), z.string()),
      scan_interval: z.int().min(1),
      timeout: z.int().min(1),
      sensor: z.array(sensorShape),
    }),
  ),
})
const automationShape = z.strictObject({
  automation: z.array(
    z.strictObject({
      alias: z.string(),
      triggers: z.array(
        z.strictObject({
          trigger: z.literal('numeric_state'),
          entity_id: z.string(),
          below: z.number(),
        }),
      ),
      actions: z.array(
        z.strictObject({
          action: z.string().regex(/^\w+\.\w+$/),
          data: z.record(z.string(), template),
        }),
      ),
    }),
  ),
})

const jinja = new nunjucks.Environment(null, { autoescape: false })
jinja.addFilter('round', (value: number, digits = 0) => Number(value.toFixed(digits)))

type State = { readonly state: string; readonly attributes: Readonly<Record<string, unknown>> }

/** Returns what the sensors show, and the message of the automation. */
export async function runHomeAssistant(kitchen: Kitchen): Promise<{
  readonly sensors: ReadonlyMap<string, State>
  readonly message: string
  readonly whenRefused: readonly string[]
}> {
  const read = (part: string): unknown => {
    const text = blockOf(PAGE, { language: 'yaml', part, url: kitchen.url })
    const secret = { tag: '!secret', resolve: (name: string) => secrets[name] }
    return parse(text, { customTags: [secret] })
  }
  const secrets: Readonly<Record<string, string>> = {
    ...z.record(z.string(), z.string()).parse(read('earmark_key: ')),
  }
  const { rest } = restShape.parse(read('rest:'))
  const { automation } = automationShape.parse(read('automation:'))
  const sensors = new Map<string, State>()
  const whenRefused: string[] = []
  for (const { resource, headers, sensor } of rest) {
    assert.deepEqual(headers, { Authorization: 'Bearer em_live_…' })
    const value_json = z.record(z.string(), z.unknown()).parse(await ask(kitchen, resource))
    for (const one of sensor) {
      assert.equal(jinja.renderString(one.availability, { value_json }), 'true')
      const refused = { value_json: { error: { code: 'invalid_api_key' } } }
      whenRefused.push(jinja.renderString(one.availability, refused))
      assert.equal(one.unit_of_measurement, value_json['currency'])
      assert.ok(one.json_attributes.every((name) => name in value_json))
      sensors.set(`sensor.${one.name.toLowerCase().replaceAll(' ', '_')}`, {
        state: jinja.renderString(one.value_template, { value_json }),
        attributes: Object.fromEntries(one.json_attributes.map((name) => [name, value_json[name]])),
      })
    }
  }
  const [{ triggers, actions } = { triggers: [], actions: [] }] = automation
  assert.ok(triggers.every(({ entity_id }) => sensors.has(entity_id)))
  const message = jinja.renderString(actions[0]!.data['message']!, {
    states: (id: string) => sensors.get(id)!.state,
    state_attr: (id: string, name: string) => sensors.get(id)!.attributes[name],
  })
  return { sensors, message, whenRefused }
}
