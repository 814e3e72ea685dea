import { assign, setup } from 'xstate';
import type { Notification } from '../../../contract/inbox.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';

export const notificationReasons: Reasons<'hasAny' | 'hasFurther'> = {
  hasAny: 'There is nothing that was not put away before.',
  hasFurther: 'There is nothing else to tell.',
};

/** What a person is told after signing in, until they put it away (specification, section 7: notification, disable notification). */
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
    'The newest of what a person has not put away yet; put away, it never comes back, on any device, and the one before it is shown.',
  meta: { reasons: notificationReasons },
  context: { notifications: [] },
  initial: 'loading',
  states: {
    loading: {
      description: 'Nothing is shown until it is known what there is.',
      invoke: {
        id: 'loadNotifications',
        src: 'loadNotifications',
        onDone: [
          {
            guard: { type: 'hasAny', params: ({ event }) => ({ notifications: event.output }) },
            target: 'shown',
            actions: { type: 'setNotifications', params: ({ event }) => ({ notifications: event.output }) },
            description: 'There is something to tell.',
          },
          { target: 'silent', description: 'There is nothing.' },
        ],
        onError: { target: 'silent', description: 'Nobody knows: it is asked again at the next start.' },
      },
    },
    shown: {
      description: 'The newest stands above the page; nothing beneath waits for it.',
      tags: 'shown',
      meta: { announce: 'account_notification_announced' },
      on: { 'notification.dismissed': { target: 'dismissing', description: 'The person has read it.' } },
    },
    dismissing: {
      description: 'It is gone from the screen at once; the server is told.',
      invoke: {
        id: 'disable',
        src: 'disable',
        input: ({ context }) => ({ notificationId: context.notifications[0]?.notification_id ?? 0 }),
        onDone: [
          { guard: 'hasFurther', target: 'shown', actions: 'dropFirst', description: 'It stays away; the one before it is shown.' },
          { target: 'silent', actions: 'dropFirst', description: 'It stays away, and was the last.' },
        ],
        onError: [
          {
            guard: 'hasFurther',
            target: 'shown',
            actions: 'dropFirst',
            description: 'It comes back at the next start; the one before it is shown.',
          },
          { target: 'silent', actions: 'dropFirst', description: 'It comes back at the next start.' },
        ],
      },
    },
    silent: { type: 'final', description: 'Nothing to tell.' },
  },
});
