import { createClient } from '@hey-api/openapi-ts'
import openapiTypes, { astToString } from 'openapi-typescript'

/** Writes the types that openapi-typescript makes of a document. */
export async function writeTypes(document: object): Promise<string> {
  return astToString(await openapiTypes(structuredClone(document) as never))
}

/** Has hey-api write types and validators of a document into a folder; `withClient`: a client that uses them, too. */
export async function writeClient(
  document: object,
  { folder, withClient }: { readonly folder: string; readonly withClient: boolean },
): Promise<void> {
  await createClient({
    input: structuredClone(document) as never,
    output: { path: folder },
    plugins: [
      '@hey-api/typescript',
      ...(withClient
        ? (['@hey-api/client-fetch', { name: '@hey-api/sdk', validator: true }] as const)
        : []),
      'zod',
    ],
    logs: { level: 'silent' },
  })
}
