import { householdWebhooks } from '#/webhooks/app-contract.ts'
import { webhooks as w } from '#/webhooks/contract.ts'
import { commandOf } from '#/app/cli/budgeting/endpoint-command.ts'
import { householdCommand } from '#/app/cli/budgeting/household-command.ts'
import { answerOutput } from '#/app/cli/words/answer-output.ts'

const listCommand = householdCommand({
  words: 'webhook list',
  group: 'programs',
  summary: 'Lists a household’s webhooks; with an API key, those of its member.',
  operands: [],
  options: {},
  lists: true,
  plan: (invocation) => async (household) => {
    if (invocation.remote) {
      const answer = await household.ask(w.listWebhooks)
      const form = { shows: ['name', 'url', 'enabled', 'delivery_status', 'id'] }
      return answerOutput(invocation, {
        answer,
        schema: w.listWebhooks.response,
        form,
        currency: '',
      })
    }
    const { listHouseholdWebhooks: ofAll } = householdWebhooks
    const answer = await household.ask(ofAll)
    const form = { shows: ['name', 'host', 'enabled', 'paused_reason', 'member_id', 'id'] }
    return answerOutput(invocation, { answer, schema: ofAll.response, form, currency: '' })
  },
})

// Headers are secrets of the receiver, which do not belong on a command line.
const without = ['headers']

export const webhookCommands = [
  listCommand,
  commandOf({
    words: 'webhook pause',
    group: 'programs',
    endpoint: householdWebhooks.pauseWebhook,
  }),
  commandOf({
    words: 'webhook create',
    group: 'programs',
    summary: 'Create a webhook, with an API key; its secret is printed only now.',
    examples: ['webhook create --name Sheet --url https://example.com/hooks/earmark'],
    endpoint: w.createWebhook,
    ofKey: true,
    without,
  }),
  commandOf({
    words: 'webhook change',
    group: 'programs',
    summary: 'Pause or resume a webhook, with an API key.',
    endpoint: w.changeWebhook,
    ofKey: true,
    without,
  }),
  commandOf({ words: 'webhook remove', group: 'programs', endpoint: w.removeWebhook, ofKey: true }),
  commandOf({
    words: 'webhook deliveries',
    group: 'programs',
    shows: ['created_at', 'event', 'status', 'attempts', 'http_status', 'event_id'],
    endpoint: w.listDeliveries,
    ofKey: true,
  }),
  commandOf({
    words: 'webhook redeliver',
    group: 'programs',
    endpoint: w.redeliverEvent,
    ofKey: true,
  }),
  commandOf({
    words: 'webhook replay',
    group: 'programs',
    examples: ['webhook replay WEBHOOK_ID --since 2026-11-20T00:00:00Z'],
    endpoint: w.replayEvents,
    ofKey: true,
  }),
]
