/** The query keys of communities. Joining, leaving and being banned invalidate `all`. */
export const communityKeys = {
  all: ['communities'] as const,
  mine: () => [...communityKeys.all, 'mine'] as const,
  feeds: () => [...communityKeys.all, 'feed'] as const,
  feed: (slug: string) => [...communityKeys.feeds(), slug] as const,
  threads: () => [...communityKeys.all, 'thread'] as const,
  thread: (postId: string) => [...communityKeys.threads(), postId] as const,
  news: (slug: string, since: string) => [...communityKeys.all, 'news', slug, since] as const,
  people: (slug: string) => [...communityKeys.all, 'people', slug] as const,
  reports: (slug: string) => [...communityKeys.all, 'reports', slug] as const,
}
