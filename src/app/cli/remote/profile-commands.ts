import { type Command, CommandError, textOption } from '#/app/cli/parsing/command.ts'
import { listed } from '#/app/cli/words/table.ts'
import { profilePlace, thisMachine } from './profile-place.ts'
import { findProfile, type Profiles, readProfiles, writeProfiles } from './profiles.ts'

const logoutCommand: Command = {
  words: 'logout',
  group: 'programs',
  summary: 'Forgets the API key of the profile in use, or of another. The key itself stays valid.',
  operands: [],
  options: {
    profile: { type: 'string', description: 'Another profile than the one in use.', value: 'NAME' },
  },
  reach: 'anywhere',
  run: async (invocation) => {
    const place = profilePlace(thisMachine())
    const known = await readProfiles(place)
    const name = textOption(invocation, 'profile') ?? known.current
    if (name === null) throw new CommandError('No profile is in use.')
    return remove(place, known, name)
  },
}

const listCommand: Command = {
  words: 'profile list',
  group: 'programs',
  summary: 'Lists the instances whose API keys are kept here.',
  operands: [],
  options: {},
  lists: true,
  reach: 'anywhere',
  run: async (invocation) => {
    const { current, profiles } = await readProfiles(profilePlace(thisMachine()))
    // Without the keys.
    const shown = Object.entries(profiles).map(
      ([name, { url, household_id, scopes, expires_at }]) => {
        return { name, in_use: name === current, url, household_id, scopes, expires_at }
      },
    )
    return listed(invocation, {
      json: shown,
      rows: shown,
      columns: [
        { name: 'name', of: ({ name }) => name },
        { name: 'in_use', of: ({ in_use }) => in_use },
        { name: 'url', of: ({ url }) => url },
        { name: 'scopes', of: ({ scopes }) => scopes.join(' ') },
        { name: 'expires_at', of: ({ expires_at }) => expires_at },
        { name: 'household_id', of: ({ household_id }) => household_id, isExtra: true },
      ],
      empty: 'There is no profile: `earmark login https://…` makes one.',
    })
  },
}

const useCommand: Command = {
  words: 'profile use',
  group: 'programs',
  summary: 'Puts a profile to use for commands that name none.',
  operands: ['NAME'],
  options: {},
  reach: 'anywhere',
  run: async ({ operands }) => {
    const place = profilePlace(thisMachine())
    const known = await readProfiles(place)
    const name = operands[0]!
    const { url } = findProfile(known, name)
    await writeProfiles(place, { ...known, current: name })
    return { json: { profile: name, url }, text: `In use: ${name}, ${url}.` }
  },
}

const removeCommand: Command = {
  words: 'profile remove',
  group: 'programs',
  summary: 'Forgets a profile and its API key, as `logout` does.',
  operands: ['NAME'],
  options: {},
  reach: 'anywhere',
  run: async ({ operands }) => {
    const place = profilePlace(thisMachine())
    return remove(place, await readProfiles(place), operands[0]!)
  },
}

async function remove(place: string, known: Profiles, name: string) {
  const { url } = findProfile(known, name)
  const rest = Object.entries(known.profiles).filter(([one]) => one !== name)
  const profiles = Object.fromEntries(rest)
  const current = known.current === name ? null : known.current
  await writeProfiles(place, { ...known, current, profiles })
  return {
    json: { profile: name, url, in_use: current },
    text: [
      `Profile ${name} is forgotten. Its key still opens ${url}: revoke it there, under Developers.`,
      ...(current === null ? ['No profile is in use now.'] : []),
    ].join('\n'),
  }
}

export const profileCommands = [logoutCommand, listCommand, useCommand, removeCommand]
