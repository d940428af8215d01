/** Shown for a course without an instructor (rules/learning#outline). */
const FALLBACK = { name: 'Course Instructor', description: 'Expert Instructor' }

/** Returns the course's instructor, with the fallback for empty fields. */
export function instructorOf(course: {
  author_name: string | null
  author_description?: string | null
}): { name: string; description: string } {
  return {
    name: course.author_name?.trim() || FALLBACK.name,
    description: course.author_description?.trim() || FALLBACK.description,
  }
}
