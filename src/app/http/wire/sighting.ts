import * as z from 'zod'

/** The path at which a running server says how it sees a request. Only those who know the master secret may ask. */
export const SIGHTING_PATH = '/diagnosis'

/** A request as the server sees it. */
export const sighting = z.object({
  version: z.string(),
  /** The other end of the connection. */
  remote: z.string(),
  /** True if `EARMARK_TRUSTED_PROXIES` names it. */
  trusted: z.boolean(),
  /** The caller, as the server counts and logs it. */
  address: z.string(),
  forwarded_for: z.string().nullable(),
  forwarded_proto: z.string().nullable(),
  host: z.string().nullable(),
  public_url: z.string().nullable(),
})
export type Sighting = z.infer<typeof sighting>
