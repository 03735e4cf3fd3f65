import { calendarFeeds } from '#/app/calendar-feed/contract.ts'
import type { Command } from '#/app/cli/parsing/command.ts'
import { findServed } from '#/app/cli/serving/served-address.ts'
import { commandOf } from './endpoint-command.ts'

const create = commandOf({
  words: 'calendar-feed create',
  group: 'programs',
  endpoint: calendarFeeds.createFeed,
  summary:
    'Creates a secret address by which calendar programs show bills, paydays and low points, and prints it, only now.',
  examples: ["calendar-feed create HOUSEHOLD_ID --name 'At work' --amounts false"],
})

const createCommand: Command = {
  ...create,
  run: async (invocation) => {
    const made = await create.run(invocation)
    const { path, ...feed } = made!.json as { readonly id: string; readonly path: string }
    const { origin } = await findServed(invocation.config)
    const url = `${origin}${path}`
    return {
      json: { ...feed, url },
      text: `${url}\n\nCalendar ${feed.id} is read by this address. It is not shown again.`,
    }
  },
}

export const calendarFeedCommands = [
  createCommand,
  commandOf({
    words: 'calendar-feed list',
    group: 'programs',
    shows: ['name', 'kinds', 'amounts', 'last_read_at', 'revoked_at', 'id'],
    endpoint: calendarFeeds.listFeeds,
  }),
  commandOf({
    words: 'calendar-feed revoke',
    group: 'programs',
    endpoint: calendarFeeds.revokeFeed,
  }),
]
