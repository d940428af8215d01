import { parseArgs } from 'node:util'
import { errorMessage, PlainError } from '../../supabase/local/src/plain-error'
import { FEWEST_PEOPLE } from './data-stages'

const USAGE = 'Measure with another number of people: npm run bench -- --people 5000'
const PEOPLE = '100000'

/**
 * Reads from the arguments of `npm run bench --` how many people the data set has. @throws PlainError for other
 * arguments
 */
export function readPeople(args: string[]): number {
  const people = Number(read(args))
  if (Number.isInteger(people) && people > FEWEST_PEOPLE) return people
  throw new PlainError(`--people must be a whole number above ${FEWEST_PEOPLE}. ${USAGE}`)
}

function read(args: string[]): string {
  try {
    return parseArgs({ args, options: { people: { type: 'string', default: PEOPLE } } }).values
      .people
  } catch (error) {
    throw new PlainError(`${errorMessage(error)}. ${USAGE}`)
  }
}
