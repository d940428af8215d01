import { describe, expect, it, test } from 'vitest'
import { EMPTY_ASSIGNMENT, type StoredAssignment } from '../assignments/edit-assignment'
import { EMPTY_TESTS, testPart } from '../assignments/edit-tests'
import { durationText } from '../course-viewing/duration'
import { attachmentErrors, attachmentTitle, lessonAttachments } from './lesson-attachments'
import {
  changedLessonFields,
  lessonFieldText,
  mergeLessonEdits,
  withMeantLinks,
} from './lesson-changes'
import {
  durationSeconds,
  EMPTY_LESSON_FORM,
  type LessonFormValues,
  lessonColumns,
  lessonErrors,
  lessonFieldOf,
  lessonFormValues,
  videoAddress,
} from './lesson-form'

const form = (values: Partial<LessonFormValues> = {}): LessonFormValues => ({
  ...EMPTY_LESSON_FORM,
  title: 'A lesson',
  ...values,
})
const YOUTUBE = { provider: 'YOUTUBE', assetId: 'dQw4w9WgXcQ', startSec: 90 } as const
const OWN_COMPUTER = expect.stringMatching(/^Only your own computer/)
const STORED = 'lesson-files/0b1c2d3e-0000-4000-8000-000000000001/slides.pdf'
const ROW = {
  title: 'Reading',
  description: null,
  duration_sec: 754,
  free_preview: true,
  content_type: 'VIDEO',
  video_provider: 'YOUTUBE',
  video_asset_id: 'dQw4w9WgXcQ',
  video_start_sec: 90,
  external_url: null,
  content: null,
  file_key: null,
  file_name: null,
  file_size: null,
  lesson_attachments: [{ id: 'a', title: 'Slides', url: 'https://example.org/s' }],
} as const

test.each([
  ['90', 90],
  ['1:30', 90],
  ['1:02:03', 3723],
  ['12m', 720],
  ['12abc', 12],
  ['', 0],
  ['soon', 0],
  ['-5', -5],
])('reads %j as a duration of %i seconds', (typed, seconds) => {
  expect(durationSeconds(typed)).toBe(seconds)
})

test.each([0, 45, 60, 754, 3600, 3723, 864_000])(
  '%i seconds are formatted and parsed without loss',
  (seconds) => {
    expect(durationSeconds(durationText(seconds))).toBe(seconds)
  },
)

describe('a lesson in the form', () => {
  it('is stored as it was read if nothing changes', () => {
    const { lesson_attachments, ...columns } = ROW
    const values = lessonFormValues(ROW)
    expect(lessonColumns(values)).toEqual(columns)
    expect(lessonAttachments(values.attachments)).toEqual(lesson_attachments)
  })

  it('is stored with trimmed texts, and with null for blank ones; the Markdown keeps its spaces', () => {
    const columns = lessonColumns(
      form({ title: '  T ', description: ' ', external_url: ' ', content: '    code\n' }),
    )
    expect(columns).toMatchObject({ title: 'T', description: null, external_url: null })
    expect(columns.content).toBe('    code\n')
  })

  it('is stored only with the link of the selected type', () => {
    const typed = form({ content_type: 'TEXT', video_text: 'https://youtu.be/dQw4w9WgXcQ?t=90' })
    expect(lessonColumns(typed)).toMatchObject({
      content_type: 'TEXT',
      video_provider: 'YOUTUBE',
      video_asset_id: 'dQw4w9WgXcQ',
      video_start_sec: 90,
    })
    expect(lessonColumns(form({ video: YOUTUBE, video_text: '' })).video_provider).toBe('NONE')
    expect(videoAddress(YOUTUBE)).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s')
  })

  it('is stored with path, name and size of its file; an unknown file is left unchanged', () => {
    const file = { file_key: 'f/slides.pdf', file_name: 'Slides.pdf', file_size: 1_200_000 }
    const values = lessonFormValues({ ...ROW, ...file })
    expect(values.file).toEqual({ key: 'f/slides.pdf', name: 'Slides.pdf', size: 1_200_000 })
    expect(lessonColumns(values)).toMatchObject(file)
    const { file: _, ...older } = values
    expect(lessonColumns(older)).not.toHaveProperty('file_key')
    expect(lessonFormValues({ ...ROW, ...file, file_name: null }).file?.name).toBe('slides.pdf')
  })

  it('stores all attachments except empty ones', () => {
    const attachments = [
      { id: 'temp-1', title: ' ', url: '' },
      { id: 'temp-2', title: ' Slides ', url: ' /app/dashboard ' },
      { id: 'a', title: '', url: '' },
    ]
    expect(lessonAttachments(attachments)).toEqual([
      { id: 'temp-2', title: 'Slides', url: '/app/dashboard' },
      { id: 'a', title: '', url: '' },
    ])
  })
})

test.each<[Partial<LessonFormValues>, object]>([
  [{}, {}],
  [{ title: ' ' }, { title: 'Lesson title is required' }],
  [{ title: 'x'.repeat(101) }, { title: 'Title must be less than 100 characters' }],
  [{ title: '👍'.repeat(100) }, {}],
  [
    { description: 'x'.repeat(2001) },
    { description: 'Description must be less than 2000 characters' },
  ],
  [{ duration: '-1' }, { duration: 'Duration must be between 0 seconds and 10 days' }],
  [{ duration: '999999999' }, { duration: 'Duration must be between 0 seconds and 10 days' }],
  [{ video_text: 'https://youtube.evil/x' }, { video: 'No valid video URL provided' }],
  [{ video_text: 'youtu.be/dQw4w9WgXcQ.' }, {}],
  [{ video_text: 'http://localhost:3000/film.mp4' }, { video: OWN_COMPUTER }],
  [{ video_text: 'introduction' }, { video: 'No valid video URL provided' }],
  [{ video_text: 'dQw4w9WgXcQ', video_chosen: 'NONE' }, { video: 'No valid video URL provided' }],
  [{ video_text: 'dQw4w9WgXcQ', video_chosen: 'CF' }, {}],
  [{ video: YOUTUBE, video_text: null }, {}],
  [{ external_url: 'javascript:alert(1)' }, { external_url: 'Please enter a valid URL' }],
  [{ external_url: 'https://a@b.c/' }, { external_url: 'Please enter a valid URL' }],
  [{ external_url: ' my-site.example. ' }, {}],
  [{ external_url: 'https://github.com' }, {}],
  [{ external_url: 'localhost:3000' }, { external_url: OWN_COMPUTER }],
  [{ content: 'x'.repeat(500_001) }, { content: 'Text must be less than 500,000 characters' }],
  [
    { attachments: [{ id: 'temp-1', title: '', url: 'https://example.org' }] },
    { attachments: 'Attachment title is required' },
  ],
  [
    { attachments: [{ id: 'temp-1', title: 'x', url: '//example.org' }] },
    { attachments: 'Please enter a valid URL' },
  ],
  [{ attachments: [{ id: 'temp-1', title: 'x', url: STORED }] }, {}],
  [{ attachments: [{ id: 'temp-1', title: 'x', url: 'git@github.com:mia/tea.git' }] }, {}],
  [
    { attachments: [{ id: 'temp-1', title: 'x', url: 'https://tea-1.github.dev/' }] },
    { attachments: expect.stringMatching(/^This is the address of your editor/) },
  ],
  [
    { attachments: [{ id: 'temp-1', title: 'x', url: '' }] },
    { attachments: 'Please enter a valid URL' },
  ],
  [
    { attachments: [{ id: 'temp-1', title: 'x', url: `${STORED}/../..` }] },
    { attachments: 'Please enter a valid URL' },
  ],
  [
    {
      attachments: Array.from({ length: 51 }, (_, n) => ({
        id: `temp-${n}`,
        title: 'x',
        url: '/',
      })),
    },
    { attachments: 'A lesson has at most 50 attachments' },
  ],
])('shows the database’s sentence for an invalid value (row %#)', (values, errors) => {
  expect(lessonErrors(form(values))).toEqual(errors)
})

describe('the links of a lesson', () => {
  const row = (url: string, id = 'temp-1') => ({ id, title: 'x', url })

  it('are corrected before they are stored, for example with a missing https://', () => {
    const typed = form({
      external_url: 'my-site.example/a. ',
      attachments: [row('git@github.com:mia/tea.git'), row('/app/dashboard'), row(STORED)],
    })
    const { external_url, attachments } = withMeantLinks(form(), typed)
    expect(external_url).toBe('https://my-site.example/a')
    expect(attachments.map(({ url }) => url)).toEqual([
      'https://github.com/mia/tea',
      '/app/dashboard',
      STORED,
    ])
  })

  it('stay unchanged and are not checked again if the person did not change them', () => {
    const base = form({
      external_url: 'https://example.org/Inc.',
      attachments: [row('http://localhost:3000', 'a')],
    })
    const typed = { ...base, title: 'Another' }
    expect(withMeantLinks(base, typed)).toEqual(typed)
    expect(lessonErrors(typed, base)).toEqual({})
    expect(lessonErrors({ ...typed, external_url: 'localhost' }, base)).toHaveProperty(
      'external_url',
    )
  })
})

test('reports which part of an attachment is invalid', () => {
  expect(attachmentErrors({ id: 'temp-1', title: '', url: 'nowhere' })).toEqual({
    title: 'Attachment title is required',
    url: 'Please enter a valid URL',
  })
  expect(attachmentErrors({ id: 'temp-1', title: '', url: '' })).toEqual({ title: null, url: null })
})

test.each([
  ['slides.pdf', 'slides'],
  ['Week 1. Notes.tar.gz', 'Week 1. Notes.tar'],
  ['.gitignore', '.gitignore'],
  ['README', 'README'],
  [`${'👍'.repeat(120)}.png`, '👍'.repeat(100)],
])('names an attachment with the file %s by default: %s', (name, title) => {
  expect(attachmentTitle(name)).toBe(title)
})

test('finds the form field of a database column', () => {
  expect(lessonFieldOf('video_asset_id')).toBe('video')
  expect(lessonFieldOf('nothing')).toBeNull()
  expect(lessonFieldOf(undefined)).toBeNull()
})

describe('two versions of a lesson', () => {
  const base = lessonFormValues(ROW)

  it('differ only if their stored values would differ', () => {
    expect(changedLessonFields(base, { ...base, title: ' Reading ', duration: '754' })).toEqual([])
    const editing = { ...base, video_text: videoAddress(base.video) }
    expect(changedLessonFields(base, editing)).toEqual([])
    expect(changedLessonFields(base, { ...base, video_text: 'https://half' })).toEqual(['video'])
    expect(changedLessonFields(base, { ...base, attachments: [], content: 'x' })).toEqual([
      'content',
      'attachments',
    ])
  })

  it('differ in their file only if the file of both is known', () => {
    const file = { key: 'f/a.pdf', name: 'a.pdf', size: 1 }
    expect(changedLessonFields(base, { ...base, file })).toEqual(['file'])
    const { file: _, ...older } = base
    expect(changedLessonFields({ ...base, file }, older)).toEqual([])
    expect(mergeLessonEdits(base, { ...base, file }, { ...base, title: 'Theirs' })).toEqual({
      ...base,
      title: 'Theirs',
      file,
    })
    expect(mergeLessonEdits(older, { ...older, title: 'Mine' }, { ...base, file }).file).toEqual(
      file,
    )
  })

  it('are merged so that everything that the person typed stays', () => {
    const typed = { ...base, title: 'Mine', content: 'mine' }
    const theirs = { ...base, title: 'Theirs', description: 'theirs' }
    expect(mergeLessonEdits(base, typed, theirs)).toEqual({
      ...base,
      title: 'Mine',
      description: 'theirs',
      content: 'mine',
    })
  })
})

describe('an assignment in the form of its lesson', () => {
  const assignment = { ...EMPTY_ASSIGNMENT, due_day: '7' }
  const typed = form({ content_type: 'ASSIGNMENT', assignment })

  it('is stored and validated only if the type of the lesson is ASSIGNMENT', () => {
    expect(lessonColumns(typed).assignment).toMatchObject({ due_day: 7 })
    expect(lessonColumns({ ...typed, content_type: 'TEXT' }).assignment).toBeUndefined()
    const wrong = { ...typed, assignment: { ...assignment, accepts: [] } }
    expect(lessonErrors(wrong)).toEqual({ assignment: 'Choose what people hand in.' })
    expect(lessonErrors({ ...wrong, content_type: 'TEXT' })).toEqual({})
    expect(lessonFieldOf('rubric')).toBe('assignment')
  })

  it('is compared as a field, and stays as the person typed it in a merge with another person’s version', () => {
    const base = form({ content_type: 'ASSIGNMENT' })
    expect(changedLessonFields(base, typed)).toEqual(['assignment'])
    const theirs = { ...base, title: 'Theirs' }
    expect(mergeLessonEdits(base, typed, theirs)).toEqual({ ...theirs, assignment })
    expect(lessonFieldText('assignment', typed)).toContain('Due: day 7, 18:00')
  })

  it('is read with the criteria of its rubric in order', () => {
    const levels = [{ title: 'No' }, { title: 'Yes', points: 1, meaning: null }]
    const criterion = (id: string, position: number) => ({
      ...{ id, position, title: id, essential: false, levels },
    })
    const { assignment: read } = lessonFormValues({
      ...lessonColumns(form()),
      lesson_attachments: [],
      assignments: {
        ...{ accepts: ['FILE', 'TEXT'], due_day: null, due_time: null, late: 'SHUT' },
        ...{ cutoff_days: 2, blind: true },
        ...testPart(EMPTY_TESTS),
        rubric_criteria: [criterion('second', 1), criterion('first', 0)],
      } as StoredAssignment,
    })
    expect(read).toMatchObject({ accepts: ['TEXT', 'FILE'], due_time: '', cutoff_days: '2' })
    expect(read?.rubric.map(({ id }) => id)).toEqual(['first', 'second'])
  })
})
