/** Where a course is: `/app/courses/{slug}` (product §2). */
export function coursePath(slug: string): string {
  return `/app/courses/${encodeURIComponent(slug)}`
}

/** Where a lesson is: `/app/courses/{slug}/lesson/{lessonId}` (product §2). */
export function lessonPath(slug: string, lessonId: string): string {
  return `${coursePath(slug)}/lesson/${encodeURIComponent(lessonId)}`
}
