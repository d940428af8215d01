import { loadAssets, placeAssets } from '@rookies/data/course-import/place-assets'
import { expect, test, vi } from 'vitest'
import { collectFiles } from './collect-files'
import { memoryFile } from './projects/found-files'
import { readCourseFolder } from './read-course-folder'

// Pictures and files beside the texts of a course are imported with them (rules/courses#import).

/** The smallest PNG: one pixel. */
const PNG = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  (sign) => sign.charCodeAt(0),
)

async function read(files: Record<string, string | Uint8Array>) {
  const found = Object.entries(files).map(([path, content]) => memoryFile(path, content))
  const collected = await collectFiles('tea', found)
  const course = readCourseFolder(collected.files, { folderName: 'tea' })
  return { collected, ...course, issues: [...collected.issues, ...course.issues] }
}

const said = ({ issues }: { issues: { path: string; message: string }[] }) =>
  issues.map(({ path, message }) => `${path}: ${message}`)

/** Mocks a database that gives each file a new path, except files in `known`, which it has stored already. */
function database(known: Record<string, string> = {}) {
  const asked: { bucket: string; files: { name: string; sha256: string }[]; course_id?: string }[] =
    []
  const answer = { data: { id: 'the-course' }, error: null, status: 200 }
  const query = {
    select: () => query,
    eq: () => query,
    is: () => query,
    maybeSingle: async () => answer,
  }
  const rpc = vi.fn(async (_name: string, body: (typeof asked)[number]) => {
    asked.push(body)
    const data = body.files.map(({ name }) => ({
      path: known[name] ?? `11111111-0000-4000-8000-000000000000/${name}`,
      known: name in known,
    }))
    return { data, error: null, status: 200 }
  })
  const client = { from: () => query, rpc } as unknown as Parameters<typeof placeAssets>[0]
  return { client, asked }
}

test('imports each file that a text links to once, and reports the files that no text links to', async () => {
  const course = await read({
    'a/one.md': '![Pot](../img/pot.png) and [slides](slides.pdf).\n\n`![no](../img/code.png)`',
    'a/two.md': '<img src="../img/pot.png" alt="Pot">',
    'a/slides.pdf': 'x',
    'img/pot.png': PNG,
    'img/code.png': PNG,
  })
  expect(course.assets.map(({ path, size }) => [path, size])).toEqual([
    ['a/slides.pdf', 1],
    ['img/pot.png', PNG.length],
  ])
  expect(said(course)).toEqual(['img/code.png: The file is not Markdown and was left out.'])
})

test('imports no missing file and no file that a browser would execute, and reports both', async () => {
  const course = await read({
    'one.md': 'Words.\n\n![A](a.svg) ![B](gone.png)',
    'a.svg': '<svg/>',
  })
  expect(course.assets).toEqual([])
  expect(said(course)).toEqual([
    'a.svg: The file is not Markdown and was left out.',
    'one.md: An image file is missing; learners see its alt text.',
    'one.md: An image file is missing; learners see its alt text.',
  ])
})

test('replaces links to files by the paths from the database, and uploads no file that is stored already', async () => {
  const course = await read({
    '_course.yml': 'title: Tea\nslug: tea\nthumbnail_url: cover.png\n',
    'cover.png': PNG,
    '01.md':
      '---\ntype: file\nfile: pot.png\nattachments:\n  - title: Slides\n    url: slides.pdf\n---\n![Pot](pot.png)',
    'pot.png': PNG,
    'slides.pdf': 'x',
  })
  expect(said(course)).toEqual([])
  const assets = await loadAssets(course.collected.assets, course.assets)
  const { client, asked } = database({
    'slides.pdf': '22222222-0000-4000-8000-000000000000/slides.pdf',
  })
  const { read: placed, toSend } = await placeAssets(client, course, assets)
  const pot = '11111111-0000-4000-8000-000000000000/pot.png'
  expect(placed.course.modules[0]?.lessons[0]).toMatchObject({
    content: `![Pot](lesson-files/${pot})`,
    file_key: pot,
    file_name: 'pot.png',
    file_size: PNG.length,
    attachments: [
      { title: 'Slides', url: 'lesson-files/22222222-0000-4000-8000-000000000000/slides.pdf' },
    ],
  })
  expect(placed.course.course.thumbnail_url).toBe(
    'covers/11111111-0000-4000-8000-000000000000/cover.png',
  )
  expect(toSend.map(({ bucket, name }) => [bucket, name])).toEqual([
    ['covers', 'cover.png'],
    ['lesson-files', 'pot.png'],
  ])
  expect(asked.map(({ bucket, course_id }) => [bucket, course_id])).toEqual([
    ['covers', 'the-course'],
    ['lesson-files', 'the-course'],
  ])
  expect(asked[1]?.files.find(({ name }) => name === 'pot.png')).toMatchObject({
    size: PNG.length,
    width: 1,
    height: 1,
    type: 'image/png',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

test('sends no request for a folder without pictures and other files', async () => {
  const course = await read({ 'one.md': 'Words.' })
  const { client, asked } = database()
  expect((await placeAssets(client, course, [])).toSend).toEqual([])
  expect(asked).toEqual([])
})
