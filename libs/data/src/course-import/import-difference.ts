import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { PROVIDER_NAMES } from '../course-editing/course-content'
import { durationText } from '../course-editing/duration-text'
import { courseEditingKeys } from '../course-editing/keys'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, object, oneOf, string, stringOrNull } from '../json'
import type { ImportCheck } from './import-check-query'
import { importBody } from './import-course'
import type { Sent } from './send-lessons'

/** A field of a lesson that an import changes, as people read it; `''` for nothing. */
export interface LessonDifference {
  field: string
  before: string
  after: string
}

/** What people see of a lesson, field by field, as they read it. */
type Look = Record<string, string>

/**
 * What an import that was checked would change in one lesson (rules/courses#import); nothing is changed.
 * In: the check, the lessons as they were sent, and the lesson's path in the folder. Fails with a DataError, as the
 * check does.
 */
export function importDifferenceQuery(
  client: Pick<DataClient, 'rpc'>,
  { payload, report }: ImportCheck,
  sent: Sent,
  sourcePath: string,
) {
  return queryOptions({
    queryKey: courseEditingKeys.importDifference(sent.sending, report.version, sourcePath),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<LessonDifference[]> => {
      const args = { payload: importBody(payload, sent), source_path: sourcePath }
      const told = unwrap(await client.rpc('import_difference', args).abortSignal(signal))
      if (told === null) return []
      const { before, after } = object(told)
      return differences(lookOf(before), lookOf(after))
    },
  })
}

/** The fields in which two looks differ, in the order of the lesson's form. */
function differences(before: Look, after: Look): LessonDifference[] {
  return Object.keys(after)
    .map((field) => ({ field, before: before[field] ?? '', after: after[field] ?? '' }))
    .filter((one) => one.before !== one.after)
}

const PROVIDERS = ['NONE', 'YOUTUBE', 'LOOM', 'VIMEO', 'CF', 'MUX'] as const

const TYPES: Readonly<Record<string, string>> = {
  VIDEO: 'Video',
  TEXT: 'Text',
  FILE: 'File',
  EXTERNAL_LINK: 'External link',
}

function lookOf(value: Json | undefined): Look {
  const row = object(value)
  const provider = oneOf(PROVIDERS, row.provider)
  const start = number(row.start_sec)
  return {
    Title: string(row.title),
    Type: TYPES[string(row.type)] ?? string(row.type),
    Description: stringOrNull(row.description) ?? '',
    Video:
      provider === 'NONE'
        ? ''
        : `${PROVIDER_NAMES[provider]} ${stringOrNull(row.video) ?? ''}${start > 0 ? ` from ${durationText(start)}` : ''}`,
    Link: stringOrNull(row.link) ?? '',
    File: stringOrNull(row.file) ?? '',
    Length: durationText(number(row.duration_sec)),
    'Free preview': row.free_preview === true ? 'Yes' : 'No',
    Text: stringOrNull(row.content) ?? '',
    Attachments: list(row.attachments)
      .map((attachment) => {
        const { title, url } = object(attachment)
        return `${string(title)}: ${string(url)}`
      })
      .join('\n'),
  }
}
