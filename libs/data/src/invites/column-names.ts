/**
 * Matches parts of the names that tools and forms give to a column of emails, without accents, hyphens and capitals.
 */
const EMAIL_NAMES =
  /e ?mail|mail|courriel|correo|posta elettronica|e ?post|e ?posta|posta|sahkoposti|poczt|почт|пошт|имейл|ηλεκτρον|メール|邮箱|邮件|郵件|信箱|이메일|메일|بريد|אימייל|דוא|ईमेल|อีเมล/u
/** Matches names that contain such a part and mean something else. */
const NOT_EMAIL_NAMES = /label|type|status|opt|subscri|confirm|verified|postal|post ?code|password/u
/** Matches the names that login forms use for the email. */
export const USER_NAMES = /^(user ?name|login|account|benutzername|identifiant|nombre de usuario)$/u
/** The names of the other columns, in the form that `plain()` returns. */
export const ROLE_NAMES = new Set([
  'role',
  'roles',
  'user role',
  'course role',
  'rolle',
  'rollen',
  'rol',
  'ruolo',
  'ruoli',
  'papel',
  'rola',
  'роль',
])
export const COURSE_NAMES = new Set([
  'courses',
  'course',
  'slugs',
  'slug',
  'kurse',
  'kurs',
  'cours',
  'cursos',
  'curso',
  'corsi',
  'corso',
])

export const COHORT_NAMES = new Set([
  'cohort',
  'kohorte',
  'cohorte',
  'coorte',
  'kohorta',
  'когорта',
])

export const FULL_NAMES = new Set([
  'name',
  'full name',
  'display name',
  'nom complet',
  'vollstandiger name',
])
export const FIRST_NAMES = new Set([
  'first name',
  'given name',
  'vorname',
  'prenom',
  'nombre',
  'nome',
])
export const LAST_NAMES = new Set([
  'last name',
  'surname',
  'family name',
  'nachname',
  'nom',
  'apellido',
  'cognome',
])

/** Returns the index of the column that identifies people in a roster of GitHub Classroom; -1 for other lists. */
export function rosterColumn(names: readonly string[]): number {
  const columns = names.map(normalizedName)
  return columns.includes('github username') ? columns.indexOf('identifier') : -1
}

/** Returns a name in lower case, without accents, brackets and other marks. */
export const normalizedName = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/gu, '')
    .normalize('NFC')
    .replace(/\[.*?\]|\(.*?\)/gu, ' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/** Returns whether a column with this name contains emails. */
export const isEmailName = (name: string) =>
  EMAIL_NAMES.test(normalizedName(name)) && !NOT_EMAIL_NAMES.test(normalizedName(name))

/** Like `isEmailName`, and also true for the names that login forms use. */
export const isColumnOfEmails = (name: string) =>
  isEmailName(name) || USER_NAMES.test(normalizedName(name))
