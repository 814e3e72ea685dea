import { permissions } from '../../../contract/permissions.ts';
import type { Right } from '../../../contract/rights.ts';
import { m } from '../../paraglide/messages.js';
import type { Send } from '../../services/kit/client.ts';
import { IconBook2, IconClipboardList, IconMessage } from '../../ui/icons.ts';
import { audit } from '../audit/audit.screen.ts';
import { inbox } from '../inbox/inbox.screen.ts';
import { userNotification } from '../inbox/userNotification.screen.ts';
import { addressOf } from '../screen.ts';
import type { FrameTab } from '../shell/frame.ts';
import { subjects } from '../subjects/subjects.screen.ts';

/** The screens that a right opens, as tabs for those whose role does not open them. */
const screens = [
  { right: 'messages', label: m.admin_inbox_nav, icon: IconMessage, screen: inbox },
  { right: 'notifications', label: m.admin_notification_title, icon: IconMessage, screen: userNotification },
  { right: 'subjects', label: m.admin_subjects_title, icon: IconBook2, screen: subjects },
  { right: 'audit', label: m.audit_title, icon: IconClipboardList, screen: audit },
] as const;

/** The rights of a user beside those of the role, and the tabs of what they open. */
export async function loadOwnRights(
  send: Send,
  { userPuid, role }: { userPuid: number; role: number },
  signal: AbortSignal,
): Promise<{ rights: readonly Right[]; tabs: () => FrameTab[] }> {
  const rights = await send(permissions.ownRights, { user_puid: userPuid }, { signal, quiet: true });
  const opened = screens.filter(({ right, screen }) => rights.includes(right) && !screen.roles.some((one) => one === role));
  return {
    rights,
    tabs: () => opened.map(({ right, label, icon, screen }) => ({ key: `right-${right}`, label: label(), icon, href: addressOf(screen) })),
  };
}
