import { stateNames } from '../../../common/states.ts';
import type { GlossarySubject } from '../../../contract/glossary.ts';
import type { Module } from '../../../contract/modules.ts';
import { retentionKinds } from '../../../contract/privacy.ts';
import { rights } from '../../../contract/rights.ts';
import { m } from '../../paraglide/messages.js';
import { subjectName } from '../glossary/subjectName.ts';
import { moduleNames, rightNames } from '../permissions/permissionWords.ts';
import { retentionNames } from '../privacy/privacyWords.ts';
import { roleName } from '../shell/roleName.ts';

const fieldNames: Readonly<Record<string, () => string>> = {
  name: m.admin_subjects_name,
  active: m.admin_subjects_active,
  place: m.audit_place,
  first_name: m.rostering_first_name,
  last_name: m.rostering_last_name,
  user_name: m.account_user_name,
  email: m.rostering_email,
  grade: m.rostering_grade,
  issuer: m.lti_issuer,
  client: m.lti_client_id,
  deployments: m.lti_deployments,
  roster_ids: m.lti_sourced_ids,
  lis_ids: m.lti_lis_ids,
  scope: m.connections_scope,
  new_credential: m.signOnSetup_new_credential,
  sign_in_address: m.lti_authorization,
  service_address: m.lti_token,
  key_address: m.lti_jwks,
  sourced_id: m.people_sourced_id,
  school: m.account_school,
  role: m.account_column_role,
  state: m.districts_state,
  time_zone: m.districts_time_zone,
  language: m.districts_language,
  hosts: m.districts_hosts,
  hidden_tabs: m.districts_hidden,
  audit_years: m.audit_kept_years,
  description: m.permissions_description,
  summary: m.itemEditor_summary,
  text: m.itemEditor_text,
  grades: m.contentSetup_grades,
  is_assignable: m.contentSetup_assignable,
  is_learnosity_enabled: m.contentSetup_provider,
  content_language: m.contentSetup_language,
  mapped_title: m.contentSetup_counterpart,
  term_es: m.glossary_term_es,
  definition: m.ownTerms_definition,
  definition_es: m.glossary_definition_es,
  fact: m.catalogTerms_fact,
  fact_es: m.catalogTerms_fact_es,
  fill_in: m.ownTerms_fill_in,
  fill_in_es: m.ownTerms_fill_in_es,
  glossary_subject: m.catalogTerms_subject,
  minutes: m.quiz_minutes,
  questions: m.itemBank_questions,
  question: m.reports_question,
  options: m.itemBank_options,
  answer: m.reports_key,
  explanation: m.itemBank_explanation,
  misconceptions: m.itemBank_misconception,
  points: m.reports_points,
  added: m.courseImport_added,
  changed: m.courseImport_changed,
  removed: m.courseImport_removed,
  kept: m.courseImport_kept,
  undone: m.courseImport_undone,
  left: m.courseImport_left,
  difficulty: m.itemBank_difficulty,
  standards: m.itemBank_standards,
  permission: m.permissions_permission,
  person: m.permissions_to_person,
  from_date: m.permissions_from,
  to_date: m.permissions_until,
  off: m.permissions_switched_off,
  student_number: m.rostering_student_id,
  quiz: m.reports_quiz,
  lesson: m.teacher_lesson,
  class: m.teacher_class,
  teacher: m.common_role_teacher,
  students: m.teacher_students_title,
  people: m.audit_people,
  subject: m.groups_subject,
  period: m.groups_period,
  results: m.audit_results,
  release: m.audit_release,
  opens: m.audit_opens,
  start: m.teacher_from,
  due: m.teacher_to,
  readings_open: m.sharing_readings_open,
  scoring: m.audit_scoring,
  own_key: m.audit_own_key,
  more_answers: m.audit_more_answers,
  ideas: m.audit_ideas,
  is_rule: m.audit_rule,
  counts: m.audit_counts,
  base_url: m.connections_base,
  oauth_url: m.connections_token,
  roster_version: m.connections_version,
  client_id: m.connections_client,
  nightly_hour: m.connections_hour,
  school_ids: m.connections_schools,
  problem: m.audit_problem,
  provider: m.saml_provider,
  entity_id: m.saml_entity_id,
  sign_on_address: m.saml_sign_on_address,
  sign_out_address: m.saml_sign_out_address,
  certificates: m.saml_certificates,
  name_id_format: m.saml_format,
  subject_attribute: m.saml_subject_attribute,
  user_name_attribute: m.saml_user_name_attribute,
  subject_is_sourced_id: m.saml_sourced_id,
  ...Object.fromEntries(retentionKinds.map((kind) => [kind, retentionNames[kind][0]])),
  ...Object.fromEntries(rights.map((right) => [`may_${right}`, rightNames[right][0]])),
};

/** Name of a field of an entry; undefined for one that is only known to technicians. */
export const fieldName = (field: string): string | undefined => fieldNames[field]?.();

const languageNames: Readonly<Record<string, () => string>> = { en: m.districts_english, es: m.districts_spanish };
const resultNames: Readonly<Record<string, () => string>> = {
  started: m.reports_state_started,
  submitted: m.reports_state_submitted,
  graded: m.reports_state_graded,
  scheduled: m.audit_result_scheduled,
  released: m.reports_state_released,
  recalled: m.reports_state_recalled,
};
const scoringNames: Readonly<Record<string, () => string>> = {
  key: m.autograde_outcome_key,
  full: m.autograde_outcome_full,
  dropped: m.autograde_outcome_dropped,
};
const several = (nameOf: (code: string) => string | undefined) => (codes: string) =>
  codes
    .split(', ')
    .map((code) => nameOf(code) ?? code)
    .join(', ');

/** What the codes of a field stand for. */
const codes: Readonly<Record<string, (code: string) => string | undefined>> = {
  language: (code) => languageNames[code]?.(),
  content_language: (code) => languageNames[code]?.(),
  state: (id) => stateNames[Number(id)],
  glossary_subject: (code) => subjectName[code as GlossarySubject]?.(),
  off: several((code) => moduleNames[code as Module]?.()),
  results: several((code) => resultNames[code]?.()),
  scoring: (code) => scoringNames[code]?.(),
};

/** A value in words. */
export function valueText(field: string, text: string | null): string {
  if (text === null) return m.audit_nothing();
  if (field === 'role') return roleName(Number(text));
  if (text === 'true' || text === 'false') return text === 'true' ? m.records_yes() : m.records_no();
  return m.audit_quoted({ text: codes[field]?.(text) ?? text });
}
