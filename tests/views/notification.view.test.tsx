// @vitest-environment jsdom

import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { notificationMachine } from '../../src/machines/inbox/notificationMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import NotificationCard from '../../src/views/inbox/NotificationCard.tsx';
import AfterSignIn, { isUndisturbed } from '../../src/views/shell/AfterSignIn.tsx';
import { describeView } from '../kit/describeView.ts';
import { screens } from '../kit/screens.ts';
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
      shown('dan Person answered your message');
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

describe('whoever signs in is told', () => {
  const open = async () => {
    opened = await openScreen();
    await opened.network.backend.db
      .insertInto('notification')
      .values(
        [ids.tess, ids.ana].map((user_puid) => ({
          district_id: 1,
          user_puid,
          notification_id: user_puid,
          about: 'More moons.',
          notification_text: 'They come.',
          sender_name: 'dan Person',
          kind: 'answer' as const,
          created_at: 1,
          disabled_at: null,
        })),
      )
      .execute();
  };
  const show = async () => {
    render(
      <Around app={opened.app}>
        <AfterSignIn />
      </Around>,
    );
    // Everything the parts request comes before this.
    await act(async () => {
      await Promise.all([import('../../src/views/inbox/NotificationCard.tsx'), import('../../src/views/quiz/Outbox.tsx')]);
    });
    await act(() => opened.app.send(calls.navTabStatus, { district_id: 1 }));
  };

  it.each(['tess', 'ana'])('as %s', async (name) => {
    await open();
    await opened.signIn(name);
    await show();
    expect(opened.network.made(calls.notification)).toHaveLength(1);
    await screen.findByText('They come.');
  });

  it.each([
    ['2030-01-19T05:59:59.000Z', /^Due Fri, Jan 18, 11:59.PM$/],
    ['', m.student_no_due_date()],
  ])('of another due date, in the school’s time: %s', async (notification_text, words) => {
    await open();
    await opened.network.backend.db.updateTable('notification').set({ kind: 'dates', about: 'Rocks', notification_text }).execute();
    await opened.signIn('ana');
    await show();
    await screen.findByText('dan Person changed the due date of a lesson');
    await screen.findByText(words);
  });

  it('but not an administrator who acts as them: nobody puts away for others what they have not seen', async () => {
    await open();
    await opened.signIn('dan');
    const acting = await opened.app.send(calls.loginAsUser, { user_puid: ids.dan, login_as_puid: ids.tess });
    const session = await opened.app.toSession(acting);
    act(() => opened.session().send({ type: 'acting.started', session }));
    await show();
    expect(opened.network.made(calls.notification)).toEqual([]);
    expect(card()).toBeNull();
  });

  it('but not a guest with a code, who has sent nothing', async () => {
    await open();
    const tess = await opened.network.backend.signIn('tess');
    const { code } = await tess.ok(calls.generateCode, { lesson_id: ids.orderedLesson });
    const guest = await opened.app.send(calls.loginWithAssignmentCode, { code, name: 'Guest', replace: true });
    const session = await opened.app.toSession(guest as NonNullable<typeof guest>);
    act(() => opened.session().send({ type: 'session.opened', session }));
    await show();
    expect(opened.network.made(calls.notification)).toEqual([]);
  });
});
