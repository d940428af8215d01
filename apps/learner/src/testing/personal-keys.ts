/** Returns the keys in local storage that belong to a person: all but those with the school's name, accent and logo. */
export const personalKeys = () =>
  Object.keys(localStorage).filter((key) => !/^rookies-(site-name|look)$/.test(key))
