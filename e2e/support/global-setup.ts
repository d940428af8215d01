import { startProduct } from './product'

/** Starts the product that most journeys share, unless `npm run test:real` names one that runs. */
export default async () => {
  if (!process.env.PROJECT_UNDER_TEST) return (await startProduct()).stop
}
