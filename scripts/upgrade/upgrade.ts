import { errorMessage, PlainError } from '../../supabase/local/src/plain-error'

/** The parts of an upgrade in their order. */
export interface Upgrade {
  /** Lists what the project lacks of this version, and returns whether nothing is missing. Changes nothing. */
  isDone(): Promise<boolean>
  agrees(question: string): Promise<boolean>
  /** Turns maintenance mode on or off, and returns whether it was on. */
  maintain(on: boolean): Promise<boolean>
  /** @throws if no complete backup was made */
  backup(): Promise<void>
  /**
   * Updates the project to this version. Returns whether everything is right afterwards. @throws at the first failure
   */
  deploy(): Promise<boolean>
  /** Says which migrations the project has. */
  state(): Promise<string>
  say(line: string): void
}

/**
 * Upgrades a project, with maintenance mode on and after a backup. After a failure, maintenance mode stays on if
 * something was changed. The error then describes the state of the project and the possible next steps.
 * @returns whether the project needed the upgrade
 * @throws PlainError
 */
export async function upgrade(parts: Upgrade): Promise<boolean> {
  const { say } = parts
  if (await parts.isDone()) {
    say('The project has this version already.')
    return false
  }
  const question =
    'It is going to turn maintenance mode on, make a backup, and do what is said above.'
  say(question)
  if (!(await parts.agrees('Go on?'))) throw new PlainError('Nothing was changed.')
  const before = await parts.maintain(true)
  say('Maintenance mode is on.')
  try {
    await parts.backup()
  } catch (error) {
    await parts.maintain(before)
    throw new PlainError(
      `${errorMessage(error)}\nThere is no backup, so nothing was upgraded. Maintenance mode is ${before ? 'on, as before' : 'off again'}.`,
    )
  }
  try {
    if (!(await parts.deploy())) throw new PlainError('Something still differs, see above.')
  } catch (error) {
    throw new PlainError(`${errorMessage(error)}\n${await stateAfter(parts)}`)
  }
  await parts.maintain(before)
  say(
    before
      ? 'Upgraded. Maintenance mode was on before, and still is: switch it off in Settings.'
      : 'Upgraded. Maintenance mode is off again.',
  )
  return true
}

async function stateAfter({ state }: Upgrade): Promise<string> {
  const has = await state().catch(
    (error: unknown) => `Its state is not known: ${errorMessage(error)}`,
  )
  return (
    `${has} Maintenance mode is on, and the backup is whole. Correct what is said above and run the command again, ` +
    'with another folder: it goes on from here, and you switch maintenance mode off in Settings at its end. Or go back: docs/backup.md#go-back.'
  )
}
