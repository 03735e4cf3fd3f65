import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawGuide } from './guide-page.ts'
import { resolveLink } from './guides.ts'
import { renderMarkdown } from './markdown.ts'
import { folderSite, instanceSite } from './places.ts'

const render = (text: string) => renderMarkdown(text, () => null).body.html

test('HTML in a document is shown as text', () => {
  assert.equal(
    render('a <b onclick="x()">bold</b>\n\n<script>x()</script>'),
    '<p>a &lt;b onclick=&quot;x()&quot;&gt;bold&lt;/b&gt;</p>\n&lt;script&gt;x()&lt;/script&gt;',
  )
})

test('a link to anything but https or a known page is text', () => {
  assert.equal(render('[a](javascript:x())'), '<p>a</p>\n')
  assert.equal(render('[a](http://a.example)'), '<p>a</p>\n')
  assert.equal(render('![a](https://a.example/b.png)'), '<p>a</p>\n')
  assert.equal(
    render('[a](https://a.example/"b)'),
    '<p><a href="https://a.example/&quot;b">a</a></p>\n',
  )
})

test('code is escaped while its parts are marked', () => {
  assert.equal(
    render('```ts\nconst a = "<b>" // <i>\n```'),
    '<div class="block" data-kind="ts"><pre tabindex="0"><code><span class="keyword">const</span> a = <span class="text">&quot;&lt;b&gt;&quot;</span> <span class="comment">// &lt;i&gt;</span></code></pre><button type="button" class="copy">Copy</button></div>\n',
  )
})

test('headings get the anchors that they have on GitHub, each once', () => {
  const text = '# A `b`: c, d\n## Past due\n## Past\n## Past\n'
  const { headings } = renderMarkdown(text, () => null)
  assert.deepEqual(
    headings.map(({ id }) => id),
    ['a-b-c-d', 'past-due', 'past', 'past-1'],
  )
})

test('HTML in a heading is shown as text, in the list of headings, too', () => {
  const text = '## A `<script>x()</script>`\n## <b>B</b>\n'
  assert.doesNotMatch(drawGuide(renderMarkdown(text, () => null)).html, /<script|<b>/)
})

test('links lead to pages of the site, from each folder, and anything else is text', () => {
  const known = new Map([
    ['wallet', 0],
    ['recipes/n8n', 0],
  ])
  const on = (site: typeof instanceSite) => (target: string, from: string) =>
    resolveLink(target, from, { site, known })
  assert.equal(on(instanceSite)('recipes/n8n.md#a', 'wallet'), '/docs/recipes/n8n#a')
  assert.equal(on(instanceSite)('../wallet.md', 'recipes/n8n'), '/docs/wallet')
  assert.equal(on(folderSite)('../wallet.md#a', 'recipes/n8n'), '../wallet.html#a')
  assert.equal(on(folderSite)('recipes/n8n.md', 'wallet'), 'recipes/n8n.html')
  for (const target of ['nowhere.md', '../src/a.ts', 'http://HOST:PORT', 'http://x/docs/y']) {
    assert.equal(on(instanceSite)(target, 'wallet'), null, target)
  }
})
