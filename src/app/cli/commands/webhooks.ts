import { householdWebhooks } from '#/webhooks/app-contract.ts'
import { listHouseholdWebhooks } from '#/webhooks/managing/list-all.ts'
import { pauseWebhook } from '#/webhooks/managing/pause.ts'
import { commandOf } from '#/app/cli/budgeting/endpoint-command.ts'

export const webhookCommands = [
  commandOf({
    words: 'webhook list',
    endpoint: householdWebhooks.listHouseholdWebhooks,
    verb: listHouseholdWebhooks,
  }),
  commandOf({
    words: 'webhook pause',
    endpoint: householdWebhooks.pauseWebhook,
    verb: pauseWebhook,
  }),
]
