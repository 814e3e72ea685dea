import { assign, setup } from 'xstate';
import type { Notification } from '../../../contract/inbox.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';

export const notificationReasons: Reasons<'hasAny' | 'hasFurther'> = {
  hasAny: 'Every notification was dismissed before.',
  hasFurther: 'There are no more notifications.',
};

/** Notifications shown after sign-in until they are dismissed (specification, section 7: notification, disable notification). */
export const notificationMachine = setup({
  types: {
    context: {} as { notifications: Notification[] },
    events: {} as { type: 'notification.dismissed' },
    tags: {} as 'shown',
    meta: {} as ChartMeta,
  },
  actors: {
    loadNotifications: actorSlot<Notification[]>('loadNotifications', 'GET /UserSetup/get_notification'),
    disable: actorSlot<null, { notificationId: number }>('disable', 'POST /UserSetup/disable_notification'),
  },
  actions: {
    setNotifications: assign({ notifications: (_, { notifications }: { notifications: Notification[] }) => notifications }),
    dropFirst: assign({ notifications: ({ context }) => context.notifications.slice(1) }),
  },
  guards: {
    hasAny: (_, { notifications }: { notifications: Notification[] }) => notifications.length > 0,
    hasFurther: ({ context }) => context.notifications.length > 1,
  },
}).createMachine({
  id: 'notification',
  description:
    'Shows the newest notification that was not dismissed. A dismissed one never returns on any device, and the next older one takes its place.',
  meta: { reasons: notificationReasons },
  context: { notifications: [] },
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading the notifications. Nothing is shown yet.',
      invoke: {
        id: 'loadNotifications',
        src: 'loadNotifications',
        onDone: [
          {
            guard: { type: 'hasAny', params: ({ event }) => ({ notifications: event.output }) },
            target: 'shown',
            actions: { type: 'setNotifications', params: ({ event }) => ({ notifications: event.output }) },
            description: 'There is a notification to show.',
          },
          { target: 'silent', description: 'There are no notifications.' },
        ],
        onError: { target: 'silent', description: 'The notifications could not be loaded. They are requested again at the next start.' },
      },
    },
    shown: {
      description: 'The newest notification is above the page. The page can be used without closing it.',
      tags: 'shown',
      meta: { announce: 'account_notification_announced' },
      on: { 'notification.dismissed': { target: 'dismissing', description: 'The user dismisses the notification.' } },
    },
    dismissing: {
      description: 'The notification is off the screen while the server records the dismissal.',
      invoke: {
        id: 'disable',
        src: 'disable',
        input: ({ context }) => ({ notificationId: context.notifications[0]?.notification_id ?? 0 }),
        onDone: [
          {
            guard: 'hasFurther',
            target: 'shown',
            actions: 'dropFirst',
            description: 'The dismissal is recorded. The next older notification is shown.',
          },
          { target: 'silent', actions: 'dropFirst', description: 'The dismissal is recorded, and that was the last notification.' },
        ],
        onError: [
          {
            guard: 'hasFurther',
            target: 'shown',
            actions: 'dropFirst',
            description: 'The dismissal was not recorded, so the notification returns at the next start. Show the next older one now.',
          },
          {
            target: 'silent',
            actions: 'dropFirst',
            description: 'The dismissal was not recorded, so the notification returns at the next start.',
          },
        ],
      },
    },
    silent: { type: 'final', description: 'There is nothing to show.' },
  },
});
