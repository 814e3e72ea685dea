// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { groups } from '../../contract/groups.ts';
import type { groupChangeMachine } from '../../src/machines/groups/groupChangeMachine.ts';
import GroupFormPage from '../../src/views/groups/GroupFormPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { groupChangeModel } from '../machines/groupChange.model.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const name = () => screen.getByLabelText<HTMLInputElement>('Name');

describeView<typeof groupChangeMachine>(groupChangeModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [groups.addGroup] });
    await opened.signIn('tess');
    stage.render(
      <Around app={opened.app}>
        <GroupFormPage />
      </Around>,
    );
  },
  drive: {
    'change.submitted': () => {
      fireEvent.change(name(), { target: { value: 'Robotics' } });
      fireEvent.submit(name().closest('form') as HTMLFormElement);
    },
    'problem.closed': () => fireEvent.click(screen.getByRole('button', { name: 'Dismiss' })),
    'xstate.done.actor.change': async () => {
      await opened.network.release(groups.addGroup);
      await screen.findByLabelText('Name');
    },
    'xstate.error.actor.change': ({ error }) => opened.network.fail(groups.addGroup, error),
  },
  see: {
    ready: () => expect(screen.queryByText('Nothing was changed')).toBeNull(),
    saving: () => expect(screen.getByRole('button', { name: /Create/ }).getAttribute('aria-disabled')).toBe('true'),
    refused: () => {
      shown('The class was not found.');
      expect(name().value).toBe('Robotics');
    },
  },
});
