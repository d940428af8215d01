/** Parameter in the list's address that opens the form of a new community. */
export const NEW_COMMUNITY_PARAM = 'new'

const COMMUNITIES_ADDRESS = '/admin/communities'
export const NEW_COMMUNITY_ADDRESS = `${COMMUNITIES_ADDRESS}?${NEW_COMMUNITY_PARAM}=community`

/** The address of a community's screen. */
export function communityAddress(id: string): string {
  return `${COMMUNITIES_ADDRESS}/${id}`
}

/** Name of the search parameter that opens a community's reports. */
export const VIEW_PARAM = 'view'
export const REPORTS_VIEW = 'reports'
