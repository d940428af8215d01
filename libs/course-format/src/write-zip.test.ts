import type { ExportedCourse } from '@rookies/data/course-export/exported-course'
import type { ExportedLesson } from '@rookies/data/course-import/exported-lesson'
import { expect, test } from 'vitest'
import { readCourseFolder } from './read-course-folder'
import { courseFiles, fileBytes } from './write-course'
import { lessonDownload } from './write-zip'

const LESSON: ExportedLesson = {
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

const COURSE: ExportedCourse = {
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

test('writes a single lesson as the same file that the export of its course contains', () => {
  const file = lessonDownload({ place: 7, of: 120, lesson: LESSON })
  expect(file.name).toBe('007-why-we-pour-a-story.md')
  const same = courseFiles(COURSE).find(({ path }) => path === `tea/01-steps/${file.name}`)
  expect(same && fileBytes(same)).toEqual(file.bytes)
})

test('writes a file that an import reads exactly', () => {
  const { name: path, bytes } = lessonDownload({ place: 1, of: 1, lesson: LESSON })
  const text = new TextDecoder().decode(bytes)
  expect(path).toBe('01-why-we-pour-a-story.md')
  const { course, issues } = readCourseFolder([{ path, text }], { folderName: 'tea' })
  expect(issues).toEqual([])
  expect(course.modules[0]?.lessons).toEqual([{ ...LESSON, source_path: path }])
})
