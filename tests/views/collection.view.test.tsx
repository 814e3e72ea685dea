// @vitest-environment jsdom

import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { student } from '../../contract/student.ts';
import type { collectionMachine } from '../../src/machines/collection/collectionMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { studentDashboardSlice } from '../../src/services/kit/slices/studentDashboard.ts';
import DashboardPage from '../../src/views/student/DashboardPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { collectionModel } from '../machines/collection.model.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const retry = () => screen.getByRole('button', { name: m.common_try_again() });
const queryContent = () => screen.queryByText(m.student_nothing_to_do());

describeView<typeof collectionMachine>(collectionModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [student.studentDashboard] });
    await opened.signIn('ana');
    if ((stage.input as { kept: unknown }).kept !== undefined) {
      opened.app
        .persistence()
        ?.write(studentDashboardSlice, { assignments: [], counts: { notStarted: 0, inProgress: 0, completed: 0, overdue: 0 } });
      opened.app.persistence()?.flush();
    }
    stage.render(
      <Around app={opened.app}>
        <DashboardPage />
      </Around>,
    );
  },
  drive: {
    'collection.retried': () => fireEvent.click(retry()),
    'collection.outdated': () => fireEvent(document, new Event('visibilitychange')),
    'xstate.done.actor.load': () => opened.network.release(student.studentDashboard),
    'xstate.error.actor.load': ({ error }) => opened.network.fail(student.studentDashboard, error),
  },
  see: {
    loading: () => {
      expect(screen.getByRole('heading', { name: 'Hello, ana' })).toBeTruthy();
      expect(queryContent()).toBeNull();
    },
    failed: () => {
      shown(m.common_load_failed());
      shown('Service unavailable');
      expect(queryContent()).toBeNull();
    },
    ready: () => {
      expect(queryContent()).not.toBeNull();
      expect(screen.queryByText(m.common_may_be_old())).toBeNull();
    },
    refreshing: () => expect(queryContent()).not.toBeNull(),
    stale: () => {
      expect(queryContent()).not.toBeNull();
      shown(m.common_may_be_old());
      retry();
    },
  },
});
