import type { Output } from '#web/calls/operations.ts'

export type Delivery = Output<'GET /webhooks/{id}/deliveries'>[number]
