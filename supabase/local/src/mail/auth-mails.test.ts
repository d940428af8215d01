import { expect, test } from 'vitest'
import { mailKinds } from '../config'
import { authMails } from './auth-mails'

test.each(mailKinds)('the template of %s is the one made from the shell', async (kind) => {
  await expect(authMails[kind]).toMatchFileSnapshot(`../../../templates/${kind}.html`)
})
