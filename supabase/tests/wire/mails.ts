import { type ReadMail, readMails } from '../../local/src/testing/read-mails'
import { project } from './project'

/** Returns the mails to an email, the newest first. */
export const mailsTo = (address: string): Promise<ReadMail[]> => readMails(project.mailUrl, address)

/** Returns the text and the links of the newest mail to an email; throws if there is none. */
export async function lastMailTo(address: string): Promise<string> {
  const [newest] = await mailsTo(address)
  if (newest === undefined) throw new Error(`nothing was sent to ${address}`)
  return JSON.stringify(newest)
}
