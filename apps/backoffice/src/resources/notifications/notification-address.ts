/** Parameter in the list's address that opens the composer. */
export const NEW_NOTIFICATION_PARAM = 'new'
export const NEW_NOTIFICATION = 'notification'

/** Opens the notifications with the composer. */
export const NEW_NOTIFICATION_ADDRESS = `/admin/notifications?${NEW_NOTIFICATION_PARAM}=${NEW_NOTIFICATION}`
