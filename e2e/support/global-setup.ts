import { startProduct } from './product'

/** Starts the product that most tests share, unless `npm run test:real` has set the address of a running one. */
export default async () => {
  if (!process.env.PROJECT_UNDER_TEST) return (await startProduct()).stop
}
