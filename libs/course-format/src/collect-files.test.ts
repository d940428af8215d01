import { describe, expect, test } from 'vitest'
import { collectFiles } from './collect-files'
import { memoryFile } from './projects/found-files'
import { readCourseFolder } from './read-course-folder'
import { blobSource, readZip } from './read-zip'
import { READING_LIMITS } from './reading-limits'
import { zipOf } from './testing/zip-vectors'

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const OTHER = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

async function collected(files: Readonly<Record<string, string | Uint8Array>>) {
  const found = Object.entries(files).map(([path, content]) => memoryFile(path, content))
  const whole = await collectFiles('tea', found)
  const read = readCourseFolder(whole.files, { folderName: whole.name })
  return {
    ...{ whole, read },
    texts: read.course.modules.flatMap(({ lessons }) => lessons.map(({ content }) => content)),
    issues: [...whole.issues, ...read.issues].map(({ path, message }) => `${path}: ${message}`),
  }
}

describe('pictures embedded in a text as data URLs', () => {
  const text = `# Tea

![][image1] ![A pot](data:image/gif;base64,${OTHER}) <img src="data:image/png;base64,${PNG}">

\`\`\`html
<img src="data:image/gif;base64,${OTHER}">
\`\`\`

[image1]: <data:image/png;base64,${PNG}>
`

  test('become files of the lesson, equal ones only once, and stay unchanged in code', async () => {
    const { texts, read, issues, whole } = await collected({ 'm/Tea time.md': text })
    expect(issues).toEqual([])
    expect(read.assets.map(({ path, size }) => [path, size])).toEqual([
      ['m/Tea-time-picture-1.gif', 42],
      ['m/Tea-time-picture-2.png', 70],
    ])
    expect(await whole.assets.get('m/Tea-time-picture-2.png')?.()).toHaveLength(70)
    const [gif, png] = read.assets.map(({ standIn }) => `lesson-files/${standIn}`)
    expect(texts[0]).toBe(`![][image1] ![A pot](${gif}) <img src="${png}">

\`\`\`html
<img src="data:image/gif;base64,${OTHER}">
\`\`\`

[image1]: <${png}>`)
  })

  test('do not count towards the size limit of a text', async () => {
    const large = btoa('x'.repeat(READING_LIMITS.fileBytes))
    const { read, issues } = await collected({ 'a.md': `![A](data:image/png;base64,${large})\n` })
    expect(issues).toEqual([])
    expect(read.assets.map(({ size }) => size)).toEqual([READING_LIMITS.fileBytes])
  }, 60_000)

  test('stay in the text if a browser would execute them (which is reported), and in files of an export', async () => {
    const { issues } = await collected({ 'a.md': '![x](data:image/svg+xml;base64,PHN2Zy8+)' })
    expect(issues).toEqual([
      'a.md: An address is neither a web nor an email address; learners see only its text.',
    ])
    const exact = `---\ntype: text\n---\n![x](data:image/png;base64,${PNG})`
    expect((await collected({ 'a.md': exact })).texts).toEqual([
      `![x](data:image/png;base64,${PNG})`,
    ])
  })
})

test.each([
  ['with a byte order mark', 'utf-16le', true],
  ['with a byte order mark, big-endian', 'utf-16be', true],
  ['without a byte order mark', 'utf-16le', false],
  ['without a byte order mark, big-endian', 'utf-16be', false],
] as const)('reads UTF-16 %s', async (_how, order, marked) => {
  const text = `${marked ? '\uFEFF' : ''}# Tee für zwei\r\n\r\nÜber 茶.\r\n`
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at += 1)
    view.setUint16(at * 2, text.charCodeAt(at), order === 'utf-16le')
  const { read, issues } = await collected({ 'a.md': bytes })
  expect(issues).toEqual([])
  expect(read.course.modules[0]?.lessons[0]).toMatchObject({
    title: 'Tee für zwei',
    content: 'Über 茶.',
  })
})

test('reads files that texts include, and makes no lessons of files that are only included', async () => {
  const { texts, issues } = await collected({
    'docs/a.md': '```js\n<<< ../code/tea.svg.js\n```\n\n<!--@include: ./parts/one.md-->',
    'docs/parts/one.md': 'Part one.',
    'code/tea.svg.js': 'brew()\n',
    'code/other.js': 'stop()\n',
  })
  expect(texts).toEqual(['```js\nbrew()\n```\n\nPart one.'])
  expect(issues).toEqual(['code/other.js: The file is not Markdown and was left out.'])
})

describe('zips inside a zip', () => {
  const id = '0123456789abcdef0123456789abcdef'
  const inner = zipOf([
    {
      name: `Tea ${id}.md`,
      data: `# Tea\n\n[Boil](Tea%20${id}/Boil%20${id}.md) and [all](Tea%20${id}/All%20${id}.csv)`,
    },
    { name: `Tea ${id}/Boil ${id}.md`, data: 'Boil it.' },
    { name: `Tea ${id}/All ${id}.csv`, data: 'a,b\n' },
  ])
  const read = async (zip: Uint8Array<ArrayBuffer>) => {
    const { files, name, issues } = await readZip(blobSource(new Blob([zip])), 'Export.zip')
    const course = readCourseFolder(files, { folderName: name })
    return { ...course, issues: [...issues, ...course.issues] }
  }

  test('are unpacked if the outer zip contains no text, and ids that Notion adds to names are removed', async () => {
    const { course, assets, issues } = await read(
      zipOf([{ name: 'Export-Part-1.zip', data: inner }]),
    )
    expect(issues).toEqual([])
    expect(
      course.modules.map(({ title, lessons }) => [title, ...lessons.map((each) => each.title)]),
    ).toEqual([
      ['Export', 'Tea'],
      ['Tea', 'Boil'],
    ])
    expect(assets.map(({ name }) => name)).toEqual(['All.csv'])
  })

  test('are treated as files of the course if the outer zip contains a text', async () => {
    const { issues } = await read(
      zipOf([
        { name: 'a.md', data: 'x' },
        { name: 'b.zip', data: inner },
      ]),
    )
    expect(issues.map(({ path }) => path)).toEqual(['b.zip'])
  })
})
