/** The page of all communities. */
export const COMMUNITIES_PATH = '/app/communities'

/** `/app/communities/{slug}` */
export function communityPath(slug: string): string {
  return `${COMMUNITIES_PATH}/${encodeURIComponent(slug)}`
}

/** `/app/communities/{slug}/post/{postId}`, for a post or a reply. */
export function postPath(slug: string, postId: string): string {
  return `${communityPath(slug)}/post/${encodeURIComponent(postId)}`
}

/** `/app/communities/{slug}/members`, where moderators see the members. */
export function peoplePath(slug: string): string {
  return `${communityPath(slug)}/members`
}
