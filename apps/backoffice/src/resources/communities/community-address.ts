/** The address of a community's screen. */
export const communityAddress = (id: string) => `/admin/communities/${id}`

/** Name of the search parameter that opens a community's reports. */
export const VIEW_PARAM = 'view'
export const REPORTS_VIEW = 'reports'
