import { errorMessage, PlainError } from '../../supabase/local/src/plain-error'
import type { Finding } from '../doctor/finding'

/** The advice of the doctor that the next step carries out anyway. */
const DEPLOY_ADVICE = / (Run|Apply them): npm run deploy$/

/** Returns the differences and failures among the doctor's findings. */
export const findingsToLacks = (findings: readonly Finding[]): string[] =>
  findings
    .filter(({ state }) => state !== 'ok')
    .map(({ about, text }) => `${about}: ${text.replace(DEPLOY_ADVICE, '')}`)

/** One step of a deployment. */
export interface Step {
  name: string
  /** Says what `act` will do. */
  plan: string
  /** Returns one sentence for each missing thing; an empty list if the step is done. Changes nothing. */
  look(): Promise<string[]>
  /** Adds what is missing; repeating it changes nothing. Steps that only a person can do have no `act`. */
  act?(): Promise<void>
  /** Whether later steps can be checked only after this one is done. */
  isFirst?: boolean
}

interface Options {
  /** Whether to list only what is missing. */
  check: boolean
  agrees: (question: string) => Promise<boolean>
  say: (line: string) => void
}

const AGAIN = 'Then run npm run deploy again: it goes on from here.'

/**
 * Checks each step in turn, and carries out those that are not done.
 * @returns what is still missing, by step; an empty list if all is done
 * @throws PlainError at the first step that cannot be done, with how to continue
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
    // A project may report a change late, so a difference is not an error here. The doctor checks everything at the
    // end.
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
