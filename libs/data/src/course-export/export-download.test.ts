import { expect, test } from 'vitest'
import { readCourseFolder } from '../course-import/read-course-folder'
import type { Json } from '../database.gen'
import { courseFiles, fileBytes } from './course-files'
import { exportCourse } from './export-course'
import { downloadLesson } from './export-download'

const LESSON = {
  id: '00000000-0000-4000-8000-000000000002',
  title: 'Why we pour: a "story"',
  content_type: 'TEXT',
  video_provider: 'NONE',
  video_asset_id: null,
  video_start_sec: 0,
  external_url: null,
  description: 'In a line',
  content: '---\nnot front matter\n---\n\n# Pour\r\n\n\tslowly  \n',
  file_key: null,
  file_name: null,
  file_size: null,
  duration_sec: 90,
  free_preview: true,
  attachments: [{ title: 'Slides', url: 'https://example.org/slides.pdf' }],
}

const COURSE = {
  course: {
    ...{ title: 'Tea', slug: 'tea', description: null, author_name: null },
    ...{ author_description: null, thumbnail_url: null, category: null },
  },
  modules: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      title: 'Steps',
      lessons: Array.from({ length: 120 }, (_, at) =>
        at === 6 ? LESSON : { ...LESSON, id: `l${at}` },
      ),
    },
  ],
}

type Client = Parameters<typeof downloadLesson>[0]

function clientOf(answer: Json): Client & { calls: unknown[] } {
  const calls: unknown[] = []
  const rpc = async (name: string, args: unknown) => {
    calls.push([name, args])
    return { data: answer, error: null, status: 200, statusText: 'OK', count: null }
  }
  return { calls, rpc: rpc as unknown as Client['rpc'] }
}

test('exports a single lesson as the same file that the export of its course contains', async () => {
  const client = clientOf({ place: 7, of: 120, lesson: LESSON })
  const file = await downloadLesson(client, LESSON.id)
  expect(client.calls).toEqual([['export_lesson', { lesson_id: LESSON.id }]])
  expect(file.name).toBe('007-why-we-pour-a-story.md')
  const whole = courseFiles(await exportCourse(clientOf(COURSE), 'c'))
  const same = whole.find(({ path }) => path === `tea/01-steps/${file.name}`)
  expect(same && fileBytes(same)).toEqual(file.bytes)
})

test('exports a file that an import reads exactly', async () => {
  const client = clientOf({ place: 1, of: 1, lesson: LESSON })
  const { name: path, bytes } = await downloadLesson(client, LESSON.id)
  const text = new TextDecoder().decode(bytes)
  expect(path).toBe('01-why-we-pour-a-story.md')
  const { course, issues } = readCourseFolder([{ path, text }], { folderName: 'tea' })
  expect(issues).toEqual([])
  expect(course.modules[0]?.lessons).toEqual([{ ...LESSON, source_path: path }])
})

test('refuses an answer of another shape', async () => {
  await expect(downloadLesson(clientOf({ place: 1, of: 1 }), 'l')).rejects.toMatchObject({
    code: 'MALFORMED',
  })
})
