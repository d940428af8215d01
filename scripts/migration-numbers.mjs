// Part of npm test: two migrations with one number are told apart by nobody. A hosted project takes one
// of them and holds the other for done.
import './lib/node-version.mjs'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { root } from './lib/root.mjs'

const names = readdirSync(join(root, 'supabase', 'migrations')).sort()
const problems = names.flatMap((name, i) => {
  if (!/^\d{14}_[a-z0-9_]+\.sql$/.test(name)) {
    return [`${name} is not called as a migration is: fourteen digits, an underscore, words.sql.`]
  }
  const number = name.slice(0, 14)
  const other = names[i - 1]
  return other?.startsWith(number)
    ? [`${other} and ${name} have one number, ${number}. Give the newer one a number of its own.`]
    : []
})
for (const problem of problems) console.log(problem)
if (problems.length === 0) console.log(`${names.length} migrations, each with a number of its own.`)
process.exit(problems.length > 0 ? 1 : 0)
