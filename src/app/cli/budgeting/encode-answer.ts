import * as z from 'zod'
import type { Endpoint, WireAnswer } from '#/platform/contract/endpoint.ts'

/** Writes a handler's answer as the server sends it: declared fields only. */
export function encodeAnswer<E extends Endpoint>({ response }: E, answer: unknown): WireAnswer<E> {
  return z.encode(response, answer as never) as WireAnswer<E>
}
