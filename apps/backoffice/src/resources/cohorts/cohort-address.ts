/** Parameter in the list's address that opens the form of a new cohort. */
export const NEW_COHORT_PARAM = 'new'

export const NEW_COHORT_ADDRESS = `/admin/cohorts?${NEW_COHORT_PARAM}=cohort`
