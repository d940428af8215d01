import dayjs from 'dayjs'

/** A day as the answers say it. In: an ISO date. */
export const day = (at: string) => dayjs(at).format('MMM D, YYYY')
