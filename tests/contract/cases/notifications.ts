import { Role } from '../../../contract/kit.ts';
import type { notifications } from '../../../contract/notifications.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const sue = { user_puid: ids.sue };
const group = { audience: 'group' as const, group_puid: ids.class };
const words = { text_en: 'No school tomorrow', text_es: 'Mañana no hay clases', from_date: null, to_date: '2031-01-31' };

export const notificationsCases: Cases<keyof typeof notifications> = {
  userNotifications: { as: 'sue', input: () => sue, lenient: ['search'], inOtherDistrict: 200 },
  countNotified: {
    as: 'sue',
    input: () => ({ ...sue, ...group, role_id: Role.student }),
    lenient: ['user_name'],
    inOtherDistrict: 400,
  },
  addUserNotification: { as: 'sue', input: () => ({ ...sue, ...group, ...words }), inOtherDistrict: 400 },
  withdrawUserNotification: { as: 'sue', input: () => ({ ...sue, notification_id: ids.announcement }) },
  restoreUserNotification: { as: 'sue', input: () => ({ ...sue, notification_id: ids.withdrawnAnnouncement }) },
};
