import { expect, test } from 'vitest'
import { mailKinds } from '../config'
import { authMails } from './auth-mails'

test.each(mailKinds)('the template of %s equals the generated one', async (kind) => {
  await expect(authMails[kind]).toMatchFileSnapshot(`../../../templates/${kind}.html`)
})
