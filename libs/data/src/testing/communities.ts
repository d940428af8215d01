/** A community as the server returns it to a person who has joined it. */
export const aCommunity = {
  id: 'c1',
  slug: 'study',
  name: 'The Study',
  state: 'JOINED',
  description: null,
  cover_url: null,
  access: 'FREE',
  course: null,
  read_only: false,
  moderates: false,
  can_post: true,
  reported: 0,
} as const
