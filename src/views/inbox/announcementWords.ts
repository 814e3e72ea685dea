import { type Audience, audiences, type UserNotification } from '../../../contract/notifications.ts';
import { m } from '../../paraglide/messages.js';
import { roleName } from '../shell/roleName.ts';

/** Kinds of audience, in the order of the form. */
export const audienceNames: Readonly<Record<Audience, () => string>> = {
  role: m.permissions_to_role,
  school: m.account_school,
  group: m.people_column_class,
  user: m.permissions_to_person,
};
export const audienceOptions = () => audiences.map((key) => ({ key, label: audienceNames[key]() }));

export const stateNames: Readonly<Record<UserNotification['state'], () => string>> = {
  shown: m.admin_notification_shown,
  later: m.permissions_state_later,
  over: m.permissions_state_over,
  withdrawn: m.admin_notification_withdrawn,
};

/** To whom it goes. A role may be narrowed to the writer's school. */
export function audienceText({ role_id, audience_name }: Pick<UserNotification, 'role_id' | 'audience_name'>): string {
  const role = role_id === null ? null : m.permissions_to_all({ role: roleName(role_id) });
  return [role, audience_name].filter(Boolean).join(', ');
}
