/** A course that the signed-in person created. Tests override the fields that matter to them. */
export const course = {
  id: 'c0000000-0000-4000-8000-000000000001',
  title: 'Git from the First Commit',
  slug: 'git',
  description: null,
  status: 'PUBLISHED',
  category: null,
  author_name: 'Ida Instructor',
  author_description: null,
  thumbnail_url: null,
  created_by_id: 'me',
  updated_at: '2026-11-05T10:00:00+00:00',
}

/** A community without members. */
export const community = {
  id: 'dc000000-0000-4000-8000-000000000201',
  name: 'Git and friends',
  slug: 'git',
  description: null,
  cover_url: null,
  access: 'FREE',
  read_only: false,
  course_id: null,
  course: null,
  members: 0,
  posts: 0,
  reported: 0,
  updated_at: '2026-11-01T08:00:00Z',
}
