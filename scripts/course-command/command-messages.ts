import type { Action } from '@rookies/data/access/resources'

/** Error sentences by error code; each is built from the server's address and the error's message. */
export type Sentences = Readonly<Record<string, (origin: string, message: string) => string>>

/** The texts by which the commands about courses differ. */
export interface CommandTexts {
  /** The verb in sentences such as "You may not import courses". */
  doing: 'import' | 'export'
  /** The right that the caller needs, at least for their own courses. */
  right: Action<'courses'>
  /** Sentences of this command; they come before those that all commands share. */
  sentences: Sentences
}
