import process from 'node:process'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

type Machine = {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}

/** Finds the file of profiles: below `$XDG_CONFIG_HOME` if that is set, otherwise where this system keeps settings. */
export function profilePlace({ platform, env, home }: Machine): string {
  return join(settingsFolder({ platform, env, home }), 'earmark', 'profiles.json')
}

function settingsFolder({ platform, env, home }: Machine): string {
  const xdg = env['XDG_CONFIG_HOME']
  // The specification of XDG says that a relative path is ignored.
  if (xdg !== undefined && isAbsolute(xdg)) return xdg
  if (platform === 'win32') return env['APPDATA'] || join(home, 'AppData', 'Roaming')
  return platform === 'darwin'
    ? join(home, 'Library', 'Application Support')
    : join(home, '.config')
}

export function thisMachine(): Machine {
  return { platform: process.platform, env: process.env, home: homedir() }
}
