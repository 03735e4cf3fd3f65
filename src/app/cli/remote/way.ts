import { readSecretFiles } from '#/platform/settings/secret-files.ts'
import { type Command, CommandError, UsageError } from '#/app/cli/parsing/command.ts'
import { withoutHousehold } from '#/app/cli/parsing/household-operand.ts'
import type { Target } from '#/app/cli/parsing/remote.ts'
import { profilePlace, thisMachine } from './profile-place.ts'
import { findProfile, readProfiles } from './profiles.ts'
import { readOrigin, requireSafeWay } from './check-url.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Where a line is to work, as far as the line and the environment say. */
export type Way = {
  /** The line without `--profile NAME`. */
  readonly line: readonly string[]
  /** True if the line or the environment names an instance to ask over HTTP. */
  readonly isNamed: boolean
  /** Finds the instance to ask over HTTP: the named one, else that of the profile in use; null without either. */
  readonly find: () => Promise<Target | null>
}

/** Commands that take `--profile` as an option of their own. */
const OF_PROFILES = ['login', 'logout', 'profile']

/**
 * Reads where a line is to work. An instance is asked over HTTP if it is named: by `--profile`, by `EARMARK_PROFILE`, or by
 * `EARMARK_URL` with its key. Otherwise the database of this machine comes first, and then the profile in use.
 */
export function readWay(
  typed: readonly string[],
  env: Environment,
  place = profilePlace(thisMachine()),
): Way {
  const { line, name: typedName } = takeProfile(typed)
  const name = typedName ?? (env['EARMARK_PROFILE'] || undefined)
  const url = env['EARMARK_URL'] || undefined
  return {
    line,
    isNamed: name !== undefined || url !== undefined || hasKey(env),
    find: async () => {
      if (typedName === undefined && name !== undefined && url !== undefined) {
        throw new CommandError('EARMARK_PROFILE and EARMARK_URL must not both be set.')
      }
      if (name === undefined && (url !== undefined || hasKey(env))) return ofEnvironment(env, url)
      const profiles = await readProfiles(place)
      const wanted = name ?? profiles.current
      if (wanted === null) return null
      const {
        url: origin,
        api_key: apiKey,
        insecure_http: allowed = false,
      } = findProfile(profiles, wanted)
      await requireSafeWay(origin, allowed)
      return { profile: wanted, url: origin, apiKey }
    },
  }
}

function takeProfile(line: readonly string[]): { line: readonly string[]; name?: string } {
  if (OF_PROFILES.includes(line[0] ?? '')) return { line }
  const end = line.indexOf('--')
  const at = line.findIndex(
    (word, index) => (end < 0 || index < end) && /^--profile(=|$)/.test(word),
  )
  if (at < 0) return { line }
  const word = line[at]!
  const inside = word.startsWith('--profile=')
  const name = inside ? word.slice('--profile='.length) : line[at + 1]
  if (name === undefined || name === '' || name.startsWith('-')) {
    throw new UsageError('--profile: the name of a profile is missing.')
  }
  const rest = line.toSpliced(at, inside ? 1 : 2)
  if (takeProfile(rest).name !== undefined) throw new UsageError('--profile is given twice.')
  return { line: rest, name }
}

const KEY = 'EARMARK_API_KEY'

function hasKey(env: Environment): boolean {
  return Boolean(env[KEY]) || Boolean(env[`${KEY}_FILE`])
}

async function ofEnvironment(env: Environment, url: string | undefined): Promise<Target> {
  if (url === undefined) {
    throw new CommandError(`${KEY} is set, and EARMARK_URL does not say for which instance.`)
  }
  const { values, faults } = readSecretFiles(env, [KEY])
  if (faults[0] !== undefined) throw new CommandError(`${faults[0]}.`)
  const apiKey = values[KEY] ?? env[KEY]
  if (!apiKey) throw new CommandError(`EARMARK_URL is set: ${KEY} or ${KEY}_FILE is missing.`)
  const origin = readOrigin(url)
  await requireSafeWay(origin, env['EARMARK_INSECURE_HTTP'] === '1')
  return { profile: null, url: origin, apiKey: apiKey.trim() }
}

/** The commands as they are typed where the line is to work, and the instance to ask over HTTP. */
export type Seen = { readonly commands: readonly Command[]; readonly target: Target | null }

/** Decides where the typed command works, and shows it as it is typed there. */
export async function seeCommands(
  way: Way,
  commands: readonly Command[],
  hasInstance: () => Promise<boolean>,
): Promise<Seen> {
  const here = { commands, target: null }
  const typed = commands.find(({ words }) =>
    words.split(' ').every((word, index) => word === way.line[index]),
  )
  if (!typed || typed.reach === 'anywhere') return here
  if (typed.reach === undefined) {
    const isHelp = way.line.some((word) => word === '--help' || word === '-h')
    if (way.isNamed && !isHelp) throw onlyHere(typed)
    return here
  }
  if (typed.reach === 'household' && !way.isNamed && (await hasInstance())) return here
  const target = await way.find()
  if (target === null) {
    if (typed.reach === 'household') return here
    throw noTarget()
  }
  return { commands: commands.map(withoutHousehold), target }
}

function onlyHere({ words }: Command): CommandError {
  return new CommandError(
    `\`earmark ${words}\` works only on the machine of an instance, on its database. Leave out --profile, EARMARK_PROFILE, EARMARK_URL and ${KEY} to run it there.`,
  )
}

/** Ends an error with the instance that was asked; nothing is added on the machine of an instance. */
export function placeText(target: Target | null): string {
  if (target === null) return ''
  return target.profile === null
    ? ` [${target.url}]`
    : ` [${target.url}, profile ${target.profile}]`
}

export function noTarget(): CommandError {
  return new CommandError(
    `This asks an instance with an API key: run \`earmark login https://…\`, or set EARMARK_URL and ${KEY}.`,
  )
}
