// The package has no types of its own; these are the few parts that the tests use.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export const interactionPolicy: {
    base(): { add(prompt: object, index: number): void }
    readonly Prompt: new (properties: { name: string; requestable: boolean }) => object
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
    ): Promise<void>
    readonly Grant: new (properties: { clientId: string; accountId: string }) => {
      addOIDCScope(scope: string): void
      save(): Promise<string>
    }
  }
}
