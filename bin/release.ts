// `npm run release -- minor`: makes a version of what is unreleased, here, in a commit and a tag. It publishes nothing.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { nextVersion, releaseChangelog } from './release/notes.ts'
import { setImageVersion, setSdkVersion, setVersion } from './release/notes.ts'

const MANIFESTS = ['package.json', 'package-lock.json', 'sdk/typescript/package.json']
const SDK_VERSION = 'sdk/typescript/src/version.ts'
const COMPOSE_FILES = ['compose.yaml', 'compose.postgres.yaml']
const PYTHON_VERSION = 'sdk/python/src/earmark_budget/_version.py'
const HELP = 'npm run release -- patch|minor|major|VERSION [--dry-run]'

try {
  release()
} catch (error) {
  console.error(`release: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}

function release(): void {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean' } },
    allowPositionals: true,
  })
  const [wanted] = positionals
  if (wanted === undefined || positionals.length > 1) throw new Error(HELP)
  const present = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version
  const version = nextVersion(present, wanted)
  const tag = `v${version}`
  const day = Temporal.Now.plainDateISO('UTC').toString()
  const { changelog, notes } = releaseChangelog(readFileSync('CHANGELOG.md', 'utf8'), version, day)
  if (git('status', '--porcelain') !== '')
    throw new Error('The tree is not clean: commit or stash what is changed.')
  if (git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} exists already.`)
  console.log(`${present} → ${version} of ${day}:\n\n${notes}`)
  execFileSync('npm', ['run', '--silent', 'check'], { stdio: 'inherit' })
  if (values['dry-run']) {
    console.log('The checks have passed. Nothing was changed (--dry-run).')
    return
  }
  const notesFile = join('build', `release-notes-${version}.md`)
  mkdirSync('build', { recursive: true })
  writeFileSync(notesFile, notes)
  writeFileSync('CHANGELOG.md', changelog)
  for (const path of MANIFESTS) rewrite(path, setVersion, version)
  for (const path of COMPOSE_FILES) rewrite(path, setImageVersion, version)
  rewrite(SDK_VERSION, setSdkVersion, version)
  writeFileSync(PYTHON_VERSION, `VERSION = "${version}"\n`)
  git('add', 'CHANGELOG.md', ...MANIFESTS, ...COMPOSE_FILES, SDK_VERSION, PYTHON_VERSION)
  git('commit', '--quiet', '--message', `release: ${version}`)
  git('tag', '--annotate', tag, '--file', notesFile, '--cleanup=verbatim')
  const branch = git('branch', '--show-current')
  console.log(
    `Made the commit and the tag ${tag}; the notes are in ${notesFile}. When CI is green on it:\n\n` +
      `  git push origin ${branch} ${tag}\n`,
  )
}

function rewrite(
  path: string,
  set: (text: string, version: string) => string,
  version: string,
): void {
  writeFileSync(path, set(readFileSync(path, 'utf8'), version))
}

function git(...given: readonly string[]): string {
  return execFileSync('git', given, { encoding: 'utf8' }).trim()
}
