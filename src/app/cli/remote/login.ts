import process from 'node:process'
import { keys } from '#/access/keys/contract.ts'
import { readToken } from '#/access/keys/token.ts'
import { settings } from '#/budget/settings/contract.ts'
import {
  type Command,
  CommandError,
  type Invocation,
  textOption,
  UsageError,
} from '#/app/cli/parsing/command.ts'
import type { Remote } from '#/app/cli/parsing/remote.ts'
import { askInstance } from './ask-instance.ts'
import { readOrigin, requireSafeWay } from './check-url.ts'
import { profilePlace, thisMachine } from './profile-place.ts'
import { readProfiles, writeProfiles } from './profiles.ts'

/** The profile of those who have only one. */
const USUAL = 'default'

export const loginCommand: Command = {
  words: 'login',
  group: 'programs',
  common: 'Keep an API key for an instance elsewhere',
  summary:
    'Keeps an API key for an instance elsewhere, so that the household’s commands work from this machine. Asks for the key, or reads it from standard input.',
  operands: ['URL'],
  options: {
    profile: { type: 'string', description: 'A name for it.', value: 'NAME', default: USUAL },
    'insecure-http': {
      type: 'boolean',
      description: 'Sends the key unencrypted over networks that are not private.',
    },
  },
  examples: ['login https://budget.example.com', 'login http://nas:3000 --profile home < key.txt'],
  reach: 'anywhere',
  run: async (invocation) => {
    const url = readOrigin(invocation.operands[0]!)
    const name = readName(textOption(invocation, 'profile') ?? USUAL)
    const insecure = invocation.options['insecure-http'] === true
    await requireSafeWay(url, insecure)
    const place = profilePlace(thisMachine())
    const known = await readProfiles(place)
    const other = known.profiles[name]
    if (other !== undefined && other.url !== url) {
      throw new CommandError(
        `The profile "${name}" is for ${other.url}. Choose another name with --profile, or run \`earmark logout --profile ${name}\` first.`,
      )
    }
    const apiKey = await readKey(invocation)
    const remote = askInstance(
      { profile: name, url, apiKey },
      { stopped: invocation.stopped(), say: (line) => void process.stderr.write(`${line}\n`) },
    )
    const me = await remote.ask(keys.describeKey).catch(at(url))
    const household = await householdName(remote)
    const profile = {
      url,
      api_key: apiKey,
      household_id: me.account_id,
      scopes: me.scopes,
      expires_at: me.key.expires_at,
      ...(insecure && { insecure_http: true }),
    }
    // Reads once more: another login may have ended meanwhile.
    const { profiles } = await readProfiles(place)
    await writeProfiles(place, {
      version: 1,
      current: name,
      profiles: { ...profiles, [name]: profile },
    })
    const { api_key: _, ...shown } = profile
    const may = me.scopes.includes('data.write') ? 'reads and writes' : 'only reads'
    return {
      json: { profile: name, household, ...shown },
      text: [
        `Profile ${name}: ${household ?? me.account_id} at ${url}. The key ${may}, until ${me.key.expires_at.slice(0, 10)}.`,
        'It is in use: commands for a household ask there, unless this machine has an instance of its own.',
      ].join('\n'),
    }
  },
}

function readName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name) && name !== '__proto__') return name
  throw new UsageError('--profile: letters, digits, `.`, `_` and `-`, at most 64.')
}

/** Reads the key. It is not an option, because every user of a machine can see the arguments of its processes. */
async function readKey({ ask, read }: Invocation): Promise<string> {
  const typed = ask ? await ask('API key: ', { isSecret: true }) : await read('-')
  const key = typed.trim()
  if (key === '') throw new CommandError('No API key was given on standard input.')
  if (readToken(key) === null) {
    throw new CommandError(
      'This is no API key of Earmark, or a part of it is missing: it begins with em_live_ and has 64 characters.',
    )
  }
  return key
}

/** A key may be restricted, so that it cannot read the name. */
async function householdName({ ask }: Remote): Promise<string | null> {
  return ask(settings.showSettings).then(
    ({ name }) => name,
    () => null,
  )
}

function at(url: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(`${error.message} [${url}]`)
  }
}
