// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inbox as calls } from '../../contract/inbox.ts';
import type { notificationMachine } from '../../src/machines/notification/notificationMachine.ts';
import { screens } from '../../src/views/authenticatedRoutes.tsx';
import NotificationCard from '../../src/views/inbox/NotificationCard.tsx';
import { isUndisturbed } from '../../src/views/shell/AfterSignIn.tsx';
import { describeView } from '../kit/describeView.ts';
import { notificationModel } from '../machines/notification.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const card = () => screen.queryByRole('region', { name: 'Notification' });

describeView<typeof notificationMachine>(notificationModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [calls.notification, calls.disableNotification] });
    await opened.signIn('ana');
    stage.render(
      <Around app={opened.app}>
        <NotificationCard />
      </Around>,
    );
  },
  drive: {
    'notification.dismissed': () => fireEvent.click(screen.getByRole('button', { name: 'Dismiss' })),
    'xstate.done.actor.loadNotifications': ({ output }) =>
      opened.network.release(calls.notification, async () => {
        for (const { notification_id, about, notification_text, sender_name, kind } of output)
          await opened.network.backend.db
            .insertInto('notification')
            .values({
              district_id: 1,
              user_puid: ids.ana,
              notification_id,
              about,
              notification_text,
              sender_name,
              kind,
              created_at: notification_id,
              disabled_at: null,
            })
            .execute();
      }),
    'xstate.error.actor.loadNotifications': ({ error }) => opened.network.fail(calls.notification, error),
    'xstate.done.actor.disable': () => opened.network.release(calls.disableNotification),
    'xstate.error.actor.disable': ({ error }) => opened.network.fail(calls.disableNotification, error),
  },
  see: {
    loading: () => expect(card()).toBeNull(),
    shown: ({ context }) => {
      shown('dan Person has answered your message');
      shown(context.notifications[0]?.notification_text ?? '');
    },
    dismissing: () => expect(card()).toBeNull(),
    silent: () => expect(card()).toBeNull(),
  },
});

it('comes in front of no screen that fills the page, and of no other stays away', () => {
  const addressOf = (path: string) => `/authenticated/${path.replace(/:\w+/, 'MQ')}`;
  expect(screens.filter(({ path }) => isUndisturbed(addressOf(path))).map(({ path }) => path)).toEqual(
    screens.filter(({ frame }) => frame === 'player').map(({ path }) => path),
  );
});
