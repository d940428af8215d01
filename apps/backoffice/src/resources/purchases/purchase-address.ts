/** Parameter in the list's address that opens the form of a purchase. */
export const NEW_PURCHASE_PARAM = 'new'
export const NEW_PURCHASE = 'purchase'
export const NEW_PURCHASE_ADDRESS = `/admin/purchases?${NEW_PURCHASE_PARAM}=${NEW_PURCHASE}`
