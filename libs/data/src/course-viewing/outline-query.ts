import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { courseKeys } from './keys'
import { type CourseOutline, parseOutline } from './outline'

/**
 * The outline of one course, with what this person has finished and may open, in one call. Null when
 * there is no such course for them. Fails with a DataError.
 */
export function outlineQuery(client: DataClient, slug: string) {
  return queryOptions({
    queryKey: courseKeys.outline(slug),
    queryFn: async ({ signal }): Promise<CourseOutline | null> =>
      parseOutline(
        unwrap(await client.rpc('course_outline', { slug }, { get: true }).abortSignal(signal)),
      ),
  })
}
