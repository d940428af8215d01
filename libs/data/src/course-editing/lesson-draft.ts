import { persist } from '../device/persist'
import type { DeviceStore } from '../device/store'
import { withoutMarks } from '../files/text-files'
import type { VideoProvider } from '../video/provider'
import { EMPTY_LESSON_FORM, type LessonFormValues } from './lesson-form'

/** A lesson being written, as this device keeps it until it is saved (rules/interface#nothing-lost). */
export interface LessonDraft {
  values: LessonFormValues
  /** That version, so that another person's later save can be told from what was typed here. */
  base: LessonFormValues
  /** `updated_at` of the version that it is an edit of; null for a new lesson. */
  version: string | null
  /** When it was kept, ISO. */
  keptAt: string
}

/** Whose draft of what: drafts of two people on one device never meet. */
export interface DraftPlace {
  personId: string
  /** A lesson, or the module that a new one is for. */
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
/** Drafts that were kept before a provider could be chosen have none. */
const CHOSEN: readonly unknown[] = [...LINKED, 'NONE' satisfies VideoProvider, undefined]

type DraftStore = DeviceStore

const PREFIX = 'rookies-lesson-draft'
const DRAFT_VALID_MS = 30 * 24 * 3_600_000

function keyOf({ personId, kind, id }: DraftPlace): string {
  return [PREFIX, personId, kind, id].join(':')
}

/** Keeps a draft. Out: false when it lasts no longer than this page. */
export function saveDraft(store: DraftStore, place: DraftPlace, draft: LessonDraft): boolean {
  return persist(keyOf(place), JSON.stringify(draft), store)
}

/** Forgets a draft, saved or given up. */
export function deleteDraft(store: DraftStore, place: DraftPlace): void {
  store.removeItem(keyOf(place))
}

/** The draft that is kept, or null when there is none, or none younger than 30 days. */
export function readDraft(store: DraftStore, place: DraftPlace, now: number): LessonDraft | null {
  try {
    const draft = parseDraft(JSON.parse(store.getItem(keyOf(place)) ?? 'null'))
    if (draft && now - Date.parse(draft.keptAt) < DRAFT_VALID_MS) return draft
  } catch {
    // What cannot be read is no draft.
  }
  return null
}

/** What an older or foreign hand wrote is taken only where it has the form's own shape. */
function parseDraft(stored: unknown): LessonDraft | null {
  if (!isRecord(stored)) return null
  const { values, base, version, keptAt } = stored
  if (typeof keptAt !== 'string' || (version !== null && typeof version !== 'string')) return null
  if (!isForm(values) || !isForm(base)) return null
  // What was on its way then will not arrive any more.
  return { values: { ...values, content: withoutMarks(values.content) }, base, version, keptAt }
}

function isForm(values: unknown): values is LessonFormValues {
  if (!isRecord(values)) return false
  const alike = Object.entries(EMPTY_LESSON_FORM).every(([name, empty]) => {
    const value = values[name]
    if (name === 'video') return value === null || isVideo(value)
    if (name === 'video_text') return value === null || typeof value === 'string'
    // Drafts that were kept before lessons held files have none.
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
