/** A write, as far as it is read here: its record, and the version of that which the page shows. */
type Write = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
}

/** The next version of each version of a record that this page has changed, by id and `updated_at`. */
const next = new Map<string, string>()

/** The latest write to each record, until it is answered. */
const underWay = new Map<string, Promise<unknown>>()

/**
 * Sends a write that names the version of a record on which it is based (`expected_updated_at`). The page shows a record as it
 * was until it has read it again, and a person may go on before that. So the write waits for earlier ones to the same record, and
 * is based on what these have made of the version: the server would take them for somebody else's.
 */
export async function followOwnChanges<W extends Write>(
  write: W,
  send: (write: W) => Promise<unknown>,
): Promise<unknown> {
  const id = write.params?.['id']
  const shown = versionIn(write.body) ?? versionIn(write.query)
  if (id === undefined || shown === undefined) return send(write)
  const turn = (underWay.get(id) ?? Promise.resolve()).then(async () => {
    const expected = latestOf(id, shown)
    const answer = await send(basedOn(write, expected))
    // The answer to a change says which version it has made.
    const made = textIn(answer, 'updated_at')
    if (made !== undefined && made > expected) next.set(`${id} ${expected}`, made)
    return answer
  })
  const over = turn.catch(() => {})
  underWay.set(id, over)
  try {
    return await turn
  } finally {
    if (underWay.get(id) === over) underWay.delete(id)
  }
}

function latestOf(id: string, version: string): string {
  const follower = next.get(`${id} ${version}`)
  return follower === undefined ? version : latestOf(id, follower)
}

function basedOn<W extends Write>(write: W, expected_updated_at: string): W {
  const { query, body } = write
  return {
    ...write,
    ...(versionIn(query) !== undefined && { query: { ...query, expected_updated_at } }),
    ...(versionIn(body) !== undefined && {
      body: Object.assign({}, body, { expected_updated_at }),
    }),
  }
}

function versionIn(part: unknown): string | undefined {
  return textIn(part, 'expected_updated_at')
}

function textIn(part: unknown, name: string): string | undefined {
  if (typeof part !== 'object' || part === null) return undefined
  const value: unknown = Reflect.get(part, name)
  return typeof value === 'string' ? value : undefined
}
