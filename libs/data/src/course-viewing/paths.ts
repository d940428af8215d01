/** `/app/courses/{slug}` */
export function coursePath(slug: string): string {
  return `/app/courses/${encodeURIComponent(slug)}`
}

/** `/app/courses/{slug}/lesson/{lessonId}` */
export function lessonPath(slug: string, lessonId: string): string {
  return `${coursePath(slug)}/lesson/${encodeURIComponent(lessonId)}`
}
