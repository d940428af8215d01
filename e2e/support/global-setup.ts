import { startProduct } from './product'

/** Starts the product that most journeys share. */
export default async () => (await startProduct()).stop
