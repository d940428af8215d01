/** The address of a community's screen. */
export const communityAddress = (id: string) => `/admin/communities/${id}`

/** Parameter in a community's address that opens its reports. */
export const VIEW_PARAM = 'view'
export const REPORTS_VIEW = 'reports'
