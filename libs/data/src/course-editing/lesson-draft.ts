import { persist } from '../device/persist'
import type { DeviceStore } from '../device/store'
import { withoutMarks } from '../files/text-files'
import type { VideoProvider } from '../video/provider'
import { EMPTY_LESSON_FORM, type LessonFormValues } from './lesson-form'

/** An unsaved lesson on this device (rules/interface#nothing-lost). */
export interface LessonDraft {
  values: LessonFormValues
  /** The values of that version, to tell another person's later save from what was typed here. */
  base: LessonFormValues
  /** `updated_at` of the version that was edited; null for a new lesson. */
  version: string | null
  /** When it was stored, ISO. */
  keptAt: string
}

/** The person and the lesson of a draft, so that people on one device do not see each other's drafts. */
export interface DraftPlace {
  personId: string
  /** A lesson, or the module of a new lesson. */
  kind: 'lesson' | 'module'
  id: string
}

const LINKED: readonly unknown[] = [
  'YOUTUBE',
  'VIMEO',
  'LOOM',
  'CF',
  'MUX',
] satisfies VideoProvider[]
/** Drafts from before a provider could be chosen have none. */
const CHOSEN: readonly unknown[] = [...LINKED, 'NONE' satisfies VideoProvider, undefined]

type DraftStore = DeviceStore

const PREFIX = 'rookies-lesson-draft'
const DRAFT_VALID_MS = 30 * 24 * 3_600_000

function keyOf({ personId, kind, id }: DraftPlace): string {
  return [PREFIX, personId, kind, id].join(':')
}

/** Stores a draft. Returns false if it lasts no longer than this page. */
export function saveDraft(store: DraftStore, place: DraftPlace, draft: LessonDraft): boolean {
  return persist(keyOf(place), JSON.stringify(draft), store)
}

/** Deletes a draft that was saved or discarded. */
export function deleteDraft(store: DraftStore, place: DraftPlace): void {
  store.removeItem(keyOf(place))
}

/** Returns the stored draft; null if there is none that is younger than 30 days. */
export function readDraft(store: DraftStore, place: DraftPlace, now: number): LessonDraft | null {
  try {
    const draft = parseDraft(JSON.parse(store.getItem(keyOf(place)) ?? 'null'))
    if (draft && now - Date.parse(draft.keptAt) < DRAFT_VALID_MS) return draft
  } catch {
    // An unreadable draft counts as none.
  }
  return null
}

/** Data of an older version or of other code is only accepted in the form's own shape. */
function parseDraft(stored: unknown): LessonDraft | null {
  if (!isRecord(stored)) return null
  const { values, base, version, keptAt } = stored
  if (typeof keptAt !== 'string' || (version !== null && typeof version !== 'string')) return null
  if (!isForm(values) || !isForm(base)) return null
  // Uploads from that time can no longer finish.
  return { values: { ...values, content: withoutMarks(values.content) }, base, version, keptAt }
}

function isForm(values: unknown): values is LessonFormValues {
  if (!isRecord(values)) return false
  const alike = Object.entries(EMPTY_LESSON_FORM).every(([name, empty]) => {
    const value = values[name]
    if (name === 'video') return value === null || isVideo(value)
    if (name === 'video_text') return value === null || typeof value === 'string'
    // Drafts from before lessons had files have none.
    if (name === 'file') return value === null || value === undefined || isFile(value)
    return typeof value === typeof empty && Array.isArray(value) === Array.isArray(empty)
  })
  return (
    alike &&
    CHOSEN.includes(values.video_chosen) &&
    Array.isArray(values.attachments) &&
    values.attachments.every(isAttachment)
  )
}

function isVideo(value: unknown): boolean {
  return (
    isRecord(value) &&
    LINKED.includes(value.provider) &&
    typeof value.assetId === 'string' &&
    typeof value.startSec === 'number'
  )
}

function isFile(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.key === 'string' &&
    typeof value.name === 'string' &&
    (value.size === null || typeof value.size === 'number')
  )
}

function isAttachment(value: unknown): boolean {
  return isRecord(value) && ['id', 'title', 'url'].every((name) => typeof value[name] === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
