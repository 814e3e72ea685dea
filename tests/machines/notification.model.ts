import type { Notification } from '../../contract/inbox.ts';
import { notificationMachine } from '../../src/machines/inbox/notificationMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const notificationOf = (notification_id: number, notification_text: string): Notification => ({
  notification_id,
  kind: 'answer',
  translation: null,
  about: 'More moons.',
  notification_text,
  sender_name: 'dan Person',
  created_at: '2026-03-02T16:00:00.000Z',
});

export const notificationModel = defineModel({
  machine: notificationMachine,
  events: [
    { type: 'notification.dismissed' },
    { type: 'xstate.done.actor.loadNotifications', output: [] },
    { type: 'xstate.done.actor.loadNotifications', output: [notificationOf(1, 'They come.')] },
    { type: 'xstate.done.actor.loadNotifications', output: [notificationOf(2, 'They have come.'), notificationOf(1, 'They come.')] },
    { type: 'xstate.error.actor.loadNotifications', error: { code: 0, message: '' } },
    { type: 'xstate.done.actor.disable', output: null },
    { type: 'xstate.error.actor.disable', error: { code: 0, message: '' } },
  ],
  project: ({ notifications }) => ({ left: notifications.length }),
  keeps: {
    'xstate.done.actor.loadNotifications': { output: 'notifications' },
  },
  tags: { busy: [], shown: 'notification.dismissed' },
  leads: {
    'xstate.done.actor.loadNotifications': ['silent', 'shown'],
    'xstate.error.actor.loadNotifications': ['silent'],
    'xstate.done.actor.disable': ['silent', 'shown'],
    'xstate.error.actor.disable': ['silent', 'shown'],
  },
  failures: { disable: 'nowhere' },
  invariants: {
    'what is shown is there': (snapshot) => !snapshot.hasTag('shown') || snapshot.context.notifications.length > 0,
    'in the end nothing is left': (snapshot) => !snapshot.matches('silent') || snapshot.context.notifications.length === 0,
  },
});
