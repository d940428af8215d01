import { persist } from './persist'
import type { DeviceStore } from './store'

/** What a person typed into a form and did not save (rules/interface#nothing-lost). */
export interface Draft<Values = unknown> {
  values: Values
  /** The values that the person started from, to tell another person's later save from what was typed here. */
  base: Values
  /** The operation that creates the record; missing in drafts from before (rules/data#idempotent). */
  operationId?: string
  /** When it was stored, ISO. */
  keptAt: string
}

/** The person and the form of a draft, so that people on one device do not see each other's drafts. */
export interface DraftPlace {
  prefix: typeof LESSON_DRAFT | typeof FORM_DRAFT
  personId: string
  /** The form, and the record that it edits. */
  form: string
}

const FORM_DRAFT = 'rookies-form-draft'
const LESSON_DRAFT = 'rookies-lesson-draft'
const DRAFT_VALID_MS = 30 * 24 * 3_600_000

function keyOf({ prefix, personId, form }: DraftPlace): string {
  return [prefix, personId, form].join(':')
}

/** Returns the place of a form's draft; `form` names the form and the record that it edits. */
export function formDraftPlace(personId: string, form: string): DraftPlace {
  return { prefix: FORM_DRAFT, personId, form }
}

/** Stores a draft. Returns false if it lasts no longer than this page. */
export function saveDraft(store: DeviceStore, place: DraftPlace, draft: Draft): boolean {
  return persist(keyOf(place), JSON.stringify(draft), store)
}

/** Deletes a draft that was saved or discarded. */
export function deleteDraft(store: DeviceStore, place: DraftPlace): void {
  store.removeItem(keyOf(place))
}

/**
 * Returns the stored draft; null if there is none that is younger than 30 days. `parse` returns null for data of another
 * shape, which an older version or other code may have stored.
 */
export function readDraft<D extends Draft>(
  store: DeviceStore,
  place: DraftPlace,
  now: number,
  parse: (stored: Record<string, unknown>) => D | null,
): D | null {
  try {
    const stored: unknown = JSON.parse(store.getItem(keyOf(place)) ?? 'null')
    const draft = isRecord(stored) ? parse(stored) : null
    if (draft && now - Date.parse(draft.keptAt) < DRAFT_VALID_MS) return draft
  } catch {
    // An unreadable draft counts as none.
  }
  return null
}

/** A draft of a form: the changed fields, and the values that they had. */
export type FormDraft = Draft<Record<string, unknown>>

/** Returns the draft of a form; null for data of another shape. */
export function parseFormDraft(stored: Record<string, unknown>): FormDraft | null {
  const { values, base, operationId, keptAt } = stored
  if (!isRecord(values) || !isRecord(base) || typeof keptAt !== 'string') return null
  return { values, base, keptAt, ...(typeof operationId === 'string' && { operationId }) }
}

/** Returns the number of a person's drafts of forms in this tab or on this device. */
export function countFormDrafts(store: DeviceStore, personId: string): number {
  return draftKeys(store, FORM_DRAFT, personId).length
}

/** Returns the number of a person's drafts of lessons on this device. */
export function countLessonDrafts(store: DeviceStore, personId: string): number {
  return draftKeys(store, LESSON_DRAFT, personId).length
}

/** Deletes the drafts of all forms in this tab, when a person signs out. */
export function clearFormDrafts(store: DeviceStore): void {
  for (const key of store.keys()) if (key.startsWith(`${FORM_DRAFT}:`)) store.removeItem(key)
}

/** Deletes the drafts of a person's lessons and forms on this device, when that person signs out. */
export function clearDeviceDrafts(store: DeviceStore, personId: string): void {
  for (const prefix of [LESSON_DRAFT, FORM_DRAFT] as const) {
    for (const key of draftKeys(store, prefix, personId)) store.removeItem(key)
  }
}

function draftKeys(store: DeviceStore, prefix: DraftPlace['prefix'], personId: string): string[] {
  const start = keyOf({ prefix, personId, form: '' })
  return store.keys().filter((key) => key.startsWith(start))
}

/** Returns the fields whose values differ; an empty text and no value are the same. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  return Object.keys(after).filter((name) => textOf(before[name]) !== textOf(after[name]))
}

const textOf = (value: unknown) => JSON.stringify(value ?? '')

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
