// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { labelsMachine } from '../../src/machines/groups/labelsMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { Labels } from '../../src/views/groups/PrintLabelsPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { labelsModel } from '../machines/labels.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtAddress } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;

/** Fills the class up to 61 students, more than one call makes labels for. */
async function fillClass() {
  const { db } = opened.network.backend;
  const here = await db
    .selectFrom('enrollment')
    .select('user_puid')
    .where('group_puid', '=', ids.class)
    .where('role', '=', 'student')
    .where('active', '=', 1)
    .execute();
  const model = await db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.ana).executeTakeFirstOrThrow();
  const more = Array.from({ length: 61 - here.length }, (_, index) => 70_000 + index);
  await db
    .insertInto('app_user')
    .values(
      more.map((user_puid) => ({
        ...model,
        user_puid,
        user_name: `s${user_puid}`,
        user_key: `s${user_puid}`,
        sourced_id: null,
        student_number: null,
      })),
    )
    .execute();
  await db
    .insertInto('enrollment')
    .values(
      more.map((user_puid) => ({
        district_id: 1,
        group_puid: ids.class,
        user_puid,
        role: 'student' as const,
        sourced_id: null,
        active: 1 as const,
      })),
    )
    .execute();
}

const labels = () => within(screen.getByRole('list', { name: m.rostering_labels() })).getAllByText('abcd2345');

describeView<typeof labelsMachine>(labelsModel, {
  mount: async (stage) => {
    opened = await openScreen(stage);
    await fillClass();
    await opened.signIn('tess');
    stage.render(
      <AtAddress app={opened.app} address={`/?group=${ids.class}`}>
        <Labels logic={stage.stubbed} />
      </AtAddress>,
    );
    await screen.findByRole('button', { name: 'Make 61 labels' });
  },
  // Without students the button is locked, and says why: see whyNot.test.tsx.
  can: (event, snapshot) =>
    (event.type !== 'labels.asked' || event.order.students.length > 0) && labelsModel.can?.(event, snapshot) !== false,
  drive: {
    'labels.asked': async () => fireEvent.click(await screen.findByRole('button', { name: 'Make 61 labels' })),
    'labels.retried': () => fireEvent.click(screen.getByRole('button', { name: m.common_try_again() })),
  },
  see: {
    choosing: () => expect(screen.queryByRole('list', { name: m.rostering_labels() })).toBeNull(),
    making: ({ context }) => shown(`${context.labels.length} of 61`),
    failed: () => shown('Too much to do'),
    made: async ({ context }) => {
      expect(labels()).toHaveLength(context.labels.length);
      expect(screen.getByRole('button', { name: m.rostering_labels_print() })).toBeTruthy();
      await waitFor(() => expect(document.querySelector('svg[role=img]')?.getAttribute('aria-label')).toBe(m.rostering_labels_qr()));
    },
  },
});
