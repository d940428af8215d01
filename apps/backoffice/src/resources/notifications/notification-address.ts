/** Whether the composer is open, in the address of the list. */
export const NEW_NOTIFICATION_PARAM = 'new'
export const NEW_NOTIFICATION = 'notification'

/** Leads to the notifications with the composer open. */
export const NEW_NOTIFICATION_ADDRESS = `/admin/notifications?${NEW_NOTIFICATION_PARAM}=${NEW_NOTIFICATION}`
