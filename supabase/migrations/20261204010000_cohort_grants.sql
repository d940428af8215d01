-- Why: a membership of a cohort grants its courses (rules/cohorts#grants). A value of an enumeration cannot be used in the
-- transaction that adds it, so it comes in a migration of its own.
alter type public.entitlement_source add value 'COHORT';
