import { errorMessage, PlainError } from '../../supabase/local/src/plain-error'
import type { Finding } from '../doctor/finding'

/** What the doctor tells people to do, and the step is about to do. */
const CURE = / (Run|Apply them): npm run deploy$/

/** Returns what differs in findings of the doctor. */
export const lacksIn = (findings: readonly Finding[]): string[] =>
  findings
    .filter(({ state }) => state !== 'ok')
    .map(({ about, text }) => `${about}: ${text.replace(CURE, '')}`)

/** A part of a deployment. */
export interface Step {
  name: string
  /** What `act` is going to do, for people. */
  plan: string
  /** Returns one sentence for each thing that is missing; none if the step is done. Changes nothing. */
  look(): Promise<string[]>
  /** Does what is missing; steps without it are a person's. Doing it again changes nothing. */
  act?(): Promise<void>
  /** Whether the steps after it cannot be looked at before it is done. */
  isFirst?: boolean
}

interface Options {
  /** Only say what is missing. */
  check: boolean
  agrees: (question: string) => Promise<boolean>
  say: (line: string) => void
}

const AGAIN = 'Then run npm run deploy again: it goes on from here.'

/**
 * Looks at each step, and does what is missing, in their order.
 * @returns what is still missing, by step; none if all is done
 * @throws PlainError at the first step that cannot be done, with how to go on
 */
export async function runSteps(
  steps: readonly Step[],
  { check, agrees, say }: Options,
): Promise<string[]> {
  const missing: string[] = []
  for (const step of steps) {
    const lacks = await lookAt(step, say, check)
    missing.push(...(check || !step.act ? lacks : []).map((one) => `${step.name}: ${one}`))
    if (lacks.length === 0) continue
    if (check) {
      if (!step.isFirst) continue
      say('  What comes after it was not looked at.')
      return missing
    }
    if (!step.act) {
      if (step.isFirst) throw new PlainError(`Stopped. Correct what is said above. ${AGAIN}`)
      continue
    }
    say(`  It is going to ${step.plan}.`)
    if (!(await agrees('  Go on?'))) {
      throw new PlainError(`Stopped before this step. Run npm run deploy again to go on from here.`)
    }
    try {
      await step.act()
    } catch (error) {
      throw new PlainError(`${step.name}: ${errorMessage(error)}\nStopped. Correct it. ${AGAIN}`)
    }
    // What a project answers may be later than what it did, and the doctor looks at all of it at the end.
    const left = await lookAt(step, say, false)
    missing.push(...left.map((one) => `${step.name}: ${one}`))
  }
  return missing
}

async function lookAt(step: Step, say: (line: string) => void, check: boolean): Promise<string[]> {
  let lacks: string[]
  try {
    lacks = await step.look()
  } catch (error) {
    const text = errorMessage(error)
    if (!check) throw new PlainError(`${step.name}: ${text}\nStopped. Correct it. ${AGAIN}`)
    lacks = [text]
  }
  say(lacks.length === 0 ? `✓ ${step.name}` : `✗ ${step.name}`)
  for (const lack of lacks) say(`    ${lack}`)
  return lacks
}
