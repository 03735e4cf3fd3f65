import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawGuide } from './guide-page.ts'
import { renderMarkdown } from './markdown.ts'

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
    '<pre tabindex="0"><code><span class="keyword">const</span> a = <span class="text">&quot;&lt;b&gt;&quot;</span> <span class="comment">// &lt;i&gt;</span></code></pre>\n',
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
  const guide = { name: 'a', title: 'A', render: () => renderMarkdown(text, () => null) }
  assert.doesNotMatch(drawGuide(guide).html, /<script|<b>/)
})
