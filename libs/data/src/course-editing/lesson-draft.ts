import { isAssignmentValues } from '../assignments/edit-assignment'
import { type Draft, type DraftPlace, isRecord, readDraft } from '../device/draft'
import type { DeviceStore } from '../device/store'
import { isExerciseValues } from '../exercises/exercise-form'
import { withoutMarks } from '../files/text-files'
import type { VideoProvider } from '../video/provider'
import { EMPTY_LESSON_FORM, type LessonFormValues } from './lesson-form'

/** An unsaved lesson on this device. */
export interface LessonDraft extends Draft<LessonFormValues> {
  /** `updated_at` of the version that was edited; null for a new lesson. */
  version: string | null
}

/** Returns the place of the draft of a lesson, or of a new lesson of a module. */
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
/** Drafts from before a provider could be chosen have none. */
const CHOSEN: readonly unknown[] = [...LINKED, 'NONE' satisfies VideoProvider, undefined]

/** Returns the stored draft; null if there is none that is younger than 30 days. */
export function readLessonDraft(
  store: DeviceStore,
  place: DraftPlace,
  now: number,
): LessonDraft | null {
  return readDraft(store, place, now, parseDraft)
}

/** Data of an older version or of other code is only accepted in the form's own shape. */
function parseDraft(stored: Record<string, unknown>): LessonDraft | null {
  const { values, base, version, operationId, keptAt } = stored
  if (typeof keptAt !== 'string' || (version !== null && typeof version !== 'string')) return null
  if (!isForm(values) || !isForm(base)) return null
  // Uploads from that time can no longer finish.
  return {
    values: { ...values, content: withoutMarks(values.content) },
    base,
    version,
    keptAt,
    ...(typeof operationId === 'string' && { operationId }),
  }
}

function isForm(values: unknown): values is LessonFormValues {
  if (!isRecord(values)) return false
  // Lessons that were never an exercise have none.
  if (values.exercise !== undefined && !isExerciseValues(values.exercise)) return false
  const alike = Object.entries(EMPTY_LESSON_FORM).every(([name, empty]) => {
    const value = values[name]
    if (name === 'video') return value === null || isVideo(value)
    if (name === 'video_text') return value === null || typeof value === 'string'
    // Drafts from before lessons had files have none.
    if (name === 'file') return value === null || value === undefined || isFile(value)
    // The same holds for assignments.
    if (name === 'assignment') return value === undefined || isAssignmentValues(value)
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
