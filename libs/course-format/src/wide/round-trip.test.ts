import type { AssignmentPart, WorkKind } from '@rookies/data/assignments/assignment-part'
import { EMPTY_TESTS, testPart } from '@rookies/data/assignments/edit-tests'
import type { ExportedAsset, ExportedCourse } from '@rookies/data/course-export/exported-course'
import type { ExportedLesson } from '@rookies/data/course-import/exported-lesson'
import type { ImportPayload } from '@rookies/data/course-import/payload'
import { withPaths } from '@rookies/data/course-import/stand-ins'
import { decodeText } from '@rookies/data/files/decode-text'
import { storedLink } from '@rookies/data/files/stored-file'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { readCourseFolder } from '../read-course-folder'
import { blobSource, readZip } from '../read-zip'
import { readLesson } from '../reading/read-lesson'
import { testedPart } from '../testing/tested-part'
import { courseFiles, lessonFiles } from '../write-course'
import { zipFiles } from '../write-zip'

// Generated courses stay the same when they are exported and imported again.

const NASTY = [
  ...['a/b', '../../etc', '..', '.', 'C:\\x', '"quoted"', "it's", 'a: b', '# not a title', '- x'],
  ...['--- ', '---', 'true', 'null', '~', '123', '1e3', '0x1F', '2026-01-01', '[a, b]', '{a: b}'],
  ...[
    '*alias',
    '&anchor',
    '!tag',
    '%TAG',
    '@x',
    '`x`',
    '| x',
    '> x',
    '? x',
    'a #b',
    'x\ny',
    'x\r\ny',
  ],
  ...[
    ' both ',
    '\ttab',
    '🍵',
    '👩‍🏫 family',
    'ä',
    'a\u0308',
    '茶',
    'עברית',
    '\u202Eevil',
    '\uFEFFx',
  ],
  ...['\u0085', '\u2028', '\u2029', '\uFFFD', '\u007F', '\u00A0', '01-x', '02. Setup', 'README'],
  ...[
    '_module',
    'index',
    'node_modules',
    '.hidden',
    '__MACOSX',
    'con',
    '<b>x</b>',
    'y',
    'on',
    'x ',
  ],
]

const nasty = fc.constantFrom(...NASTY)
const anything = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 30 })
  .map((text) => text.replaceAll('\0', '0'))
const title = fc.oneof(nasty, anything, fc.string({ minLength: 1, maxLength: 60 }))
const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null })
const content = fc.oneof(
  title,
  fc.array(title, { maxLength: 20 }).map((lines) => lines.join('\n')),
  fc.constantFrom(
    '---\ntitle: Mine\n---\nText',
    '\n\n# Heading\n\ntext\n\n\n',
    'ends with spaces  \n',
    'crlf\r\nlines\r\n',
    '```\n---\n```',
    'https://youtu.be/aqz-KE-bpKQ',
    ' ',
  ),
)
const link = fc.constantFrom(
  'https://example.org/read_(this)?a=1#b',
  'http://example.org:8080/ä?q="x"'.replaceAll('"', ''),
  'https://example.org/#: x'.replace(' ', ''),
)
const video = fc.oneof(
  fc.constant({ video_provider: 'NONE' as const, video_asset_id: null }),
  fc
    .stringMatching(/^[A-Za-z0-9_-]{11}$/)
    .map((id) => ({ video_provider: 'YOUTUBE' as const, video_asset_id: id })),
  fc
    .stringMatching(/^[1-9][0-9]{5,11}(\/[0-9a-f]{6,20})?$/)
    .map((id) => ({ video_provider: 'VIMEO' as const, video_asset_id: id })),
  fc
    .stringMatching(/^[0-9a-f]{32}$/)
    .map((id) => ({ video_provider: 'LOOM' as const, video_asset_id: id })),
  fc
    .stringMatching(/^[A-Za-z0-9_-]{10,64}$/)
    .map((id) => ({ video_provider: 'CF' as const, video_asset_id: id })),
  fc
    .stringMatching(/^[A-Za-z0-9]{10,128}$/)
    .map((id) => ({ video_provider: 'MUX' as const, video_asset_id: id })),
)
const attachment = fc.record({
  title: title.map((text) => text.trim() || 'x'),
  url: fc.oneof(link, fc.constant('/app/dashboard')),
})

/** The database trims the texts of a rubric. */
const named = title.map((text) => text.trim() || 'x')
const assignment: fc.Arbitrary<AssignmentPart> = fc
  .record({
    accepts: fc.subarray(['TEXT', 'CODE', 'FILE'] as const, { minLength: 1 }),
    due_day: orNull(fc.nat({ max: 3650 })),
    due_time: fc.constantFrom('18:00', '00:00', '09:30', null),
    late: fc.constantFrom('MARKED', 'SHUT'),
    cutoff_days: orNull(fc.nat({ max: 365 })),
    blind: fc.boolean(),
    rubric: fc.array(
      fc.record({
        title: named,
        essential: fc.boolean(),
        levels: fc.array(
          fc.record({
            title: named,
            points: orNull(fc.constantFrom(0, 1, 2.5, 1000)),
            meaning: fc.oneof(fc.constant(''), named),
          }),
          { minLength: 2, maxLength: 6 },
        ),
      }),
      { maxLength: 4 },
    ),
    tests: testedPart,
  })
  .map(({ tests, ...part }) => ({
    ...part,
    ...tests,
    ...(tests.grader !== null && { accepts: ['REPOSITORY'] as WorkKind[], blind: false }),
    cutoff_days: part.late === 'SHUT' ? part.cutoff_days : null,
  }))

const lesson: fc.Arbitrary<ExportedLesson> = fc
  .record({
    id: fc.uuid(),
    title,
    content_type: fc.constantFrom('VIDEO', 'FILE', 'TEXT', 'EXTERNAL_LINK', 'ASSIGNMENT'),
    assignment,
    video,
    video_start_sec: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 864_000 })),
    external_url: orNull(link),
    description: orNull(fc.oneof(title, content)),
    content: orNull(content),
    file_key: orNull(title),
    file_name: orNull(title),
    file_size: orNull(fc.nat()),
    duration_sec: fc.integer({ min: 0, max: 864_000 }),
    free_preview: fc.boolean(),
    attachments: fc.array(attachment, { maxLength: 4 }),
  })
  .map(({ video: link, assignment: part, ...rest }) => ({
    ...rest,
    ...link,
    ...(rest.content_type === 'ASSIGNMENT' && { assignment: part }),
  }))

const course: fc.Arbitrary<ExportedCourse> = fc.record({
  course: fc.record({
    title,
    slug: fc.stringMatching(/^[a-z0-9]{1,10}(-[a-z0-9]{1,5}){0,3}$/),
    description: orNull(title),
    author_name: orNull(title),
    author_description: orNull(title),
    thumbnail_url: orNull(link),
    category: orNull(title),
  }),
  modules: fc.uniqueArray(
    fc.record({ id: fc.uuid(), title, lessons: fc.array(lesson, { maxLength: 12 }) }),
    { maxLength: 12, selector: ({ id }) => id },
  ),
})

async function throughZip(exported: ExportedCourse) {
  const bytes = zipFiles(courseFiles(exported))
  const gathered = await readZip(blobSource(new Blob([bytes])), 'some name.zip')
  return { gathered, ...readCourseFolder(gathered.files, { folderName: gathered.name }) }
}

/** Returns an imported course without the paths of its files, which an exported course does not have. */
function asExported({ course: head, modules }: ImportPayload): unknown {
  const { publish, ...fields } = head
  expect(publish).toBe(false)
  return {
    course: fields,
    modules: modules.map(({ source_path: _folder, lessons, ...module }) => ({
      ...module,
      lessons: lessons.map(({ source_path: _file, ...rest }) => rest),
    })),
  }
}

/** The database stores an empty text as null. */
function stored(exported: ExportedCourse): ExportedCourse {
  return {
    ...exported,
    modules: exported.modules.map((module) => ({
      ...module,
      lessons: module.lessons.map((each) => ({
        ...each,
        content: each.content || null,
        description: each.description || null,
      })),
    })),
  }
}

test('any exported course is imported again byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(course, async (exported) => {
      const { course: read, gathered, issues } = await throughZip(exported)
      expect(gathered.issues).toEqual([])
      expect(issues.filter(({ leftOut }) => leftOut)).toEqual([])
      expect(asExported(read)).toEqual(stored(exported))
    }),
    { numRuns: 60 },
  )
}, 60_000)

test('exports the same bytes for the same course at any time', () => {
  const [exported] = fc.sample(course, { seed: 7, numRuns: 1 })
  if (!exported) throw new Error('no course')
  const before = zipFiles(courseFiles(exported))
  vi.useFakeTimers({ now: new Date('2031-07-01T12:34:56Z') })
  expect(zipFiles(courseFiles(structuredClone(exported)))).toEqual(before)
  vi.useRealTimers()
})

test('exports files that people can read', () => {
  const files = courseFiles({
    course: {
      title: 'Tea: hot & cold',
      slug: 'tea',
      description: null,
      author_name: 'Ida Instructor',
      author_description: null,
      thumbnail_url: 'https://example.org/t.png',
      category: 'Kitchen',
    },
    modules: [
      {
        id: '00000000-0000-4000-8000-000000000001',
        title: 'First steps',
        lessons: [
          {
            id: '00000000-0000-4000-8000-000000000002',
            title: 'Why we pour',
            content_type: 'VIDEO',
            video_provider: 'YOUTUBE',
            video_asset_id: 'aqz-KE-bpKQ',
            video_start_sec: 90,
            external_url: null,
            description: null,
            content: 'Watch **closely**.\n',
            file_key: null,
            file_name: null,
            file_size: null,
            duration_sec: 450,
            free_preview: true,
            attachments: [{ title: 'Slides', url: 'https://example.org/slides.pdf' }],
          },
        ],
      },
      { id: '00000000-0000-4000-8000-000000000003', title: '茶', lessons: [] },
    ],
  })
  expect(files).toEqual([
    {
      path: 'tea/_course.yml',
      text: 'title: "Tea: hot & cold"\nslug: tea\ndescription:\ncategory: Kitchen\nauthor_name: Ida Instructor\nauthor_description:\nthumbnail_url: https://example.org/t.png\n',
    },
    {
      path: 'tea/01-first-steps/_module.yml',
      text: 'title: First steps\nid: 00000000-0000-4000-8000-000000000001\n',
    },
    {
      path: 'tea/01-first-steps/01-why-we-pour.md',
      text: '---\ntitle: Why we pour\ntype: video\nduration: 450\nfree_preview: true\nvideo: https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=90s\nattachments:\n  - title: Slides\n    url: https://example.org/slides.pdf\nid: 00000000-0000-4000-8000-000000000002\n---\nWatch **closely**.\n',
    },
    {
      path: 'tea/02-module/_module.yml',
      text: 'title: 茶\nid: 00000000-0000-4000-8000-000000000003\n',
    },
  ])
})

test('exports an assignment as people would write it, and exports the same bytes again after an import', () => {
  const lesson: ExportedLesson = {
    id: '00000000-0000-4000-8000-000000000004',
    title: 'A page about tea',
    content_type: 'ASSIGNMENT',
    video_provider: 'NONE',
    video_asset_id: null,
    video_start_sec: 0,
    external_url: null,
    description: null,
    content: 'Build a page.\n',
    file_key: null,
    file_name: null,
    file_size: null,
    duration_sec: 0,
    free_preview: false,
    attachments: [],
    assignment: {
      accepts: ['TEXT', 'REPOSITORY'],
      due_day: 7,
      due_time: null,
      late: 'SHUT',
      cutoff_days: 2,
      blind: false,
      ...testPart(EMPTY_TESTS),
      rubric: [
        {
          title: 'Works',
          essential: true,
          levels: [
            { title: 'Not yet', points: 0, meaning: '' },
            { title: 'Met', points: 2, meaning: 'As asked:\nall of it.' },
          ],
        },
      ],
    },
  }
  const [{ text }] = lessonFiles(lesson, 0, 1)
  expect(text).toBe(`---
title: A page about tea
type: assignment
accepts: text, repository
due_day: 7
due_time: end of day
late: shut
cutoff_days: 2
rubric:
  - title: Works
    essential: true
    levels:
      - title: Not yet
        points: 0
      - title: Met
        points: 2
        meaning: "As asked:\\nall of it."
id: 00000000-0000-4000-8000-000000000004
---
Build a page.
`)
  const read = readLesson('01-a.md', text)
  expect(read.remarks).toEqual([])
  if (!read.lesson) throw new Error('no lesson')
  const { source_path: _, ...again } = read.lesson
  expect(lessonFiles({ ...lesson, ...again } as ExportedLesson, 0, 1)[0].text).toBe(text)
})

test('imports a file whose line ends another tool has changed as the same lesson', () => {
  const text = '---\r\ntitle: T\r\ntype: text\r\n---\r\nOne\r\n\r\nTwo\r\n'
  const files = [{ path: 'a.md', ...decodeText(new TextEncoder().encode(text)) }]
  expect(readCourseFolder(files, { folderName: 'x' }).course.modules[0]?.lessons[0]?.content).toBe(
    'One\n\nTwo\n',
  )
})

/** Generates files, some of which have equal names, and a course whose texts link to them. */
const withFiles = fc
  .tuple(
    course,
    fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 6 }),
    fc.array(title, { minLength: 6, maxLength: 6 }),
  )
  .map(([exported, ids, names]) => {
    const assets: ExportedAsset[] = ids.map((id, at) => ({
      link: storedLink(`${id}/a-file.png`),
      name: `${names[at]}.png`,
      bytes: new Uint8Array([at, 255, 0]),
    }))
    const link = (at: number) => assets[at % assets.length]?.link ?? ''
    const modules = exported.modules.map((module, m) => ({
      ...module,
      lessons: module.lessons.map((each, l) => ({
        ...each,
        content: `![A](${link(m)}) and [b](${link(l)}).\n\n\`\`\`\n${link(0)}\n\`\`\`\n<img src="${link(l + 1)}">${each.content ?? ''}`,
        attachments: [...each.attachments, { title: 'Slides', url: link(m + l) }],
        ...(each.content_type === 'FILE' && {
          ...{ file_key: link(l).slice('lesson-files/'.length), file_name: null, file_size: null },
        }),
      })),
    }))
    return { exported: { ...exported, modules }, assets }
  })

test('exports the files of a course under names that are valid on every system', async () => {
  await fc.assert(
    fc.asyncProperty(withFiles, async ({ exported, assets }) => {
      const bytes = zipFiles(courseFiles(exported, assets))
      const gathered = await readZip(blobSource(new Blob([bytes])), 'tea.zip')
      const read = readCourseFolder(gathered.files, { folderName: gathered.name })
      expect(gathered.issues).toEqual([])
      // Each imported link must lead to a file with the same bytes as before.
      const paths = new Map<string, string>()
      for (const { path, standIn } of read.assets) {
        const [place] = (await gathered.assets.get(path)?.()) ?? []
        paths.set(standIn, assets[place ?? -1]?.link.slice('lesson-files/'.length) ?? 'lost')
      }
      const placed = JSON.parse(withPaths(JSON.stringify(read.course), paths))
      expect(asExported(placed)).toEqual(stored(exported))
    }),
    { numRuns: 60 },
  )
}, 60_000)
