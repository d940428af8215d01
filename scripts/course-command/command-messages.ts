import type { Action } from '@rookies/data/access/resources'

/** Sentences by error code. Each is built from the server's address and the error's message. */
export type Sentences = Readonly<Record<string, (origin: string, message: string) => string>>

/** The texts in which the commands about courses differ. */
export interface CommandTexts {
  /** The verb in sentences such as "You may not import courses". */
  doing: 'import' | 'export'
  /** The permission that the caller needs, at least for their own courses. */
  right: Action<'courses'>
  /** Sentences of this command, which take precedence over those that all commands share. */
  sentences: Sentences
}
