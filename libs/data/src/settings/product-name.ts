/** The name of the product, which a school has until its administrators give it one (rules/settings#school). */
export const PRODUCT_NAME = 'Rookies'
