/** The error for a result that does not count. Its message is shown in the log of the job. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}
