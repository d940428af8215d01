import { describe, expect, test } from 'vitest'
import { readLesson } from './read-lesson'

const YT = 'dQw4w9WgXcQ'
const VIDEO = `https://youtu.be/${YT}?t=90`

function lesson(source: string, path = 'm/brew_tea.md') {
  return readLesson(path, source).lesson
}

function remarks(source: string) {
  return readLesson('m/a.md', source).remarks.map(({ line, message }) => `${line ?? ''} ${message}`)
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
  test('says everything about a lesson', () => {
    const source =
      '---\norder: 3\ntitle: Pour\ndescription: Slowly.\nduration: 7:30\nfree_preview: true\n---\n\nText.\n'
    expect(readLesson('m/9-x.md', source)).toEqual({
      order: 3,
      ownTitle: 'Pour',
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
  ])('a duration of %s is %d seconds', (written, seconds) => {
    expect(lesson(`---\nduration: ${written}\n---\nx`)?.duration_sec).toBe(seconds)
  })

  test('a lesson without says nothing', () => {
    expect(lesson('x')).toMatchObject({ duration_sec: 0, free_preview: false, description: null })
  })

  test('what it can not mean is said, with its line', () => {
    const source =
      '---\norder: first\nduration: soon\nfree_preview: maybe\ntitle: [a, b]\nauthor: Me\nvideo: https://example.org/v\nlink: ftp://e.org\n---\nx'
    expect(remarks(source)).toEqual([
      '2 The value of "order" is not a number and was ignored.',
      '3 The value of "duration" is not a time such as 90, 12m, 7:30 or 1:02:03 and was ignored.',
      '4 The value of "free_preview" is not true or false and was ignored.',
      '5 The value of "title" is not a line of text and was ignored.',
      '6 The front matter key "author" is not known and was ignored.',
      ' No valid video URL provided in "video".',
      ' The value of "link" is not a web address (http or https) and was ignored.',
    ])
    expect(lesson(source)).toMatchObject({ title: 'Brew Tea', content_type: 'TEXT', content: 'x' })
  })

  test('broken YAML is said and the text is kept', () => {
    const source = '---\ntitle: "open\norder: 1\n---\nText.'
    expect(remarks(source)).toHaveLength(1)
    expect(remarks(source)[0]).toMatch(/^\d The front matter is not valid YAML\.$/)
    expect(lesson(source)?.content).toBe('Text.')
  })

  test.each([
    ['a rule is none', '---\n\nJust text.\n\n---\n\nMore.', '---\n\nJust text.\n\n---\n\nMore.'],
    ['one left open is none', '---\ntitle: x\n', '---\ntitle: x'],
    ['an empty one is one', '---\n---\nText.', 'Text.'],
    ['one at the end of the file', '---\norder: 1\n---', undefined],
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
    ['alone', VIDEO, null],
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
  ])('%s', (_name, source, content) => {
    expect(lesson(source)).toMatchObject({ ...video, content })
  })

  test.each([
    ['in the middle of a long text', `${'words '.repeat(400)}\n\n${VIDEO}\n\nmore`],
    ['two of them', `${VIDEO}\n\nhttps://youtu.be/aaaaaaaaaaa`],
    ['in a sentence', `See ${VIDEO} for more.`],
    ['in a list', `- ${VIDEO}`],
    ['in code', `\`\`\`\n${VIDEO}\n\`\`\``],
    ['in a comment', `Text.\n\n<!--\n\n${VIDEO}\n\n-->`],
  ])('%s stays in the text', (_name, source) => {
    expect(lesson(source)).toMatchObject({ content_type: 'TEXT', content: source.trim() })
  })
})

describe('a link', () => {
  const url = 'https://example.org/read_(this)?a=1#b'

  test.each([
    ['in front matter', `---\nlink: ${url}\n---\n## Notes\n`, '## Notes'],
    ['alone', url, null],
    [
      'with a few words',
      `# Read\n\nA good page on tea.\n\n[Open](${url} "x")\n`,
      'A good page on tea.',
    ],
  ])('%s', (_name, source, content) => {
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
    ['one of several', `Read [this](https://e.org/x).\n\n${url}`],
    ['in a longer text', `${'words '.repeat(200)}\n\n${url}`],
  ])('%s stays in the text', (_name, source) => {
    expect(lesson(source)?.content_type).toBe('TEXT')
  })

  test('beside a video is left out', () => {
    const source = `---\nvideo: ${VIDEO}\nlink: ${url}\n---\n`
    expect(lesson(source)).toMatchObject({ content_type: 'VIDEO', external_url: null })
    expect(remarks(source)).toEqual([' There is a video and a link; the link was ignored.'])
  })
})

describe('addresses that lead nowhere', () => {
  test('are said, with their line in the file', () => {
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
      '7 The link to "../pour.md" leads nowhere outside this folder; learners see its text only.',
      '7 The image "imgs/plan.png" lies beside the file and can\'t be shown; learners see its description.',
      '13 The link to "/app/x" leads nowhere outside this folder; learners see its text only.',
      '14 The image "a.png" lies beside the file and can\'t be shown; learners see its description.',
      '14 The link to "b.html" leads nowhere outside this folder; learners see its text only.',
      '16 The link to "./c.md" leads nowhere outside this folder; learners see its text only.',
      '17 The link "javascript:alert" is neither http(s) nor mail; learners see its text only.',
    ])
  })
})
