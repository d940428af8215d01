/** The parameter in a list's address that names the open dialog for a new record. */
export const NEW_PARAM = 'new'

/** Returns the address of a list with the dialog for a new record open: `/admin/cohorts?new=cohort`. */
export const newAddress = (list: string, one: string) => `${list}?${NEW_PARAM}=${one}`
