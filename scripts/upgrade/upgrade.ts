import { errorMessage, PlainError } from '../../supabase/local/src/plain-error'

/** What an upgrade does, in its order. */
export interface Upgrade {
  /** Says what the project lacks of this version; whether that is nothing. Changes nothing. */
  isDone(): Promise<boolean>
  agrees(question: string): Promise<boolean>
  /** Turns maintenance mode on or off, and returns whether it was on. */
  maintain(on: boolean): Promise<boolean>
  /** @throws if there is no whole backup */
  backup(): Promise<void>
  /** Brings the project to this version; whether everything is as it should be then. @throws at the first failure */
  deploy(): Promise<boolean>
  /** Says in a sentence which migrations the project has. */
  state(): Promise<string>
  say(line: string): void
}

/**
 * Upgrades a project, with maintenance mode on and a backup of before. After a failure, maintenance mode stays on if
 * something was changed, and the error says in which state the project is and which ways lead on.
 * @returns whether there was something to do
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
