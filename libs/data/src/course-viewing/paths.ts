/** `/app/courses/{slug}` */
export function coursePath(slug: string): string {
  return `/app/courses/${encodeURIComponent(slug)}`
}

/** `/app/courses/{slug}/lesson/{lessonId}` */
export function lessonPath(slug: string, lessonId: string): string {
  return `${coursePath(slug)}/lesson/${encodeURIComponent(lessonId)}`
}

/** `/app/courses/{slug}/lesson/{lessonId}?question={questionId}` */
export function questionPath(slug: string, lessonId: string, questionId: string): string {
  return `${lessonPath(slug, lessonId)}?question=${questionId}`
}
