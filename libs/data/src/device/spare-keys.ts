/** Where the browser keeps the records of what happened, both apps' together. */
export const LOGS_KEY = 'rookies-logs'
/** Where recent searches are kept in this browser, one entry a person. */
export const SEARCHES_KEY = 'rookies-searches:'

/** Whether a key holds what is given up first where there is no room (rules/data#device). */
export const isSpare = (key: string) => key === LOGS_KEY || key.startsWith(SEARCHES_KEY)
