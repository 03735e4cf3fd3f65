import { type Document, listEvents, listOperations, lookupIn, type Operation } from './document.ts'
import { callOf, type Example, pretty, writeExamples } from './examples.ts'
import { fieldList, parameterList } from './fields.ts'
import { type Html, html } from './html.ts'
import { codeBlock, renderInline, renderMarkdown } from './markdown.ts'
import { type LinkGroup, methodMark } from './page.ts'
import { ORIGIN } from './places.ts'
import { createSamples, type Samples } from './sample.ts'

export type ReferenceParts = { readonly main: Html; readonly groups: readonly LinkGroup[] }

type Refusal = { readonly status: string; readonly code: string; readonly message: string }

type Drawing = {
  readonly lookup: ReturnType<typeof lookupIn>
  readonly samples: Samples
  /** The codes that every operation may answer with. */
  readonly common: ReadonlySet<string>
  /** True: reads can be sent from the page, because the API is at the page's own origin. */
  readonly sends: boolean
}

/** Draws the OpenAPI document: every operation with its input, its answer, its errors and examples. */
export function drawReference(document: Document, sends: boolean): ReferenceParts {
  const lookup = lookupIn(document)
  const operations = listOperations(document)
  const events = listEvents(document)
  const all = operations.map(refusalsOf)
  const common = new Set(
    all[0]!
      .map(({ code }) => code)
      .filter((code) => all.every((codes) => codes.some((one) => one.code === code))),
  )
  const drawing = { lookup, samples: createSamples(lookup), common, sends }
  const show = (one: Operation) => drawOperation(one, drawing)
  const tags = document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ tags: own }) => own?.includes(name)),
    events: events.filter(({ tags: own }) => own?.includes(name)),
  }))
  const inTag = new Set(tags.flatMap((tag) => tag.events))
  const loose = events.filter((event) => !inTag.has(event))
  const main = html`${introduction(document, sends)}
  ${tags.map(
    (tag) =>
      html`<section class="tag" aria-labelledby="${anchor(tag.name)}">
        <div class="intro">
          <h2 id="${anchor(tag.name)}">${tag.name}</h2>
          ${renderInline(tag.description)}
        </div>
        ${[...tag.operations, ...tag.events].map(show)}
      </section>`,
  )}
  ${
    loose.length > 0 &&
    html`<section class="tag" aria-labelledby="events">
      <div class="intro">
        <h2 id="events">Events</h2>
        <p>Requests that Earmark sends to your webhooks.</p>
      </div>
      ${loose.map(show)}
    </section>`
  }
  ${drawErrors(all.flat(), common)}`
  const groups = [
    {
      title: 'Start',
      links: [
        { href: '#introduction', text: 'Introduction' },
        { href: '#errors', text: 'Errors' },
      ],
    },
    ...tags.map((tag) => ({
      title: tag.name,
      links: [...tag.operations, ...tag.events].map(linkTo),
    })),
    ...(loose.length > 0 ? [{ title: 'Events', links: loose.map(linkTo) }] : []),
  ]
  return { main, groups }
}

function linkTo({ operationId, summary, method }: Operation) {
  return { href: `#${operationId}`, text: summary, method }
}

function anchor(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}

function introduction({ info }: Document, sends: boolean): Html {
  return html`<section class="part" aria-labelledby="introduction">
    <div class="words">
      <h1 id="introduction">API reference</h1>
      ${renderMarkdown(info.description, () => null).body}
    </div>
    <div class="beside">
      <div class="panel">
        <div class="bar"><h2>Base address</h2></div>
        ${{ html: codeBlock(`${ORIGIN}/v1`) }}
      </div>
      ${sends && keyPanel}
    </div>
  </section>`
}

const keyPanel = html`<div class="panel keys">
  <div class="bar">
    <h2><label for="key">Your key</label></h2>
  </div>
  <div class="inside">
    <input
      id="key"
      type="password"
      autocomplete="off"
      spellcheck="false"
      placeholder="em_live_…"
      aria-describedby="key-words"
    />
    <p id="key-words">
      Paste a key to send the reads below from this page. It stays in this page’s memory and is gone
      when you leave.
    </p>
  </div>
</div>`

function drawOperation(operation: Operation, drawing: Drawing): Html {
  const { operationId, method, path, summary, description, parameters, body, answer } = operation
  const { lookup } = drawing
  const isEvent = method === 'EVENT'
  const ofKind = (kind: string) => parameters.filter((one) => one.in === kind)
  const inputs = [
    { title: 'Path', items: ofKind('path') },
    { title: 'Query', items: ofKind('query') },
  ].filter(({ items }) => items.length > 0)
  const headers = ofKind('header')
  const bodyFields = body && fieldList(body, lookup)
  const answerFields = answer.schema && !isEvent && fieldList(answer.schema, lookup)
  const about = description?.replace(/Needs the scope `data\.(read|write)`\./, '').trim() ?? ''
  const { 'x-earmark-scope': scope, 'x-earmark-extension': extension = false } = operation
  return html`<article class="part" aria-labelledby="${operationId}">
    <div class="words">
      <h3 id="${operationId}"><a href="#${operationId}">${summary}</a></h3>
      <p class="route">
        ${methodMark(method)}<code>${isEvent ? path : `/v1${path}`}</code>${scope !== undefined && html`<span class="chip">${scope}</span>`}${extension && html`<span class="chip">extension</span>`}
      </p>
      ${about !== '' && renderInline(about)}
      ${inputs.map(
        ({ title, items }) =>
          html`<h4>${title}</h4>
            ${parameterList(items, lookup)}`,
      )}
      ${
        bodyFields &&
        html`<h4>${isEvent ? 'What it carries' : 'Body'}</h4>
          ${bodyFields}`
      }
      ${
        headers.length > 0 &&
        html`<h4>Headers</h4>
          ${parameterList(headers, lookup)}`
      }
      ${
        answerFields &&
        html`<details class="more">
          <summary>Answer</summary>
          ${answerFields}
        </details>`
      }
      ${!isEvent && ownErrors(operation, drawing)}
    </div>
    <div class="beside">
      ${isEvent ? eventPanel(operation, drawing) : panels(operation, drawing)}
    </div>
  </article>`
}

function panels(operation: Operation, { samples, sends }: Drawing): Html {
  const { method, path, answer, tags = [], summary } = operation
  const examples = writeExamples(operation, samples)
  const isTried = sends && method === 'GET' && !path.includes('{')
  const tried = isTried && callOf(operation, samples).url.slice(ORIGIN.length)
  const sample = answer.schema ? pretty(samples.of(answer.schema, tags[0] ?? '')) : ''
  return html`<div class="panel example">
      <div class="bar">
        <h4>Request</h4>
        <div class="languages" role="group" aria-label="Language">
          ${examples.map(languageButton)}
        </div>
        ${isTried && html`<button type="button" class="send" data-path="${tried}" aria-label="Send: ${summary}">Send</button>`}<button
          type="button"
          class="copy"
          aria-label="Copy the request: ${summary}"
        >
          Copy
        </button>
      </div>
      ${examples.map(
        ({ language, label, code }) =>
          html`<div class="code ${language}">
            <p class="language">${label}</p>
            ${{ html: codeBlock(code) }}
          </div>`,
      )}
    </div>
    ${
      sample !== '' &&
      html`<div class="panel answer">
        <div class="bar">
          <h4>Answer</h4>
          <span class="status">${answer.status}</span>
        </div>
        <div class="code">${{ html: codeBlock(sample) }}</div>
      </div>`
    }`
}

function languageButton({ language, label }: Example): Html {
  return html`<button
    type="button"
    data-language="${language}"
    aria-pressed="${language === 'curl' ? 'true' : 'false'}"
  >
    ${label}
  </button>`
}

function eventPanel({ body }: Operation, { samples }: Drawing): Html | null {
  if (body === null) return null
  const sample = pretty(samples.of(body, 'Transactions'))
  return html`<div class="panel answer">
    <div class="bar"><h4>Body</h4></div>
    <div class="code">${{ html: codeBlock(sample) }}</div>
  </div>`
}

/** The errors of an operation that not every operation has. */
function ownErrors(operation: Operation, { common }: Drawing): Html | null {
  const own = refusalsOf(operation).filter(({ code }) => !common.has(code))
  if (own.length === 0) return null
  return html`<details class="more">
    <summary>Errors</summary>
    ${errorList(own)}
    <p>And <a href="#errors">those of every request</a>.</p>
  </details>`
}

function errorList(refusals: readonly Refusal[]): Html {
  return html`<ul class="fields">
    ${refusals.map(
      ({ status, code, message }) =>
        html`<li>
          <p class="field"><code>${code}</code> <span class="type">${status}</span></p>
          ${renderInline(message)}
        </li>`,
    )}
  </ul>`
}

function drawErrors(all: readonly Refusal[], common: ReadonlySet<string>): Html {
  const known = [...new Map(all.map((one) => [one.code, one])).values()].toSorted((a, b) =>
    a.status.localeCompare(b.status),
  )
  const list = (title: string, refusals: readonly Refusal[]) =>
    html`<h3>${title}</h3>
      ${errorList(refusals)}`
  return html`<section class="part" aria-labelledby="errors">
    <div class="words">
      <h2 id="errors">Errors</h2>
      <p>
        Branch on <code>type</code> and <code>code</code>. <code>message</code> is for people and
        may change.
      </p>
      ${list(
        'Of every request',
        known.filter(({ code }) => common.has(code)),
      )}
      ${list(
        'Of some',
        known.filter(({ code }) => !common.has(code)),
      )}
    </div>
  </section>`
}

/** The errors that the description of an operation names. */
export function refusalsOf({ refusals }: Operation): readonly Refusal[] {
  return refusals.flatMap(({ status, description }) =>
    description.split('\n\n').flatMap((line) => {
      const [, code, message] = /^`(\w+)`: (.*)$/s.exec(line) ?? []
      return code === undefined || message === undefined ? [] : [{ status, code, message }]
    }),
  )
}
