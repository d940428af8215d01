/**
 * What `npm start` and `npm run dev` say once the product answers.
 *
 * @param {{ url: string, dataDir: string }} backend
 */
export function greeting({ url, dataDir }) {
  return `
  Rookies is ready at ${url}

  Log in with the password  rookies-demo  as
    member@rookies.test       a member with courses
    newcomer@rookies.test     a member without
    chidi.nwosu@rookies.test  a member of a cohort
    moderator@rookies.test    moderator
    creator@rookies.test      creator
    admin@rookies.test        administrator

  Mail    ${url}/_mail
  Data    ${dataDir}

  Ctrl-C stops everything.
`
}
