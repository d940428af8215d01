import { queryOptions } from '@tanstack/react-query'
import { assignmentText } from '../assignments/assignment-part'
import type { DataClient } from '../client'
import { PROVIDER_NAMES } from '../course-editing/course-content'
import { durationText } from '../course-viewing/duration'
import { LESSON_TYPES } from '../course-viewing/outline'
import { unwrap } from '../errors'
import { exerciseText } from '../exercises/exercise-part'
import { orNull, shape } from '../json'
import { isLinked } from '../video/provider'
import { type ExportedLesson, parseLesson } from './exported-lesson'
import { type ImportCheck, importKeys } from './import-check-query'
import { importBody } from './import-course'
import type { Sent } from './send-lessons'

/** A changed field of a lesson with its old and new value as text; `''` for no value. */
export interface LessonDifference {
  field: string
  before: string
  after: string
}

export const parseDifference = orNull(shape({ before: parseLesson, after: parseLesson }))

/** The fields of a lesson by their labels, with their values as text. */
type FieldTexts = Record<string, string>

/**
 * Reads what an import would change in one lesson (rules/courses#import). Takes the result of the dry run, the sent
 * lessons, and the path of the lesson in the folder. Fails with the same DataErrors as the dry run.
 */
export function importDifferenceQuery(
  client: Pick<DataClient, 'rpc'>,
  { payload, report }: ImportCheck,
  sent: Sent,
  sourcePath: string,
) {
  return queryOptions({
    queryKey: importKeys.difference(sent.sending, report.version, sourcePath),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<LessonDifference[]> => {
      const args = { payload: importBody(payload, sent), source_path: sourcePath }
      const answer = unwrap(await client.rpc('import_difference', args).abortSignal(signal))
      const lessons = parseDifference(answer)
      return lessons === null
        ? []
        : differences(fieldTexts(lessons.before), fieldTexts(lessons.after))
    },
  })
}

/** Returns the fields that differ, in the order of the lesson's form. */
function differences(before: FieldTexts, after: FieldTexts): LessonDifference[] {
  return Object.keys(after)
    .map((field) => ({ field, before: before[field] ?? '', after: after[field] ?? '' }))
    .filter((one) => one.before !== one.after)
}

function fieldTexts(lesson: ExportedLesson): FieldTexts {
  const { video_provider, video_asset_id, video_start_sec } = lesson
  const start = video_start_sec > 0 ? ` from ${durationText(video_start_sec)}` : ''
  return {
    Title: lesson.title,
    Type: LESSON_TYPES[lesson.content_type],
    Description: lesson.description ?? '',
    Video: isLinked(video_provider)
      ? `${PROVIDER_NAMES[video_provider]} ${video_asset_id ?? ''}${start}`
      : '',
    Link: lesson.external_url ?? '',
    File: lesson.file_name ?? '',
    Length: durationText(lesson.duration_sec),
    'Free preview': lesson.free_preview ? 'Yes' : 'No',
    Text: lesson.content ?? '',
    Assignment: lesson.assignment ? assignmentText(lesson.assignment) : '',
    Exercise: lesson.exercise ? exerciseText(lesson.exercise) : '',
    Attachments: lesson.attachments.map(({ title, url }) => `${title}: ${url}`).join('\n'),
  }
}
