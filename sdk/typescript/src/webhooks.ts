import type { ReadOptions, WriteOptions } from './call.ts'
import { WebhooksCalls } from './generated/operations.ts'
import type {
  CreatedWebhook,
  CreateWebhookBody,
  ListDeliveriesQuery,
  WebhookDelivery,
} from './generated/types.ts'

const PAGE_MOST = 200

export class Webhooks extends WebhooksCalls {
  /**
   * Creates a webhook. `secret` is shown once: with an `idempotencyKey` of your own, a repeated call returns the webhook
   * without it. Without one, the call always returns a secret: if the answer with it was cut off, it removes the webhook,
   * whose secret nobody has, and creates it again.
   */
  override async create(
    body: CreateWebhookBody,
    options: WriteOptions = {},
  ): Promise<CreatedWebhook> {
    for (let round = 1; ; round += 1) {
      const created = await super.create(body, options)
      const isOurs = options.idempotencyKey === undefined
      if (created.secret !== undefined || !isOurs || round === 3) return created
      await this.remove(created.id, options)
    }
  }

  /** Reads the deliveries of a webhook to their end, newest first; `limit` is the size of a page. */
  async *iterateDeliveries(
    id: string,
    query: Omit<ListDeliveriesQuery, 'before'> = {},
    options: ReadOptions = {},
  ): AsyncGenerator<WebhookDelivery, void, undefined> {
    const limit = query.limit ?? PAGE_MOST
    let before: string | undefined
    for (;;) {
      const page = await this.listDeliveries(id, { ...query, limit, before }, options)
      yield* page
      before = page.at(-1)?.id
      if (page.length < limit || before === undefined) return
    }
  }
}
