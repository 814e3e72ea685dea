import { type DataKind, type KeepReason, type RetentionKind, type RetentionRow, retentionRules } from '../../../contract/privacy.ts';
import { m } from '../../paraglide/messages.js';

export const dataNames: Readonly<Record<DataKind, () => string>> = {
  account: m.privacy_data_account,
  signIns: m.privacy_data_signIns,
  classes: m.privacy_data_classes,
  work: m.privacy_data_work,
  activity: m.privacy_data_activity,
  teaching: m.privacy_data_teaching,
  library: m.privacy_data_library,
  games: m.privacy_data_games,
  messages: m.privacy_data_messages,
  imports: m.privacy_data_imports,
  exports: m.privacy_data_exports,
  audit: m.privacy_data_audit,
  privacy: m.privacy_data_privacy,
};

export const reasonNames: Readonly<Record<KeepReason, () => string>> = {
  material: m.privacy_reason_material,
  records: m.privacy_reason_records,
  arranged: m.privacy_reason_arranged,
  proof: m.privacy_reason_proof,
  soon: m.privacy_reason_soon,
};

/** What each rule is about, and what it does. */
export const retentionNames: Readonly<Record<RetentionKind, readonly [name: () => string, help: () => string]>> = {
  answers: [m.privacy_keep_answers, m.privacy_keep_answers_help],
  tracks: [m.privacy_keep_tracks, m.privacy_keep_tracks_help],
  games: [m.privacy_keep_games, m.privacy_keep_games_help],
  messages: [m.privacy_keep_messages, m.privacy_keep_messages_help],
  closedAccounts: [m.privacy_keep_closedAccounts, m.privacy_keep_closedAccounts_help],
  signIns: [m.privacy_keep_signIns, m.privacy_keep_signIns_help],
  audit: [m.privacy_keep_audit, m.privacy_keep_audit_help],
  imports: [m.privacy_keep_imports, m.privacy_keep_imports_help],
  exports: [m.privacy_keep_exports, m.privacy_keep_exports_help],
};

/** A time that data is kept, in words. */
export function keptText(kind: RetentionKind, kept: RetentionRow['kept']): string {
  if (kept === null) return m.privacy_for_good();
  return retentionRules[kind].unit === 'years' ? m.privacy_years({ count: kept }) : m.privacy_days({ count: kept });
}
