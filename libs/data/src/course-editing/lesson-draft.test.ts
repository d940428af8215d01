import { describe, expect, it } from 'vitest'
import { deleteDraft, saveDraft } from '../device/draft'
import { DeviceStore } from '../device/store'
import { mapStorage } from '../testing/memory-storage'
import { type LessonDraft, lessonDraftPlace, readLessonDraft } from './lesson-draft'
import { EMPTY_LESSON_FORM } from './lesson-form'

function store(shut = false) {
  const items = new Map<string, string>()
  const device = new DeviceStore(() => (shut ? null : mapStorage(items)))
  return Object.assign(device, { items })
}

const mine = lessonDraftPlace('ada', 'lesson', 'l')
const keptAt = '2026-11-20T10:00:00.000Z'
const now = Date.parse(keptAt)
const draft: LessonDraft = {
  base: EMPTY_LESSON_FORM,
  values: {
    ...EMPTY_LESSON_FORM,
    content: 'long',
    video: { provider: 'LOOM', assetId: 'x', startSec: 0 },
    file: { key: 'f/a.pdf', name: 'a.pdf', size: null },
    attachments: [{ id: 'temp-1', title: 'a', url: 'b' }],
  },
  version: 'v1',
  keptAt,
}

describe('a draft of a lesson', () => {
  it('is found only by the person who typed it, for the same lesson', () => {
    const device = store()
    expect(saveDraft(device, mine, draft)).toBe(true)
    expect(readLessonDraft(device, mine, now)).toEqual(draft)
    expect(readLessonDraft(device, { ...mine, personId: 'bob' }, now)).toBeNull()
    expect(readLessonDraft(device, lessonDraftPlace('ada', 'module', 'l'), now)).toBeNull()
    deleteDraft(device, mine)
    expect(readLessonDraft(device, mine, now)).toBeNull()
  })

  it('that was stored before lessons had files can still be read', () => {
    const device = store()
    const { file: _, ...values } = draft.values
    saveDraft(device, mine, { ...draft, values })
    expect(readLessonDraft(device, mine, now)?.values).toEqual(values)
  })

  it('contains no placeholders of unfinished uploads', () => {
    const device = store()
    const content = 'One\n\n![Uploading pot.png…]()\n\nTwo'
    saveDraft(device, mine, { ...draft, values: { ...draft.values, content } })
    expect(readLessonDraft(device, mine, now)?.values.content).toBe('One\n\nTwo')
  })

  it('is still available until the page is closed if the browser cannot store it', () => {
    const device = store(true)
    expect(saveDraft(device, mine, draft)).toBe(false)
    expect(readLessonDraft(device, mine, now)).toEqual(draft)
    deleteDraft(device, mine)
    expect(readLessonDraft(device, mine, now)).toBeNull()
  })

  it('expires after 30 days', () => {
    const device = store()
    saveDraft(device, mine, draft)
    expect(readLessonDraft(device, mine, now + 29 * 86_400_000)).toEqual(draft)
    expect(readLessonDraft(device, mine, now + 31 * 86_400_000)).toBeNull()
  })

  it.each([
    'nonsense',
    'null',
    '[]',
    '{}',
    JSON.stringify({ ...draft, values: { title: 'x' } }),
    JSON.stringify({ ...draft, version: 1 }),
    JSON.stringify({ ...draft, values: { ...draft.values, file: { key: 1 } } }),
    JSON.stringify({ ...draft, values: { ...draft.values, attachments: [{ id: 1 }] } }),
    JSON.stringify({
      ...draft,
      values: { ...draft.values, video: { provider: 'x', assetId: 'x', startSec: 0 } },
    }),
  ])('is ignored if it has another shape: %s', (kept) => {
    const device = store()
    saveDraft(device, mine, draft)
    for (const key of device.items.keys()) device.items.set(key, kept)
    expect(readLessonDraft(device, mine, now)).toBeNull()
  })
})
