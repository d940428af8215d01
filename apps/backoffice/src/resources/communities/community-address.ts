/** Where the list's address says that a new community is wanted. */
export const NEW_COMMUNITY_PARAM = 'new'

export const COMMUNITIES_ADDRESS = '/admin/communities'

/** Where a community is looked after. */
export function communityAddress(id: string): string {
  return `${COMMUNITIES_ADDRESS}/${id}`
}

/** Where the address of a community says that its reports are wanted. */
export const VIEW_PARAM = 'view'
export const REPORTS_VIEW = 'reports'
