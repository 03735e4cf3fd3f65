// Changes texts for a release. Pure, so that it can be tried out.

/** The parts of a CHANGELOG (https://keepachangelog.com): what is unreleased becomes a version. */
export type Released = {
  readonly changelog: string
  /** The notes of this version alone. */
  readonly notes: string
}

const UNRELEASED = '## [Unreleased]'

/** Moves what is unreleased below the heading of a version. Throws if there is nothing, or if the version is there already. */
export function releaseChangelog(text: string, version: string, day: string): Released {
  const begins = text.indexOf(`${UNRELEASED}\n`)
  if (begins < 0) throw new Error(`CHANGELOG.md has no line "${UNRELEASED}".`)
  if (text.includes(`## [${version}]`))
    throw new Error(`CHANGELOG.md has a section ${version} already.`)
  const from = begins + UNRELEASED.length
  const next = text.indexOf('\n## [', from)
  const end = next < 0 ? text.length : next
  const notes = text.slice(from, end).trim()
  if (!/^[-*] /m.test(notes)) throw new Error('CHANGELOG.md says nothing below "Unreleased".')
  const section = `${UNRELEASED}\n\n## [${version}] - ${day}\n\n${notes}\n`
  return { changelog: text.slice(0, begins) + section + text.slice(end), notes: `${notes}\n` }
}

const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-[0-9a-z]+(?:\.[0-9a-z]+)*)?$/

/** The version that follows: `patch`, `minor` or `major` of the present one, or a version as it is. Throws for any other text. */
export function nextVersion(present: string, wanted: string): string {
  const [, major = 0, minor = 0, patch = 0] = (VERSION.exec(present) ?? []).map(Number)
  if (wanted === 'major') return `${major + 1}.0.0`
  if (wanted === 'minor') return `${major}.${minor + 1}.0`
  if (wanted === 'patch') return `${major}.${minor}.${patch + 1}`
  if (!VERSION.test(wanted))
    throw new Error(
      `${wanted} is not a version such as 1.2.3 or 1.2.3-rc.1, nor patch, minor or major.`,
    )
  return wanted
}

/** Sets the version in a `package.json` or `package-lock.json`, in which the workspace of the SDK has it too. */
export function setVersion(json: string, version: string): string {
  const read = JSON.parse(json) as {
    version?: string
    packages?: Record<string, { version?: string }>
  }
  read.version = version
  for (const path of ['', 'sdk/typescript']) {
    const own = read.packages?.[path]
    if (own) own.version = version
  }
  return `${JSON.stringify(read, null, 2)}\n`
}

/** Sets the version of Earmark's image in a compose file. */
export function setImageVersion(compose: string, version: string): string {
  return compose.replaceAll(/(?<=earmark-budget\/server:)\S+/g, version)
}

/** Sets the version that the SDK says it is. */
export function setSdkVersion(source: string, version: string): string {
  return source.replace(/(?<=VERSION = ')[^']+/, version)
}
