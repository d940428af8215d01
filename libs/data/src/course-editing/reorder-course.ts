import type { DataClient } from '../client'
import { DataError, unwrap } from '../errors'
import type { CourseOrder } from './course-order'

/**
 * Saves the order of a whole course in one transaction: its modules, and its lessons, which may change modules
 * (rules/courses#reorder). `expected` is the order that the person saw. Repeating the call changes nothing more. Throws
 * DataError: `PT409` with hint `STALE_ORDER` if another person changed the course meanwhile (see `isStaleOrder`),
 * `PT422` with hint `ORDER_MISMATCH` if a module or lesson is missing or repeated, `42501` for callers who may not.
 */
export async function reorderCourse(
  client: Pick<DataClient, 'rpc'>,
  courseId: string,
  wanted: CourseOrder,
  expected: CourseOrder,
): Promise<void> {
  const plain = (order: CourseOrder) => order.map(({ id, lessons }) => ({ id, lessons }))
  unwrap(
    await client.rpc('reorder_course', {
      course_id: courseId,
      wanted: plain(wanted),
      expected: plain(expected),
    }),
  )
}

/**
 * Returns whether an order was refused because another person has changed the course, so that it must be read again.
 */
export function isStaleOrder(error: unknown): boolean {
  return error instanceof DataError && error.code === 'PT409' && error.hint === 'STALE_ORDER'
}
