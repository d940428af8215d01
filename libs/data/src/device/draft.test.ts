import { describe, expect, it } from 'vitest'
import { mapStorage } from '../testing/memory-storage'
import {
  changedFields,
  clearFormDrafts,
  countFormDrafts,
  formDraftPlace,
  parseFormDraft,
  readDraft,
  saveDraft,
} from './draft'
import { DeviceStore } from './store'

function store() {
  const storage = mapStorage(new Map())
  return new DeviceStore(() => storage)
}
const mine = formDraftPlace('ada', 'courses:new')
const keptAt = '2026-11-20T10:00:00.000Z'
const now = Date.parse(keptAt)
const draft = { values: { title: 'Git' }, base: { title: '' }, operationId: 'op', keptAt }

describe('a draft of a form', () => {
  it('can be read by its author in the same form for 30 days', () => {
    const device = store()
    saveDraft(device, mine, draft)
    const read = (place = mine, at = now) => readDraft(device, place, at, parseFormDraft)
    expect(read()).toEqual(draft)
    expect(read(formDraftPlace('bob', 'courses:new'))).toBeNull()
    expect(read(formDraftPlace('ada', 'courses:c1'))).toBeNull()
    expect(read(mine, now + 31 * 86_400_000)).toBeNull()
  })

  it('is ignored if its data has an unexpected shape', () => {
    const device = store()
    for (const other of [
      { ...draft, values: [] },
      { ...draft, base: 1 },
      { ...draft, keptAt: 0 },
    ]) {
      saveDraft(device, mine, JSON.parse(JSON.stringify(other)))
      expect(readDraft(device, mine, now, parseFormDraft)).toBeNull()
    }
  })

  it('is deleted at sign-out together with all other drafts, and no other data is deleted', () => {
    const device = store()
    saveDraft(device, mine, draft)
    device.setItem('theme', 'dark')
    expect(countFormDrafts(device, 'ada')).toBe(1)
    expect(countFormDrafts(device, 'ad')).toBe(0)
    clearFormDrafts(device)
    expect(device.keys()).toEqual(['theme'])
  })
})

it('treats an empty text and a missing value as equal', () => {
  expect(
    changedFields({ a: null, b: 'x', c: [1] }, { a: '', b: 'y', c: [1], d: undefined }),
  ).toEqual(['b'])
})
