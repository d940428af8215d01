/** The name of the product. It is shown until administrators enter the name of their school (rules/settings#school). */
export const PRODUCT_NAME = 'Rookies'
