import { useBoot } from '../shared/use-boot'

/** A sentence in which the support email of the settings is a link. */
export function ContactText({ text }: { text: string }) {
  const contact = useBoot()?.settings.contact_email
  const at = contact ? text.indexOf(contact) : -1
  if (!contact || at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <a href={`mailto:${contact}`}>{contact}</a>
      {text.slice(at + contact.length)}
    </>
  )
}
