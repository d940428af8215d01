import { describe, expect, test } from 'vitest'
import { linesOf } from '../reading/text-lines'
import { maskCode } from './mask-code'
import { type Dialect, PLAIN, plainMarkdown } from './plain-markdown'

const FILES: Readonly<Record<string, string>> = {
  'src/main.rs':
    'fn main() {\n    // ANCHOR: here\n    for n in 1..3 {}\n    // ANCHOR_END: here\n}\n',
  'part.md': 'A *part*.\n\n{{#include deep.txt}}\n',
  'deep.txt': 'deep\n',
  'tea.py': 'import tea\n# --8<-- [start:brew]\n    tea.brew()\n# --8<-- [end:brew]\n',
  'tea.js': '// #region brew\nbrew()\n// #endregion brew\nstop()\n',
  '_warning.mdx': 'Take *care*.\n',
}

const DIALECT: Dialect = {
  ...PLAIN,
  path: 'a.md',
  named: (name) => (name === 'Pot' ? 'pots/Pot (1).md' : name === 'pot.png' ? 'img/pot.png' : null),
  included: (_from, target) => {
    const path = target.replace(/^(?:\.\.?\/|@\/)+/, '')
    const text = FILES[path]
    return text === undefined ? null : { path, text }
  },
}

function plain(source: string, more: Partial<Dialect> = {}) {
  const { lines, remarks } = plainMarkdown(linesOf(source, 1), { ...DIALECT, ...more })
  return {
    // Consecutive blank lines are counted as one, because their number has no meaning.
    text: lines
      .map(({ text }) => text)
      .join('\n')
      .replace(/\n(?:[ >]*\n)+/g, '\n\n')
      .trim(),
    remarks: remarks.map(({ line, about }) => `${line} ${about ?? ''}`.trim()),
  }
}

describe('a file that a text includes', () => {
  test.each([
    [
      'mdBook, an anchor in code',
      '```rust\n{{#rustdoc_include ../src/main.rs:here}}\n```',
      '```rust\nfor n in 1..3 {}\n```',
    ],
    [
      'mdBook, lines',
      '```rust\n{{#include src/main.rs:1}}\n{{#include src/main.rs:5:}}\n```',
      '```rust\nfn main() {\n}\n```',
    ],
    [
      'mdBook, a program',
      '{{#playground src/main.rs}}',
      '```rust\nfn main() {\n    for n in 1..3 {}\n}\n```',
    ],
    ['mdBook, a text with one in it', '{{#include part.md}}', 'A *part*.\n\n```text\ndeep\n```'],
    ['MkDocs, a section', '```py\n--8<-- "tea.py:brew"\n```', '```py\ntea.brew()\n```'],
    ['MkDocs, a block', '--8<--\npart.md\n--8<--', 'A *part*.\n\n```text\ndeep\n```'],
    ['VitePress, a region', '<<< @/tea.js#brew{1 js:line-numbers}', '```js\nbrew()\n```'],
    ['VitePress, a text', '<!--@include: ./part.md{1,1}-->', 'A *part*.'],
    ['VuePress', '@[code{3-4} js](../tea.js)', '```js\n// #endregion brew\nstop()\n```'],
    ['MyST', '```{include} part.md\n```\n\nBehind', 'A *part*.\n\n```text\ndeep\n```\n\nBehind'],
    [
      'MyST, lines of code',
      '```{literalinclude} src/main.rs\n:language: rs\n:lines: 1-1\n```\n\nBehind',
      '```rs\nfn main() {\n```\n\nBehind',
    ],
    [
      'in an item of a list',
      '1. So:\n\n   ```js\n   <<< @/tea.js#brew\n   ```',
      '1. So:\n\n   ```js\n   brew()\n   ```',
    ],
  ])('replaces the include: %s', (_tool, source, text) => {
    expect(plain(source)).toEqual({ text, remarks: [] })
  })

  test('is reported with the line of the include if it is missing, and its name replaces it in the text', () => {
    expect(
      plain('```rust\n{{#rustdoc_include ../gone.rs:here}}\n```\n\n{{#include src/main.rs:gone}}'),
    ).toEqual({
      text: '```rust\n../gone.rs:here\n```\n\n`src/main.rs:gone`',
      remarks: ['2 ../gone.rs:here', '5 src/main.rs:gone'],
    })
  })

  test('can be included by an import in MDX', () => {
    const source =
      'import Warning from \'./_warning.mdx\'\nimport Tea from \'!!raw-loader!./tea.js\'\n\n<Warning />\n\n<CodeBlock language="js">{Tea}</CodeBlock>\n\n<Code code={Tea} lang="js" title="tea.js" />'
    expect(plain(source, { isMdx: true }).text).toBe(
      'Take *care*.\n\n```js\n// #region brew\nbrew()\n// #endregion brew\nstop()\n```\n\n```js title="tea.js"\n// #region brew\nbrew()\n// #endregion brew\nstop()\n```',
    )
  })

  test('is included once and reported if it includes itself', () => {
    const included = () => ({ path: 'a.md', text: '{{#include a.md}}' })
    expect(plain('{{#include a.md}}', { included }).remarks).toHaveLength(1)
  })
})

describe('tags of other tools', () => {
  test.each([
    [
      'a link on a line of its own',
      '{{< button href="/x" >}}The *pot*{{< /button >}}',
      '[The *pot*](/x)',
      null,
    ],
    [
      'a tab by its value',
      '<Tabs>\n<TabItem value="mac">\nA\n</TabItem>\n</Tabs>',
      '**mac**\n\nA',
      null,
    ],
    [
      'a note of a directive or of Pandoc',
      ':::note{title="Hot"}\nx\n:::\n\n::: {.callout-tip title="So"}\ny\n:::',
      '> [!NOTE]\n> **Hot**\n\n> x\n\n> [!TIP]\n> **So**\n\n> y',
      [],
    ],
    [
      'Hugo, a gist',
      '{{< gist jane 123abc >}}',
      '[gist.github.com/jane/123abc](https://gist.github.com/jane/123abc)',
      [],
    ],
    ['a fragment', '<>\n\nA\n\n</>', 'A', []],
    [
      'a card on several lines',
      '<LinkCard\n  href="https://e.org/a(b)"\n  title="A [b]"\n  data={{ a: [1, "}"] }}\n/>',
      '- [A \\[b\\]](<https://e.org/a(b)>)',
      ['1 LinkCard'],
    ],
    [
      'a note on one line',
      'Before\n<Note title="Hot">Take care.</Note>\nBehind',
      'Before\n\n> [!NOTE]\n> **Hot**\n\n> Take care.\nBehind',
      null,
    ],
    [
      'contents by their own indentation',
      '<Steps>\n\t<Step title="One">\n\t\t- a\n\t\t  - b\n\t</Step>\n</Steps>',
      '**One**\n\n- a\n  - b',
      null,
    ],
    [
      'a component in a line',
      'It is <Chip color="red">very</Chip> hot <Icon name="fire" />.',
      'It is very hot .',
      ['1 Chip', '1 Icon'],
    ],
    ['a link in a line', 'See <Link to="/x">the *pot*</Link>.', 'See [the *pot*](/x).', ['1 Link']],
    ['a picture', '<Figure src="a b.png" alt="A pot" />', '![A pot](<a b.png>)', []],
    ['a video', '<YouTubeEmbed videoId="aaaaaaaaaa1" />', 'https://youtu.be/aaaaaaaaaa1', []],
    [
      'words to fill in',
      'git switch <BranchName> and List<String>, <NAME>',
      'git switch &lt;BranchName> and List&lt;String>, <NAME>',
      ['1 <BranchName>', '1 <String>'],
    ],
    [
      'Hugo, a pair around an address',
      '{{<youtube>}}https://youtu.be/aaaaaaaaaa1{{</youtube>}}',
      'https://youtu.be/aaaaaaaaaa1',
      [],
    ],
    [
      'Hugo, code',
      '{{< highlight go >}}\nx := "{{ y }}"\n{{< /highlight >}}',
      '```go\nx := "{{ y }}"\n```',
      [],
    ],
    [
      'Hugo, on several lines',
      '{{< figure\n  src="pot.png"\n  caption="A pot"\n>}}',
      '![A pot](pot.png)\n\nA pot',
      [],
    ],
    [
      'Hugo, unknown',
      'A {{< thing "b" >}} c\n\n{{< odd >}}\nStays\n{{< /odd >}}',
      'A  c\n\nStays',
      ['1 {{< thing "b" >}}', '3 {{< odd >}}'],
    ],
    [
      'Jekyll, code',
      '{% highlight ruby %}\nputs "{{ tea }}"\n{% endhighlight %}',
      '```ruby\nputs "{{ tea }}"\n```',
      [],
    ],
    [
      'Hugo, keys and an icon',
      'Press {{< kbd Ctrl+C >}} {{< icon "fire" >}}',
      'Press <kbd>Ctrl+C</kbd>',
      ['1 {{< icon "fire" >}}'],
    ],
    [
      'Hugo, a button',
      '{{< button relref="/pot" >}}Go on{{< /button >}}',
      '[Go on](/pot)',
      ['1 {{< button relref="/pot" >}}'],
    ],
    [
      'GitBook, a file',
      '{% file src="plan.pdf" %}\nThe plan\n{% endfile %}',
      '[The plan](plan.pdf)',
      [],
    ],
    [
      'GitBook, what others add to it',
      '{% @board/embed url="https://e.org/b" %}\n\n{% @board/odd %}',
      '[b](https://e.org/b)',
      ['3 {% @board/odd %}'],
    ],
    [
      'remark, a directive',
      '::youtube[A film]{#aaaaaaaaaa1}',
      '[A film](https://youtu.be/aaaaaaaaaa1)',
      [],
    ],
  ])('converts a tag: %s', (_what, source, text, remarks) => {
    const read = plain(source)
    expect(read.text).toBe(text)
    if (remarks !== null) expect(read.remarks).toEqual(remarks)
  })

  test('leaves no MDX code in the text', () => {
    const source =
      "export const a = {\n  b: `x\n\n  y`,\n\n  c: () => <div>it's</div>,\n}\n\nText {/* no\none */}{' '}and {a.map((b) => (\n  <li>{b}</li>\n))}.\n\n<img src={require('./x.png').default} style={{ margin: '0 >' }} />"
    expect(plain(source, { isMdx: true })).toEqual({
      text: 'Text and .\n\n<img src="./x.png">',
      remarks: ['1', '9 {a.map((b) => ( <li>{b}</li> ))}'],
    })
  })
})

describe('marks of other tools', () => {
  test.each([
    [
      '[[Pot|a pot]] and [[Pot#Two Parts]]',
      '[a pot](/pots/Pot%20%281%29.md) and [Pot › Two Parts](/pots/Pot%20%281%29.md#two-parts)',
      [],
    ],
    ['![[pot.png|300x200]]', '<img src="/img/pot.png" alt="" width="300" height="200">', []],
    ['[[Gone|a word]] and [[#Here]]', 'a word and [Here](#here)', ['1 [[Gone|a word]]']],
    [
      '| [[Pot\\|a pot]] | [[Pot#Lid\\|its lid]] | ![[pot.png\\|40]] |',
      '| [a pot](/pots/Pot%20%281%29.md) | [its lid](/pots/Pot%20%281%29.md#lid) | <img src="/img/pot.png" alt="" width="40"> |',
      [],
    ],
    [
      '[plan](<My Plan (2).pdf>) ![][pot]\n\n[pot]: <Big Pot.png> "Pot"\n[film]: <video of it.mp4>',
      '[plan](<My Plan (2).pdf>) ![][pot]\n\n[pot]: <Big Pot.png> "Pot"\n[film]: <video of it.mp4>',
      [],
    ],
    ['> [!faq]- Why *so*?\n> Because.', '> [!NOTE]\n> **Why *so*?**\n\n> Because.', []],
    ['> [!WARNING] Hot\n> x', '> [!WARNING]\n> **Hot**\n\n> x', []],
    ['==a `b` c== but a == b and c == d', '<mark>a `b` c</mark> but a == b and c == d', []],
    ['A %%b%% c, 100%% and 50%%', 'A  c, 100%% and 50%%', ['1 %%b%%']],
    ['## Two {/*own-id*/}', '## Two {#own-id}', []],
    ['## Two {/* a comment */}', '## Two', []],
    ['## Zwei {#über-uns}', '## <a id="über-uns"></a>Zwei', []],
    ['## Two { #two .big data-x="y" }', '## Two {#two}', []],
    [
      '![a](http://e.org/a.png) ![b](https://e.org/b.png)',
      '[a](http://e.org/a.png) ![b](https://e.org/b.png)',
      ['1 ![a](http://e.org/a.png)'],
    ],
    ['[![a](http://e.org/a.png)](b.md)', '[a](b.md)', ['1 ![a](http://e.org/a.png)']],
    ['![a](my pot (2).png) [b](x y.md#z)', '![a](<my pot (2).png>) [b](<x y.md#z>)', []],
    ['![a](a.png =300x200)', '![a](a.png)', ['1 ![a](a.png =300x200)']],
    [
      '[a](b){ .button target="_blank" } and [c]{.small}',
      '[a](b) and c',
      ['1 [c]{.small}', '1 { .button target="_blank" }'],
    ],
    ['Press ++ctrl+c++ in C++ and ++i', 'Press <kbd>Ctrl</kbd>+<kbd>C</kbd> in C++ and ++i', []],
    ['!> Take *care*', '> [!IMPORTANT]\n> Take *care*', []],
    ['?> Pour slowly', '> [!TIP]\n> Pour slowly', []],
    ['### Two parts :id=two', '### Two parts {#two}', []],
    [
      "[a](b?id=two) [c](https://e.org/?id=1) [d](e.md ':ignore') ![f](g.png ':size=9x9')",
      '[a](b#two) [c](https://e.org/?id=1) [d](e.md) ![f](g.png)',
      ["1 ':size=9x9'"],
    ],
    ["[a](b.md ':include')", '[a](b.md)', ["1 ':include'"]],
    [
      '(pot)=\n## The pot\n\nSee {ref}`pot` and {ref}`it <pot>`.',
      '<a id="pot"></a>\n\n## The pot\n\nSee [pot](#pot) and [it](#pot).',
      [],
    ],
    ['a\n\n+++\n\nb', 'a\n\nb', ['3 +++']],
    [
      'Pot\n: Holds *tea*.\n: Or not.\n\nCup\n\n:   Is small.\n\nAt\n12:30 : so',
      '**Pot**\\\nHolds *tea*.\\\nOr not.\n\n**Cup**\\\nIs small.\n\nAt\n12:30 : so',
      [],
    ],
    [
      '{++in++} {--out--} {~~a~>b~~} {==c==}{>>d<<}',
      '<ins>in</ins> <del>out</del> <del>a</del><ins>b</ins> <mark>c</mark>',
      ['1 {>>d<<}'],
    ],
    [
      'See [](pour_it.md#x) and [](#the-pot)',
      'See [pour it](pour_it.md#x) and [the pot](#the-pot)',
      [],
    ],
    [
      '```{figure} pot.png\n---\nname: pot\nwidth: 9px\n---\nA pot\n```',
      '![](pot.png)\n\nA pot',
      [],
    ],
    ['```{code-block} py\n:linenos:\n\nx\n```', '```py\n\nx\n```', []],
    ['```{youtube} aaaaaaaaaa1\n```', 'https://youtu.be/aaaaaaaaaa1', []],
    ['```{odd} x\n```\n\n% mine', '', ['1 {odd}', '4 % mine']],
    ['*[TLA]: Three letters\n\nA TLA', 'A TLA', ['1 *[TLA]: Three letters']],
    ['^^new^^, x^2^ and 2^3, a^b^c', '<ins>new</ins>, x<sup>2</sup> and 2^3, a^b^c', []],
    [
      '/// tip | Hot\nx\n\n//// note\ny\n////\n///',
      '> [!TIP]\n> **Hot**\n\n> x\n\n> > [!NOTE]\n> > y',
      [],
    ],
    ['![pot](pot.png)\n/// caption\nA pot\n///', '![pot](pot.png)\n\nA pot', []],
    ['See {doc}`the pot <pot>` and {kbd}`x`', 'See [the pot](pot) and <kbd>x</kbd>', []],
    [
      'A <title> and a <head>, never <video>',
      'A &lt;title> and a &lt;head>, never &lt;video>',
      ['1 <title>', '1 <head>', '1 <video>'],
    ],
    ['<video>\n  <source src="a.mp4">\n  None.\n</video>', '[a.mp4](a.mp4)', ['1 a.mp4']],
  ])('converts %s', (source, text, remarks) => {
    const read = plain(source)
    expect(read.text).toBe(text)
    expect([...read.remarks].sort()).toEqual([...remarks].sort())
  })

  test.each([
    '{{ tea }}',
    '{% for x in y %}',
    '{{ range\n  .Pages }}',
    '<Odd',
    'import x from "y" in a sentence',
    '`{{ tea }}` and ``a ` {{ b }}``',
    'It costs $5, or $6_000; \\(so\\)',
    'At 12:30:45, a:b:c, https://e.org/:x:',
    '- [ ] done, [[1]](https://e.org), a[[0]]',
    'x = a["b"] {not} {{}} {}',
  ])('leaves %s unchanged, and reports it only if a tool would replace it', (source) => {
    const isRaw = /^\{[{%]/.test(source)
    expect(plain(source)).toEqual({
      text: source,
      remarks: isRaw ? [`1 ${source.replace(/\s+/g, ' ')}`] : [],
    })
  })
})

describe('maskCode', () => {
  test('replaces code by a mask of the same length', () => {
    const source =
      'A `b` ``c ` d`` e\n\n    indented\n\n- item\n\n    of it\n\n```\nx\n```\n<pre>y</pre> <!-- z\nz --> w'
    const masked = maskCode(source)
    expect(masked).toHaveLength(source.length)
    expect(masked.replace(/\u0081+/g, '•')).toBe(
      'A • • e\n\n•\n\n- item\n\n    of it\n\n•\n•\n•\n<pre>•</pre> •\n• w',
    )
    expect(maskCode('    <Tea />', true)).toBe('    <Tea />')
  })

  test.each([
    '` `` ``` ',
    '<!-- ',
    '<pre>',
    '{{< a ',
    '[[',
    '==a',
    '<A b="',
    '{/*',
    '![a](b(',
    '%%a ',
    '> [!a] ',
    ':::a ',
    '$a\\',
    '[a]{',
    ':a[',
  ])('reads an unclosed %j in time proportional to the length of the text', (part) => {
    const began = performance.now()
    plain(part.repeat(20_000), { isMdx: true })
    expect(performance.now() - began).toBeLessThan(4000)
  })
})
