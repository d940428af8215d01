import { PRODUCT_NAME } from '../../../libs/data/src/settings/product-name.ts'
import { logoSize } from '../../../libs/ui/src/components/logo/logo-size.ts'
import { accents } from '../../../libs/ui/src/tokens/tokens.ts'
import { fieldOf } from './answer.ts'
import { askAsService, type ServiceOptions } from './as-service.ts'

// This file uses neither Deno nor Node, because edge functions and the embedded backend both run it.

/** The name and look of the school for mails, calendars and the installed app (rules/settings#school). */
export interface School {
  name: string
  /** Origin of the product, without a slash at the end. */
  url: string
  /** The light accent, `#rrggbb`. White text on it has a contrast of at least 4.5:1. */
  accent: string
  logo: { url: string; width: number; height: number } | null
  /** The contact email, to which people reply; empty if there is none. */
  replyTo: string
}

export interface SchoolOptions extends Omit<ServiceOptions, 'log'> {
  /** Origin of the product. */
  siteUrl: string
  /** Public address of storage, without a slash at the end. */
  storageUrl: string
}

/** Returns the school of a product without settings. @param siteUrl origin of the product */
export const defaultSchool = (siteUrl: string): School => ({
  name: PRODUCT_NAME,
  url: siteUrl.replace(/\/+$/, ''),
  accent: accents.green.light.accent,
  logo: null,
  replyTo: '',
})

/**
 * Reads the school's name and look. Workers read them once for all mails of a round. Otherwise, they would have to be
 * part of the content that each database function returns for a mail.
 * @throws if the API does not answer
 */
export async function readSchool(options: SchoolOptions): Promise<School> {
  const settings = await askAsService(options, 'public_settings', {})
  const [name, accent] = [fieldOf(settings, 'site_name'), fieldOf(settings, 'accent')]
  const [replyTo, logo] = [fieldOf(settings, 'contact_email'), String(fieldOf(settings, 'logo'))]
  const size = logoSize(logo)
  const fallback = defaultSchool(options.siteUrl)
  const colours = Object.entries(accents).find(([key]) => key === accent)?.[1]
  return {
    ...fallback,
    ...(typeof name === 'string' && { name }),
    ...(size && { logo: { url: `${options.storageUrl}/object/public/${logo}`, ...size } }),
    ...(typeof replyTo === 'string' && { replyTo }),
    ...(colours && { accent: colours.light.accent }),
  }
}
