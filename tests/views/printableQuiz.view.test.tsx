// @vitest-environment jsdom

import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { printableQuizMachine } from '../../src/machines/contentTracking/printableQuizMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import PrintableQuiz from '../../src/views/player/PrintableQuiz.tsx';
import { describeView } from '../kit/describeView.ts';
import { printableQuizModel } from '../machines/printableQuiz.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { addLessonOfKinds, kinds } from '../server/lessonOfKinds.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const sheet = { item_id: kinds.item('printable'), lesson_id: kinds.lesson_id, item_type_id: ResourceType.printableQuiz };
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describeView<typeof printableQuizMachine>(printableQuizModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [calls.printableResponse, calls.submitPrintableQuiz] });
    const { backend } = opened.network;
    await addLessonOfKinds(backend.ports);
    const assigned = await assignTo(backend, kinds.lesson_id);
    await opened.signIn('ana');
    stage.render(
      <Around app={opened.app}>
        <PrintableQuiz
          input={{
            itemId: sheet.item_id,
            quizId: kinds.quiz('printable'),
            lessonId: kinds.lesson_id,
            assignmentId: assigned.assignment_id,
            groupAssignmentId: assigned.group_assignment_id,
          }}
          itemTypeId={sheet.item_type_id}
          onHandedIn={() => {}}
        />
      </Around>,
    );
  },
  // The button explains why it is disabled.
  can: (event, { context }) => event.type !== 'sheet.submitted' || context.isOnPaper || context.text.trim() !== '',
  drive: {
    'sheet.retried': () => press(m.common_try_again()),
    'text.changed': ({ text }) =>
      fireEvent.change(screen.getByRole('textbox', { name: m.printable_answers() }), { target: { value: text } }),
    'paper.changed': ({ isOnPaper }) => {
      const box = screen.getByRole<HTMLInputElement>('checkbox');
      if (box.checked !== isOnPaper) fireEvent.click(box);
    },
    'sheet.submitted': () => press(m.quiz_hand_in()),
    'response.reopened': () => press(m.printable_change()),
    'xstate.done.actor.loadSheet': ({ output }) =>
      opened.network.release(calls.printableResponse, async () => {
        const ana = await opened.network.backend.signIn('ana');
        if (output.response)
          await ana.ok(calls.submitPrintableQuiz, { UserPuid: ids.ana, ...sheet, response_text: '1. ice', is_on_paper: false });
      }),
    'xstate.error.actor.loadSheet': ({ error }) => opened.network.fail(calls.printableResponse, error),
    'xstate.done.actor.submitSheet': () => opened.network.release(calls.submitPrintableQuiz),
    'xstate.error.actor.submitSheet': ({ error }) => opened.network.fail(calls.submitPrintableQuiz, error),
  },
  see: {
    loading: () => expect(screen.queryByRole('heading')).toBeNull(),
    failed: () => void shown(m.printable_failed()),
    writing: ({ context }) => {
      expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: m.printable_answers() }).value).toBe(context.text);
      screen.getByRole('heading', { name: 'printable' });
      expect(screen.queryAllByText('Later', { ignore: '[aria-live] *' })).toHaveLength(context.problem ? 1 : 0);
    },
    submitting: () => expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: m.printable_answers() }).disabled).toBe(true),
    handedIn: () => void shown(m.printable_handed_in()),
  },
});
