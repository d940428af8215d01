const FORM = /^\d{14}_[a-z0-9_]+\.sql$/

/**
 * Returns a sentence for each fault in the names and the order of migrations.
 *
 * @param {string[]} names all migrations, sorted
 * @param {string[][]} landings the groups that were added together, oldest first; migrations in no group are the
 * newest
 * @returns {string[]}
 */
export function misplaced(names, landings) {
  // The position of a name that was removed and added again is that of the second time.
  const groups = landings.map((group, i) => {
    const later = new Set(landings.slice(i + 1).flat())
    return group.filter((name) => names.includes(name) && !later.has(name))
  })
  const known = new Set(groups.flat())
  const problems = names.flatMap((name, i) => {
    if (!FORM.test(name)) {
      return `${name} is not a valid migration name: use fourteen digits, an underscore, words and .sql.`
    }
    const before = names[i - 1]
    return before?.slice(0, 14) === name.slice(0, 14)
      ? `${before} and ${name} have the same number. Give the newer one another number.`
      : []
  })
  let last = ''
  for (const group of [...groups, names.filter((name) => !known.has(name))]) {
    for (const name of group) {
      if (name < last) problems.push(`${name} sorts before ${last}, which was there first.`)
    }
    last = [last, ...group].sort().at(-1) ?? last
  }
  return problems
}
