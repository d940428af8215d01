/** Query keys of communities: joining, leaving and being banned invalidate `all`. */
export const communityKeys = {
  all: ['communities'] as const,
  mine: () => [...communityKeys.all, 'mine'] as const,
  feeds: () => [...communityKeys.all, 'feed'] as const,
  feed: (slug: string) => [...communityKeys.feeds(), slug] as const,
  threads: () => [...communityKeys.all, 'thread'] as const,
  thread: (postId: string) => [...communityKeys.threads(), postId] as const,
  news: (slug: string, since: string) => [...communityKeys.all, 'news', slug, since] as const,
  people: (slug: string) => [...communityKeys.all, 'people', slug] as const,
  /** What administrators look after. */
  managed: () => [...communityKeys.all, 'managed'] as const,
  managedList: (args: object) => [...communityKeys.managed(), 'list', args] as const,
  managedOne: (id: string) => [...communityKeys.managed(), 'one', id] as const,
  managedMembers: (id: string, args: object) =>
    [...communityKeys.managed(), 'members', id, args] as const,
  candidates: (id: string, search: string) =>
    [...communityKeys.managed(), 'candidates', id, search] as const,
  reports: (slug: string) => [...communityKeys.all, 'reports', slug] as const,
}
