const MOMENT = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
})

/** Formats an ISO date to the minute, as the reader's locale has it, with a clock of 24 hours (rules/interface#dates). */
export const localMoment = (at: string) => MOMENT.format(Date.parse(at))
