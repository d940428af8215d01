import { EMPTY_ASSIGNMENT, isAssignmentValues } from '../assignments/edit-assignment'
import { type Draft, type DraftPlace, isRecord, readDraft } from '../device/draft'
import type { DeviceStore } from '../device/store'
import { isExerciseValues } from '../exercises/exercise-form'
import { withoutMarks } from '../files/text-files'
import type { VideoProvider } from '../video/provider'
import { EMPTY_LESSON_FORM, type LessonFormValues } from './lesson-form'

/** A lesson with unsaved changes, stored on this device. */
export interface LessonDraft extends Draft<LessonFormValues> {
  /** `updated_at` of the lesson when editing began; null for a new lesson. */
  version: string | null
}

/** Returns the storage key of the draft of a lesson, or of a new lesson of a module. */
export function lessonDraftPlace(
  personId: string,
  kind: 'lesson' | 'module',
  id: string,
): DraftPlace {
  return { prefix: 'rookies-lesson-draft', personId, form: `${kind}:${id}` }
}

const LINKED: readonly unknown[] = [
  'YOUTUBE',
  'VIMEO',
  'LOOM',
  'CF',
  'MUX',
] satisfies VideoProvider[]
/** The accepted values. Drafts that were stored before people could choose a provider have none (undefined). */
const PROVIDERS: readonly unknown[] = [...LINKED, 'NONE' satisfies VideoProvider, undefined]

/** Returns the stored draft; null if there is none or it is older than 30 days. */
export function readLessonDraft(
  store: DeviceStore,
  place: DraftPlace,
  now: number,
): LessonDraft | null {
  return readDraft(store, place, now, parseDraft)
}

/** Parses a stored draft. Returns null if an older version of the app or other code stored it in another shape. */
function parseDraft(stored: Record<string, unknown>): LessonDraft | null {
  const { values, base, version, operationId, keptAt } = stored
  if (typeof keptAt !== 'string' || (version !== null && typeof version !== 'string')) return null
  if (!isForm(values) || !isForm(base)) return null
  // An upload that had not finished when the draft was stored cannot continue, so its placeholder is removed.
  return {
    values: { ...whole(values), content: withoutMarks(values.content) },
    base: whole(base),
    version,
    keptAt,
    ...(typeof operationId === 'string' && { operationId }),
  }
}

/** Adds the fields about tests, which drafts from before there were tests do not have. */
function whole(values: LessonFormValues): LessonFormValues {
  const { assignment } = values
  return assignment ? { ...values, assignment: { ...EMPTY_ASSIGNMENT, ...assignment } } : values
}

function isForm(values: unknown): values is LessonFormValues {
  if (!isRecord(values)) return false
  // The exercise is missing in drafts of lessons that were never an exercise.
  if (values.exercise !== undefined && !isExerciseValues(values.exercise)) return false
  const alike = Object.entries(EMPTY_LESSON_FORM).every(([name, empty]) => {
    const value = values[name]
    if (name === 'video') return value === null || isVideo(value)
    if (name === 'video_text') return value === null || typeof value === 'string'
    // The file is missing in drafts that were stored before lessons had files.
    if (name === 'file') return value === null || value === undefined || isFile(value)
    // The assignment is missing in drafts that were stored before lessons could be assignments.
    if (name === 'assignment') return value === undefined || isAssignmentValues(value)
    return typeof value === typeof empty && Array.isArray(value) === Array.isArray(empty)
  })
  return (
    alike &&
    PROVIDERS.includes(values.video_chosen) &&
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
