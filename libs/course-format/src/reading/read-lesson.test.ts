import { describe, expect, test } from 'vitest'
import { readLesson } from './read-lesson'

const YT = 'dQw4w9WgXcQ'
const VIDEO = `https://youtu.be/${YT}?t=90`

function lesson(source: string, path = 'm/brew_tea.md') {
  return readLesson(path, source).lesson
}

function remarks(source: string) {
  return readLesson('m/a.md', source).remarks.map(({ line, message, about }) =>
    [line ?? '', message, ...(about === undefined ? [] : [about])].join(' '),
  )
}

describe('the title', () => {
  test.each([
    ['front matter first', '---\ntitle: "Tea: hot"\n---\n# Other\nx', 'Tea: hot', '# Other\nx'],
    ['a level-1 heading', '\n# How to *brew* `tea` #\n\nx', 'How to brew tea', 'x'],
    ['underlined', 'Brewing\n=======\n\nx', 'Brewing', 'x'],
    ['HTML', '<h1 align="center">Brewing</h1>\n\nx', 'Brewing', 'x'],
    [
      'below a picture',
      '![p](https://e.org/p.png)\n\n# Brew\nx',
      'Brew',
      '![p](https://e.org/p.png)\n\nx',
    ],
    ['the same as in front matter', '---\ntitle: Brew\n---\n# Brew\nx', 'Brew', 'x'],
    ['a lower heading is none', '### Introduction\n\nx', 'Brew Tea', '### Introduction\n\nx'],
    ['nor one after a lower one', '## Intro\n\n# Late\nx', 'Brew Tea', '## Intro\n\n# Late\nx'],
    ['nor one in code', '```\n# no\n```\n\n# Yes\nx', 'Yes', '```\n# no\n```\n\nx'],
    ['nor one in a comment', '<!-- # no\n# no -->\nx', 'Brew Tea', '<!-- # no\n# no -->\nx'],
    ['nor a tag', '#tea\n\nx', 'Brew Tea', '#tea\n\nx'],
    ['nor nothing', '# \n\nx', 'Brew Tea', '# \n\nx'],
    ['a list over a rule is none', '- a\n---\nx', 'Brew Tea', '- a\n---\nx'],
    ['links and ids come off', '# [Brew](https://e.org) it {#brew}\nx', 'Brew it', 'x'],
    ['names with signs stay', '# snake_case_name & C# \nx', 'snake_case_name & C#', 'x'],
  ])('%s', (_name, source, title, content) => {
    expect(lesson(source)).toMatchObject({ title, content })
  })
})

describe('front matter', () => {
  test('sets all fields of a lesson', () => {
    const source =
      '---\norder: 3\ntitle: Pour\ndescription: Slowly.\nduration: 7:30\nfree_preview: true\n---\n\nText.\n'
    expect(readLesson('m/9-x.md', source)).toEqual({
      order: 3,
      ownTitle: 'Pour',
      heading: '',
      exact: false,
      remarks: [],
      lesson: {
        source_path: 'm/9-x.md',
        title: 'Pour',
        content_type: 'TEXT',
        video_provider: 'NONE',
        video_asset_id: null,
        video_start_sec: 0,
        external_url: null,
        description: 'Slowly.',
        content: 'Text.',
        duration_sec: 450,
        free_preview: true,
      },
    })
  })

  test.each([
    ['90', 90],
    ['12m', 720],
    ['1:02:03', 3723],
    ['"45"', 45],
    ['1h30m', 5400],
  ])('reads %s as a duration of %d seconds', (written, seconds) => {
    expect(lesson(`---\nduration: ${written}\n---\nx`)?.duration_sec).toBe(seconds)
  })

  test('without any keys sets no values', () => {
    expect(lesson('x')).toMatchObject({ duration_sec: 0, free_preview: false, description: null })
  })

  test('with invalid values is reported line by line', () => {
    const source =
      '---\norder: first\nduration: soon\nfree_preview: maybe\ntitle: [a, b]\ncolour: red\nvideo: https://example.org/v\nlink: ftp://e.org\n---\nx'
    expect(remarks(source)).toEqual([
      '2 The value of "order" is not a number and was ignored.',
      '3 The value of "duration" is not a time such as 90, 12m, 7:30 or 1:02:03 and was ignored.',
      '4 The value of "free_preview" is not true or false and was ignored.',
      '5 The value of "title" is not a line of text and was ignored.',
      '6 An unknown front matter key was ignored. colour',
      '7 No valid video URL provided in "video".',
      '8 The value of "link" is not a web address (http or https) and was ignored.',
    ])
    expect(lesson(source)).toMatchObject({ title: 'Brew Tea', content_type: 'TEXT', content: 'x' })
  })

  test.each([
    ['a value that contains a colon', 'title: Lesson 1: Pour', 'Lesson 1: Pour', 'title'],
    ['a value that ends with a colon', 'title: Pour this:', 'Pour this:', 'title'],
    ['a value that begins with a sign of YAML', 'title: @home brewing', '@home brewing', 'title'],
    ['a value with emphasis', 'title: *Pour* slowly', '*Pour* slowly', 'title'],
    ['a value that begins with a quoted word', 'title: "Pour" slowly', '"Pour" slowly', 'title'],
    ['a value that begins with a tag', 'title: [Draft] Pour', '[Draft] Pour', 'title'],
    ['a comment after a value', 'title: Lesson 1: Pour # of 9', 'Lesson 1: Pour', 'title'],
  ])('with %s is read as intended, and the line is reported', (_what, line, taken, key) => {
    const source = `---\norder: 3\n${line}\ndescription: |\n  One: two\n\nduration: 7:30\n---\nText.`
    expect(readLesson('m/a.md', source)).toMatchObject({
      order: 3,
      lesson: { title: taken, description: 'One: two', duration_sec: 450, content: 'Text.' },
    })
    expect(remarks(source)).toEqual([
      `3 The value of "${key}" needs quotes; it was taken as "${taken}".`,
    ])
  })

  test('may lack quotes in a list too', () => {
    const source =
      '---\ntype: text\nattachments:\n  - title: Part 1: Slides\n    url: https://e.org/s\ntitle: "A: b"\n---\n'
    expect(lesson(source)).toMatchObject({
      title: 'A: b',
      attachments: [{ title: 'Part 1: Slides', url: 'https://e.org/s' }],
    })
    expect(remarks(source)).toEqual([
      '4 The value of "title" needs quotes; it was taken as "Part 1: Slides".',
    ])
  })

  test('loses only the lines that are not valid, and each of them is reported', () => {
    const source =
      '---\ntitle: "open\norder: 1\njust words\nattachments:\n\t- x\norder: 2\nduration: 90\n---\nText.'
    expect(remarks(source)).toEqual([
      '2 The line is not valid YAML and was ignored.',
      '4 The line is not valid YAML and was ignored.',
      '5 The line is not valid YAML and was ignored.',
      '7 The repeated key "order" was ignored.',
    ])
    expect(readLesson('m/a.md', source)).toMatchObject({
      order: 1,
      lesson: { title: 'A', duration_sec: 90, content: 'Text.' },
    })
  })

  test.each(['draft: true', 'draft: yes', 'published: false', 'published: "false"'])(
    'with "%s" leaves out the file, and the line is reported',
    (line) => {
      expect(readLesson('m/a.md', `---\ntitle: A\n${line}\n---\n[x](y.md)`)).toEqual({
        lesson: null,
        ownTitle: null,
        heading: '',
        order: null,
        exact: false,
        remarks: [{ line: 3, message: 'The file is a draft and was left out.', leftOut: true }],
      })
    },
  )

  test('that marks a file as published imports it; a value that is neither true nor false is reported', () => {
    expect(remarks('---\ndraft: false\npublished: true\n---\nx')).toEqual([])
    expect(remarks('---\npublished: 2026-01-01\n---\nx')).toEqual([
      '2 The value of "published" is not true or false and was ignored.',
    ])
  })

  test.each([
    [
      'is not read from text between two rules',
      '---\n\nJust text.\n\n---\n\nMore.',
      '---\n\nJust text.\n\n---\n\nMore.',
    ],
    ['is not read if its second line of dashes is missing', '---\ntitle: x\n', '---\ntitle: x'],
    ['may be empty', '---\n---\nText.', 'Text.'],
    ['may be the whole file', '---\norder: 1\n---', undefined],
  ])('%s', (_name, source, content) => {
    expect(lesson(source)?.content).toBe(content)
  })
})

describe('a video', () => {
  const video = {
    content_type: 'VIDEO',
    video_provider: 'YOUTUBE',
    video_asset_id: YT,
    video_start_sec: 90,
    external_url: null,
  }

  test.each([
    ['in front matter', `---\nvideo: ${VIDEO}\n---\nNotes.`, 'Notes.'],
    ['without other text', VIDEO, null],
    ['alone, under the title', `# Pour\n\n${VIDEO}\n`, null],
    ['in angle brackets', `<${VIDEO}>\n\nNotes.`, 'Notes.'],
    ['as a link', `[Watch](${VIDEO})\n\nNotes.`, 'Notes.'],
    ['as a picture with a link', `[![p](https://e.org/p.png)](${VIDEO})`, null],
    [
      'as embed code',
      `<div class="v">\n<iframe src="https://www.youtube.com/embed/${YT}?start=90"></iframe>\n</div>\n\nNotes.`,
      'Notes.',
    ],
    ['after a few words', `Watch this:\n\n${VIDEO}\n\nThen pour.`, 'Watch this:\n\n\nThen pour.'],
    ['opening a long text', `${VIDEO}\n\n${'words '.repeat(900)}end`, `${'words '.repeat(900)}end`],
  ])('makes a video lesson: %s', (_name, source, content) => {
    expect(lesson(source)).toMatchObject({ ...video, content })
  })

  test('is found by its id only if the front matter names the provider', () => {
    for (const id of [YT, 'introduction', '76979871']) {
      const bare = `---\nvideo: ${id}\n---\nNotes.`
      expect(lesson(bare)).toMatchObject({ content_type: 'TEXT', video_provider: 'NONE' })
      expect(remarks(bare)).toEqual(['2 No valid video URL provided in "video".'])
    }
    const chosen = (provider: string) => lesson(`---\nvideo: ${YT}\nprovider: ${provider}\n---\n`)
    expect(chosen('YouTube')).toMatchObject({ video_provider: 'YOUTUBE', video_asset_id: YT })
    expect(chosen('CF')).toMatchObject({ video_provider: 'CF', video_asset_id: YT })
    expect(chosen('cloudflare')).toMatchObject({ video_provider: 'CF', video_asset_id: YT })
    expect(remarks(`---\nvideo: ${YT}\nprovider: tube\n---\nx`)).toEqual([
      '3 The value of "provider" is not youtube, vimeo, loom, cloudflare or mux and was ignored.',
      '2 No valid video URL provided in "video".',
    ])
  })

  test.each([
    ['in the middle of a long text', `${'words '.repeat(400)}\n\n${VIDEO}\n\nmore`],
    ['with a second video', `${VIDEO}\n\nhttps://youtu.be/aaaaaaaaaaa`],
    ['in a sentence', `See ${VIDEO} for more.`],
    ['in a list', `- ${VIDEO}`],
    ['in code', `\`\`\`\n${VIDEO}\n\`\`\``],
    ['in a comment', `Text.\n\n<!--\n\n${VIDEO}\n\n-->`],
  ])('stays in the text of a text lesson: %s', (_name, source) => {
    expect(lesson(source)).toMatchObject({ content_type: 'TEXT', content: source.trim() })
  })
})

describe('a link', () => {
  const url = 'https://example.org/read_(this)?a=1#b'

  test.each([
    ['in front matter', `---\nlink: ${url}\n---\n## Notes\n`, '## Notes'],
    ['without other text', url, null],
    [
      'with a few words',
      `# Read\n\nA good page on tea.\n\n[Open](${url} "x")\n`,
      'A good page on tea.',
    ],
  ])('makes a link lesson: %s', (_name, source, content) => {
    expect(lesson(source)).toMatchObject({
      content_type: 'EXTERNAL_LINK',
      external_url: url,
      content,
      video_provider: 'NONE',
      video_asset_id: null,
    })
  })

  test.each([
    ['at the end of a lesson', `### Pour\n\nSlowly.\n\n[Back](${url})`],
    ['below code', `\`\`\`\nls\n\`\`\`\n\n${url}`],
    ['beside another link', `Read [this](https://e.org/x).\n\n${url}`],
    ['in a longer text', `${'words '.repeat(200)}\n\n${url}`],
  ])('stays in the text of a text lesson: %s', (_name, source) => {
    expect(lesson(source)?.content_type).toBe('TEXT')
  })

  test('in front matter is ignored if the lesson has a video', () => {
    const source = `---\nvideo: ${VIDEO}\nlink: ${url}\n---\n`
    expect(lesson(source)).toMatchObject({ content_type: 'VIDEO', external_url: null })
    expect(remarks(source)).toEqual(['3 There is a video and a link; the link was ignored.'])
  })
})

describe('broken addresses', () => {
  test('are reported with their line in the file', () => {
    const source = [
      ...['---', 'order: 1', '---', '# T', ''],
      'Fine: [a](https://e.org) [b](#c) <me@e.org> [d](mailto:x@e.org) `[e](f.md)`',
      '[next](../pour.md) and ![plan](imgs/plan.png "Plan")',
      ...['', '```', '[no](x.md)', '```', ''],
      '- [![pic](https://e.org/p.png)](/app/x)',
      '<img alt="x" src="a.png"> <a href=\'b.html\'>b</a>',
      ...['', '[ref]: ./c.md', '[bad](javascript:alert)'],
    ].join('\n')
    expect(remarks(source)).toEqual([
      "7 A link doesn't work outside this folder; learners see only its text. ../pour.md",
      '7 An image file is missing; learners see its alt text. imgs/plan.png',
      "13 A link doesn't work outside this folder; learners see only its text. /app/x",
      '14 An image file is missing; learners see its alt text. a.png',
      "14 A link doesn't work outside this folder; learners see only its text. b.html",
      "16 A link doesn't work outside this folder; learners see only its text. ./c.md",
      '17 An address is neither a web nor an email address; learners see only its text. javascript:alert',
    ])
  })
})

test.each([
  ['# Using `Box<T>` and `Vec<u8>`', 'Using Box<T> and Vec<u8>'],
  ['# Plain <T> in C++ & more', 'Plain <T> in C++ & more'],
  ['# The `<head>` and Map<String, List<Integer>>', 'The <head> and Map<String, List<Integer>>'],
  ['# **Bold `a*b*c`** and <em>more</em><br>', 'Bold a*b*c and more'],
  ['# `**not bold**` &lt;b&gt; \\<i\\>', '**not bold** <b> <i>'],
  ['# [A link](https://e.org/a_(b)) {#own-id}', 'A link'],
  ['# Named {/*own-id*/}', 'Named'],
])('the heading %s gives the title %s', (heading, title) => {
  expect(readLesson('a.md', `${heading}\n\nText of some length.`).lesson).toMatchObject({
    title,
    content: 'Text of some length.',
  })
})
