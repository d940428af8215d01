/** Small folders in the formats of other tools; each shows one kind of syntax beside Markdown. */
export const FOLDERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Docusaurus: admonitions, tabs and cards': {
    'docs/pour.mdx': `import Tabs from '@theme/Tabs'
import TabItem from '@theme/TabItem'

export const pots = [
  { name: 'Clay' },

  { name: 'Glass' },
]

# Pouring

:::tip[Slowly]

From **high** up.

:::

1. Boil

   :::warning
   Hot!
   :::

2. Pour

<Tabs>
  <TabItem value="clay" label="Clay">
    A pot of clay.
  </TabItem>
  <TabItem value="glass" label="Glass">

    \`\`\`sh
    pour --glass
    \`\`\`

  </TabItem>
</Tabs>

<DocCardList items={pots.map((pot) => ({ label: pot.name }))} />

{/* only for
    its authors */}

It has {pots.length} pots{' '}of <Highlight color="#25c2a0">clay</Highlight>.

{pots.map((pot) => (
  <li key={pot.name}>{pot.name}</li>
))}
`,
  },
  'Docusaurus: code and texts from other files': {
    'docs/a.mdx': `import Steps from './_steps.mdx'
import Source from '!!raw-loader!./boil.js'
import CodeBlock from '@theme/CodeBlock'

# Boiling

<Steps />

<CodeBlock language="js" title="boil.js">{Source}</CodeBlock>
`,
    'docs/_steps.mdx': 'Fill the kettle, <Note>not too full</Note>.\n',
    'docs/boil.js': 'boil({ to: 100 })\n',
  },
  'MDX: components over several lines, with objects': {
    'cup.mdx': `# Cup

<Hint
  title="Warm it"
  text="The cup keeps the tea warm."
/>

<Row>
	<Teaser
		href="https://example.org/cups"
		title="All cups"
		meta={{ size: 3, of: ['a', 'b'] }}
	/>
	<Box title="Handle">
		Hold it by the ear.
	</Box>
</Row>

A picture <img src="https://example.org/cup.png" alt="A cup" style={{ margin: 0 }} className="wide" />

<div style={{ color: 'red' }}>Red</div>
`,
  },
  'React.dev: components and names of headings in .md': {
    'leaf.md': `# Leaf

<Intro>

Leaves are *dried*.

</Intro>

## Green {/*green-tea*/}

<Pitfall>

Not too hot!

</Pitfall>

<Diagram src="https://example.org/leaf.png" alt="A leaf" />

<DeepDive>

#### Why so hot? {/*why-so-hot*/}

See [above](#green-tea).

</DeepDive>
`,
  },
  'Hugo: shortcodes': {
    'content/film.md': `+++
title = "Film"
+++

{{< youtube "aaaaaaaaaa1" >}}

{{% notice style="warning" title="Hot" %}}
The kettle is **hot**.
{{% /notice %}}

{{< figure src="https://example.org/pot.png" caption="A pot" >}}

{{< highlight go "linenos=table" >}}
func main() { fmt.Println("{{ tea }}") }
{{< /highlight >}}

{{< tabs >}}
{{< tab "First" >}}
One
{{< /tab >}}
{{< /tabs >}}

See [the pot]({{< ref "pot.md" >}}) and {{< glossary_tooltip text="leaves" term_id="leaf" >}}, {{< unknown/thing a="b" >}}

Write {{</* note */>}} for a note.
`,
    'content/pot.md': '# Pot\n\nA pot.\n',
  },
  'Jekyll: Liquid, and kramdown': {
    'a.md': `# Steep

[Pot]({{ site.baseurl }}{% link pot.md %}) and [again]({{ '/pot.md' | relative_url }}){:target="_blank"}

{% include note.html text="Hot" %}

{% highlight ruby %}
puts "{{ tea }}"
{% endhighlight %}

Today is {{ page.date | date: "%Y" }}. {% if page.hot %}Hot{% endif %}

{: .note }
A note.

A paragraph
{: .lead }

* TOC
{:toc}

## End
{: #the-end }
`,
    'pot.md': '# Pot\n\nA pot.\n',
  },
  'GitBook: blocks': {
    'a.md': `# Pour

{% hint style="info" %}
Slowly.
{% endhint %}

{% tabs %}
{% tab title="npm" %}
Use npm.
{% endtab %}
{% endtabs %}

{% code title="tea.js" %}
\`\`\`js
pour()
\`\`\`
{% endcode %}

{% embed url="https://example.org/film" %}

{% content-ref url="pot.md" %}
[pot.md](pot.md)
{% endcontent-ref %}
`,
    'pot.md': '# Pot\n\nA pot.\n',
  },
  'MkDocs: Material and its extensions': {
    'docs/a.md': `# Pour

!!! note "Slowly"

    From high up.

    \`\`\`js
    pour()
    \`\`\`

??? question

    Folded.

=== "Clay"

    Clay.

[A button](https://example.org){ .md-button .md-button--primary }
![A pot](https://example.org/pot.png){ width="300" }

Press ++ctrl+alt+del++ :material-check: now, ==marked== and :rocket:.

--8<-- "snippets/boil.md"

\`\`\`py
--8<-- "snippets/tea.py:brew"
\`\`\`

[TOC]
`,
    'snippets/boil.md': 'Boil it first.\n',
    'snippets/tea.py': 'import tea\n# --8<-- [start:brew]\ntea.brew()\n# --8<-- [end:brew]\n',
  },
  'mdBook: includes': {
    'src/a.md': `# Loops

\`\`\`rust
{{#rustdoc_include ../listings/main.rs:here}}
\`\`\`

{{#include ../listings/gone.rs:3:5}}

{{#playground ../listings/main.rs}}

{{#title Loops - The Book}}
`,
    'listings/main.rs':
      'fn main() {\n    // ANCHOR: here\n    for n in 1..3 {}\n    // ANCHOR_END: here\n}\n',
  },
  'VitePress: includes and containers': {
    'guide/a.md': `# Pour

::: details Click me
Here.
:::

<<< @/snippets/tea.js#brew{1 js}

<!--@include: ./part.txt-->

## Custom {#own.id}

<Badge type="tip" text="new" /> [[toc]]

[[toc]]
`,
    'snippets/tea.js': '// #region brew\nbrew()\n// #endregion brew\nstop()\n',
    'guide/part.txt': 'A part.\n',
  },
  'Starlight: directives and components': {
    'src/content/docs/a.mdx': `import { Aside, LinkCard, Card, CardGrid, Steps } from '@astrojs/starlight/components'

# Pour

<Aside type="caution" title="Hot">Take care.</Aside>

<CardGrid>
  <Card title="One" icon="star">First.</Card>
  <LinkCard title="Two" href="https://example.org" description="Second." />
</CardGrid>

<Steps>

1. Boil

2. Pour

</Steps>

::youtube[A film]{#aaaaaaaaaa1}

It is :abbr[hot]{title="very"}.
`,
  },
  'Obsidian: vault': {
    'A.md': `# A

[[B|about]] and [[B#Second part]], [[Nowhere]] and ![[pot.png|200]], ![[B]]

> [!question]- Why?
> Because ==so==.

%%not for
you%%

A block. ^here
`,
    'B.md': '# B\n\n## Second part\n\nBack to [[A#^here]].\n',
  },
  'Docsify: notes, names of headings and options of links': {
    '_sidebar.md': '* [Home](/)\n* [Pot](pot.md)\n',
    'README.md': `# Tea

!> Hot *water*.

?> Pour slowly.

### Two parts :id=two

[Pot](/pot?id=lid) [Web](https://example.org ':target=_blank') [Shown](pot.md ':include')

![Pot](pot.png ':size=50x100')
`,
    'pot.md': '# Pot\n\n## Lid\n\n[Home](README.md?id=two)\n',
  },
  'Python Markdown: blocks, edits and definitions': {
    'a.md': `# Tea

/// warning | Hot
Take care.
///

![Pot](pot.png)
/// caption
A pot
///

*[TLA]: Three letters

Pot

:   Holds tea.

{++in++} {--out--} {~~a~>b~~} {>>only for me<<} ^^new^^ x^2^
`,
  },
  'MyST: Jupyter Book': {
    'a.md': `# Pour

\`\`\`{note} Slowly
:class: tip

From high up.
\`\`\`

:::{warning}
Hot!
:::

\`\`\`{code-block} python
pour()
\`\`\`

\`\`\`{toctree}
b
\`\`\`

See {doc}\`b\` and {term}\`leaf\`.
`,
    'b.md': '# B\n\nText.\n',
  },
  'HTML that lessons do not show': {
    'a.md': `# Pour

<video controls src="https://example.org/pour.mp4">No film.</video>

<audio src="https://example.org/click.mp3"></audio>

The <head> holds a <title>, and List<String> holds strings, <YourName>.

<script>alert(1)</script>

<svg viewBox="0 0 1 1"><text>Hidden</text></svg>

![Old](http://example.org/old.png)

![Data](data:image/svg+xml;base64,PHN2Zy8+)
`,
  },
  'Formulas, footnotes and other marks': {
    'a.md': `# Heat

$$
Q = mc\\Delta T
$$

It is $x^2$ and costs $5 or $6. A note^[in its place].

@[youtube](aaaaaaaaaa1)

!!! Not a note at all, only loud
`,
  },
}

/** A course about other tools: their syntax is only in code blocks. */
export const COURSE_ABOUT_TOOLS: Readonly<Record<string, string>> = {
  'a.md': `# Templates

Write \`{{ name }}\`, \`{% if x %}\`, \`<Card />\`, \`[[link]]\`, \`==x==\`, \`{{< note >}}\` and \`:::tip\`.

\`\`\`jinja
{% for tea in teas %}{{ tea }}{% endfor %}
{{< youtube id >}}
:::note
<Tabs><TabItem /></Tabs>
import x from 'y'
[[toc]] ==marked== %%hidden%% {#id} {/*id*/}
!!! note
    x
\`\`\`

- In a list:

  ~~~vue
  <MyTea :cups="{ a: 1 }" v-if="x">{{ tea }}</MyTea>
  ~~~

<pre>{{ tea }} and &lt;Tea /></pre>

A line of \`code over
two lines {{ tea }}\` ends.

    {{ indented }}
    <Code />

Compare a == b and c == d, 100%% of [a][b], if [[ is no link, and 1 < 2 > 0.

[b]: https://example.org
`,
  'b.mdx': `# Components

\`\`\`jsx
import React from 'react'
export const Tea = () => <Cup style={{ margin: 0 }}>{tea}</Cup>
\`\`\`

Use \`<Cup style={{ margin: 0 }} />\` and \`{tea}\`.
`,
}
