import { CONSTRAINTS, INDEXES } from './constraints'
import {
  COLUMN_RIGHTS,
  DEFAULT_RIGHTS,
  FUNCTION_RIGHTS,
  SCHEMA_RIGHTS,
  SEQUENCE_RIGHTS,
  TABLE_RIGHTS,
} from './grants'
import { EXTENSIONS, ROLE_SETTINGS, ROLES } from './roles'
import { FUNCTIONS, TRIGGERS } from './routines'
import { ROLE_TABLE, ROWS } from './rows'
import { PUBLICATION, STORAGE } from './services'
import { COLUMNS, POLICIES, TABLES, TYPES } from './tables'

/** The query for each part of a database, by the label of the part in the report. */
export const PARTS: Record<string, string> = {
  tables: TABLES,
  columns: COLUMNS,
  types: TYPES,
  policies: POLICIES,
  'grants on schemas': SCHEMA_RIGHTS,
  'grants on tables': TABLE_RIGHTS,
  'grants on columns': COLUMN_RIGHTS,
  'grants on sequences': SEQUENCE_RIGHTS,
  'grants on functions': FUNCTION_RIGHTS,
  'default grants': DEFAULT_RIGHTS,
  functions: FUNCTIONS,
  triggers: TRIGGERS,
  constraints: CONSTRAINTS,
  indexes: INDEXES,
  'live changes': PUBLICATION,
  storage: STORAGE,
  roles: ROLES,
  'settings of the API’s roles': ROLE_SETTINGS,
  extensions: EXTENSIONS,
  'role table': ROLE_TABLE,
  'rows that migrations write': ROWS,
}
