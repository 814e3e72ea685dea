// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { student } from '../../contract/student.ts';
import type { spinnerMachine } from '../../src/machines/app/spinnerMachine.ts';
import { Overlays } from '../../src/views/shell/Overlays.tsx';
import { describeView } from '../kit/describeView.ts';
import { spinnerModel } from '../machines/spinner.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;

describeView<typeof spinnerMachine>(spinnerModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [student.studentDashboard] });
    await opened.signIn('ana');
    stage.render(
      <Around app={opened.app}>
        <Overlays />
      </Around>,
    );
  },
  outside: { 'call.ended': 'A call that was not counted cannot end. The count must stay at 0 if one ever does.' },
  drive: {
    'call.started': () => {
      opened.app.send(student.studentDashboard, { user_puid: ids.ana }).catch(() => {});
    },
    'call.ended': (event, stage) => {
      if (opened.network.waiting(student.studentDashboard) === 0) return stage.send(event);
      return opened.network.release(student.studentDashboard);
    },
  },
  see: {
    idle: () => expect(screen.queryByText('Working…')).toBeNull(),
    busy: async (snapshot) => {
      await screen.findByText('Working…');
      expect(opened.network.waiting(student.studentDashboard)).toBe(snapshot.context.count);
    },
  },
});
