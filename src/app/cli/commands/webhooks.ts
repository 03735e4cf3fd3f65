import { householdWebhooks } from '#/webhooks/app-contract.ts'
import { listHouseholdWebhooks } from '#/webhooks/managing/list-all.ts'
import { pauseWebhook } from '#/webhooks/managing/pause.ts'
import { manage } from './manage.ts'

export const webhookCommands = [
  manage({
    words: 'webhook list',
    endpoint: householdWebhooks.listHouseholdWebhooks,
    verb: listHouseholdWebhooks,
  }),
  manage({
    words: 'webhook pause',
    endpoint: householdWebhooks.pauseWebhook,
    verb: pauseWebhook,
  }),
]
