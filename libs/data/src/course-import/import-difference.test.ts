import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { importDifferenceQuery } from './import-difference'

const lesson = {
  id: 'a',
  title: 'Bowline',
  description: null,
  content: 'Over, under.',
  content_type: 'TEXT',
  video_provider: 'NONE',
  video_asset_id: null,
  video_start_sec: 0,
  duration_sec: 90,
  external_url: null,
  file_key: null,
  file_name: null,
  file_size: null,
  free_preview: false,
  attachments: [],
}

/** Returns the differences that are made from an answer of the server. */
function differencesIn(answer: Json) {
  const client = {
    rpc: () => ({ abortSignal: async () => ({ data: answer, error: null }) }),
  } as unknown as Pick<DataClient, 'rpc'>
  const payload = { course: { title: 'Knots', slug: 'knots', publish: false }, modules: [] }
  const report = {
    course: { id: 'c', slug: 'knots', status: 'updated' as const, reordered: false },
    version: 'v',
    modules: [],
    lessons: [],
    absent: { modules: [], lessons: [] },
    learners: null,
  }
  return new QueryClient().fetchQuery(
    importDifferenceQuery(client, { payload, report }, { sending: 's', lessons: 1 }, 'a.md'),
  )
}

test('lists only the fields that differ, with their labels in the lesson form', async () => {
  const after = {
    ...lesson,
    ...{ content: null, content_type: 'VIDEO', video_provider: 'YOUTUBE' },
    ...{ video_asset_id: 'aqz', video_start_sec: 75 },
    ...{ duration_sec: 0, free_preview: true },
    attachments: [{ title: 'Notes', url: 'https://example.org/notes' }],
  }
  expect(await differencesIn({ before: lesson, after })).toEqual([
    { field: 'Type', before: 'Text', after: 'Video' },
    { field: 'Video', before: '', after: 'YouTube aqz from 1:15' },
    { field: 'Length', before: '1:30', after: '0' },
    { field: 'Free preview', before: 'No', after: 'Yes' },
    { field: 'Text', before: 'Over, under.', after: '' },
    { field: 'Attachments', before: '', after: 'Notes: https://example.org/notes' },
  ])
})

test('lists nothing for an unchanged lesson, and nothing if the answer is null', async () => {
  expect(await differencesIn({ before: lesson, after: lesson })).toEqual([])
  expect(await differencesIn(null)).toEqual([])
})
