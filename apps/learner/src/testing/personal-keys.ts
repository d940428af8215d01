/** The keys in local storage without those of the school's look, which belongs to no person. */
export const personalKeys = () =>
  Object.keys(localStorage).filter((key) => !/^rookies-(site-name|accent|logo)$/.test(key))
