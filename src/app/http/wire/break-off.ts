import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'

/** A body that is being sent; `ended` resolves when sending has ended, completely or not. */
export type Sent = { readonly stream: ReadableStream<Uint8Array>; readonly ended: Promise<void> }

/**
 * Destroys the connection if a body fails. The adapter would end the answer normally, with the error's text, and a part
 * would look complete.
 */
export function breakingOff(
  c: Context,
  body: ReadableStream<Uint8Array>,
  note: (error: unknown) => void,
): Sent {
  const reader = body.getReader()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let hasLeft = false
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      const { done, value } = await reader.read()
      // The reader has left meanwhile, which closed the stream.
      if (hasLeft) return
      if (!done) return controller.enqueue(value)
      end()
      controller.close()
    } catch (error) {
      end()
      note(error)
      const connection = connectionOf(c)
      if (!connection) throw error
      connection.destroy()
      controller.close()
    }
  }
  const cancel = (reason: unknown) => {
    hasLeft = true
    end()
    return reader.cancel(reason)
  }
  return { stream: new ReadableStream({ pull, cancel }, { highWaterMark: 0 }), ended }
}

/** Null if a test calls the application without a socket. */
function connectionOf(c: Context): ServerResponse | null {
  const env: unknown = c.env
  if (env === null || typeof env !== 'object' || !('outgoing' in env)) return null
  return env.outgoing as ServerResponse
}
