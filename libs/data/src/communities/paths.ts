/** The page of all communities. */
export const COMMUNITIES_PATH = '/app/communities'

/** Where a community is: `/app/communities/{slug}`. */
export function communityPath(slug: string): string {
  return `${COMMUNITIES_PATH}/${encodeURIComponent(slug)}`
}

/** Where a post or a reply is: `/app/communities/{slug}/post/{postId}`. */
export function postPath(slug: string, postId: string): string {
  return `${communityPath(slug)}/post/${encodeURIComponent(postId)}`
}

/** Where moderators see who is in a community: `/app/communities/{slug}/members`. */
export function peoplePath(slug: string): string {
  return `${communityPath(slug)}/members`
}
