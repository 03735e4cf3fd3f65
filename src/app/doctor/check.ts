/** The finding of a check. `fault`: something is wrong, and `remedy` says what to do; `warning`: it may become so. */
export type Check = {
  readonly check: CheckName
  readonly status: 'ok' | 'warning' | 'fault' | 'skipped'
  readonly says: string
  readonly remedy?: string
}

export const checkNames = [
  'versions',
  'data_folder',
  'secret_files',
  'disk',
  'web_application',
  'database',
  'database_settings',
  'migrations',
  'clock',
  'secrets',
  'background_work',
  'household_moves',
  'backup',
  'server',
  'proxy',
  'providers',
  'mail',
] as const
export type CheckName = (typeof checkNames)[number]

export function ok(check: CheckName, says: string): Check {
  return { check, status: 'ok', says }
}

export function fault(check: CheckName, says: string, remedy: string): Check {
  return { check, status: 'fault', says, remedy }
}

export function warning(check: CheckName, says: string, remedy: string): Check {
  return { check, status: 'warning', says, remedy }
}

export function skipped(check: CheckName, says: string): Check {
  return { check, status: 'skipped', says }
}
