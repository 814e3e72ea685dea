import type { Module } from '../../../contract/modules.ts';
import type { Assignment } from '../../../contract/permissions.ts';
import type { Right } from '../../../contract/rights.ts';
import { m } from '../../paraglide/messages.js';
import { roleName } from '../shell/roleName.ts';
import { nameOf } from '../words.ts';

/** Names of rights, and what they open. */
export const rightNames: Readonly<Record<Right, readonly [name: () => string, help: () => string]>> = {
  messages: [m.permissions_right_messages, m.permissions_right_messages_help],
  notifications: [m.permissions_right_notifications, m.permissions_right_notifications_help],
  subjects: [m.permissions_right_subjects, m.permissions_right_subjects_help],
  audit: [m.permissions_right_audit, m.permissions_right_audit_help],
};

/** Names of the modules, as in the navigation. */
export const moduleNames: Readonly<Record<Module, () => string>> = {
  content: m.common_nav_library,
  workspace: m.workspace_title,
  assignments: m.common_nav_assignments,
  mygroups: m.groups_nav,
  autograde: m.autograde_nav,
  rostering: m.rostering_students,
  glossary: m.glossary_nav,
  quizsmart: m.permissions_module_quizsmart,
  help: m.permissions_module_help,
};

export const stateNames: Readonly<Record<Assignment['state'], () => string>> = {
  active: m.permissions_state_active,
  later: m.permissions_state_later,
  over: m.permissions_state_over,
  off: m.permissions_state_off,
};

/** To whom something is given: everybody with a role, or a person. */
export const recipientText = ({ to_role_id, to_user }: Pick<Assignment, 'to_role_id' | 'to_user'>): string =>
  to_user ? nameOf(to_user) : m.permissions_to_all({ role: roleName(to_role_id ?? 0) });
