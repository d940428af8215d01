import { startProduct } from './product'

/** The product for all journeys that share one. */
export default async () => (await startProduct()).stop
