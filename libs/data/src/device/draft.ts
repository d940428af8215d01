import { persist } from './persist'
import type { DeviceStore } from './store'

/** The unsaved values of a form (rules/interface#nothing-lost). */
export interface Draft<Values = unknown> {
  values: Values
  /**
   * The values before the edit. With them, a later save by another person can be told apart from this person's changes.
   */
  base: Values
  /** The id of the operation that creates the record; missing in older drafts (rules/data#idempotent). */
  operationId?: string
  /** When the draft was stored, as an ISO date. */
  keptAt: string
}

/** The person and the form of a draft, so that people who share a device do not see each other's drafts. */
export interface DraftPlace {
  prefix: typeof LESSON_DRAFT | typeof FORM_DRAFT
  personId: string
  /** The name of the form, and the record that it edits. */
  form: string
}

const FORM_DRAFT = 'rookies-form-draft'
const LESSON_DRAFT = 'rookies-lesson-draft'
const DRAFT_VALID_MS = 30 * 24 * 3_600_000

function keyOf({ prefix, personId, form }: DraftPlace): string {
  return [prefix, personId, form].join(':')
}

/** Returns the place of a form's draft. `form` is the name of the form and the record that it edits. */
export function formDraftPlace(personId: string, form: string): DraftPlace {
  return { prefix: FORM_DRAFT, personId, form }
}

/** Stores a draft. Returns false if the draft is lost when the page is closed. */
export function saveDraft(store: DeviceStore, place: DraftPlace, draft: Draft): boolean {
  return persist(keyOf(place), JSON.stringify(draft), store)
}

/** Deletes a draft, because it was saved or discarded. */
export function deleteDraft(store: DeviceStore, place: DraftPlace): void {
  store.removeItem(keyOf(place))
}

/**
 * Returns the stored draft; null if there is none or it is older than 30 days. `parse` returns null for data of an
 * unexpected shape, which an older version or other code may have stored.
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
    // A draft that is not valid JSON is ignored.
  }
  return null
}

/** The draft of a form: the changed fields, and their values before the change. */
export type FormDraft = Draft<Record<string, unknown>>

/** Parses the draft of a form; null for data of an unexpected shape. */
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

/** Deletes the drafts of all forms in this tab. Called at sign-out. */
export function clearFormDrafts(store: DeviceStore): void {
  for (const key of store.keys()) if (key.startsWith(`${FORM_DRAFT}:`)) store.removeItem(key)
}

/** Deletes the drafts of a person's lessons and forms on this device. Called when the person signs out. */
export function clearDeviceDrafts(store: DeviceStore, personId: string): void {
  for (const prefix of [LESSON_DRAFT, FORM_DRAFT] as const) {
    for (const key of draftKeys(store, prefix, personId)) store.removeItem(key)
  }
}

function draftKeys(store: DeviceStore, prefix: DraftPlace['prefix'], personId: string): string[] {
  const start = keyOf({ prefix, personId, form: '' })
  return store.keys().filter((key) => key.startsWith(start))
}

/** Returns the fields whose values differ. An empty text equals a missing value. */
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
