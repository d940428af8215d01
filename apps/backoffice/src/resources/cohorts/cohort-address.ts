/** Parameter in the list's address that opens the form of a new cohort. */
export const NEW_COHORT_PARAM = 'new'

export const COHORTS_ADDRESS = '/admin/cohorts'
export const NEW_COHORT_ADDRESS = `${COHORTS_ADDRESS}?${NEW_COHORT_PARAM}=cohort`
