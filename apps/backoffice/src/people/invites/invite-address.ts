/** Which dialog of the invites is open, in the address of their list. */
export const NEW_INVITE_PARAM = 'new'

/** Leads to the invites with the Create Invite dialog open. */
export const NEW_INVITE_ADDRESS = `/admin/invites?${NEW_INVITE_PARAM}=invite`
