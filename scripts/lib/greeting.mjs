/**
 * Returns the text that `npm start` and `npm run dev` print once the product answers.
 *
 * @param {{
 *   url: string,
 *   dataDir: string,
 *   accounts: { email: string, kind: string }[],
 * }} backend
 */
export function greeting({ url, dataDir, accounts }) {
  return `
  Rookies is ready at ${url}

${accounts.length > 0 ? logIn(accounts) : OWN_ACCOUNT}

  Mail    ${url}/_mail
  CI      ${url}/_ci
  Data    ${dataDir}

  This is never production: its keys are public. docs/deploy.md leads there.
  Ctrl-C stops everything.
`
}

/** @param {{ email: string, kind: string }[]} accounts of the demo data that this data still has */
function logIn(accounts) {
  const width = Math.max(...accounts.map(({ email }) => email.length))
  const lines = accounts.map(({ email, kind }) => `\n    ${email.padEnd(width)}  ${kind}`)
  return `  Log in with the password  rookies-demo  as${lines.join('')}`
}

const OWN_ACCOUNT = `  Log in with an account of your own. To make it an administrator:
    npm run admin -- person@example.org`
