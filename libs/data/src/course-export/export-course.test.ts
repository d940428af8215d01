import { expect, test } from 'vitest'
import type { Json } from '../database.gen'
import { exportLesson } from './export-course'

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

type Client = Parameters<typeof exportLesson>[0]

function clientOf(answer: Json): Client & { calls: unknown[] } {
  const calls: unknown[] = []
  const rpc = async (name: string, args: unknown) => {
    calls.push([name, args])
    return { data: answer, error: null, status: 200, statusText: 'OK', count: null }
  }
  return { calls, rpc: rpc as unknown as Client['rpc'] }
}

test('a lesson is read with its position in the module', async () => {
  const client = clientOf({ place: 7, of: 120, lesson: LESSON })
  expect(await exportLesson(client, LESSON.id)).toEqual({ place: 7, of: 120, lesson: LESSON })
  expect(client.calls).toEqual([['export_lesson', { lesson_id: LESSON.id }]])
})

test('an answer of an unexpected shape is refused', async () => {
  await expect(exportLesson(clientOf({ place: 1, of: 1 }), 'l')).rejects.toMatchObject({
    code: 'MALFORMED',
  })
})
