import dayjs from 'dayjs'

/** Formats an ISO date as a day. */
export const day = (at: string) => dayjs(at).format('MMM D, YYYY')
