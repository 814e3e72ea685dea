// @vitest-environment jsdom

import { fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { isAnswered } from '../../common/attempt.ts';
import { calls } from '../../contract/index.ts';
import type { quizPreviewMachine } from '../../src/machines/quiz/quizPreviewMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import QuizPreview from '../../src/views/quiz/QuizPreview.tsx';
import { describeView } from '../kit/describeView.ts';
import { quizPreviewModel } from '../machines/quizPreview.model.ts';
import { ids, videoQuiz_id } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;

/** Adds a second question to the video's check. In both, the first option is correct. */
async function makeTwoQuestions() {
  const { db } = opened.network.backend;
  const many = await db.selectFrom('question').selectAll().where('question_type', '=', 'multiple_choice').executeTakeFirstOrThrow();
  await db.updateTable('question').set({ quiz_id: videoQuiz_id, sort_order: 2 }).where('question_id', '=', many.question_id).execute();
  await db.updateTable('question').set({ question_type: 'multiple_choice' }).where('quiz_id', '=', videoQuiz_id).execute();
  await setKeys(true);
}
async function setKeys(isFirst: boolean) {
  const { db } = opened.network.backend;
  for (const { question_id } of await db.selectFrom('question').select('question_id').where('quiz_id', '=', videoQuiz_id).execute()) {
    const [option] = await db
      .selectFrom('question_option')
      .selectAll()
      .where('question_id', '=', question_id)
      .orderBy('sort_order')
      .execute();
    const answer_key = JSON.stringify({ kind: 'many', options: [isFirst ? option?.option_id : -1] });
    await db.updateTable('question').set({ answer_key }).where('question_id', '=', question_id).execute();
  }
}
const removeQuestions = async () => {
  const { db } = opened.network.backend;
  await db.updateTable('question').set({ quiz_id: 0 }).where('quiz_id', '=', videoQuiz_id).execute();
};

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const board = () => screen.getByRole('heading', { level: 2 }).closest('section') as HTMLElement;
const keySwitch = () => screen.getByRole('switch', { name: m.preview_key() });

describeView<typeof quizPreviewMachine>(quizPreviewModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [calls.previewQuiz] });
    await makeTwoQuestions();
    await opened.signIn('tess');
    stage.render(
      <Around app={opened.app}>
        <QuizPreview input={{ userPuid: ids.tess, quizId: videoQuiz_id, lessonId: ids.freeLesson }} lessonName="Free" isOnPaper={false} />
      </Around>,
    );
  },
  // Buttons explain why they are disabled, and numbers lead only to existing questions.
  can: (event, snapshot) => {
    const { context } = snapshot;
    if (event.type === 'answer.checked') {
      const open = context.quiz?.questions[context.index]?.id;
      return quizPreviewModel.can?.(event, snapshot as never) !== false && open !== undefined && isAnswered(context.answers[open]);
    }
    if (event.type === 'question.opened' && event.index > 1) return false;
    return quizPreviewModel.can?.(event, snapshot as never) ?? true;
  },
  drive: {
    'preview.retried': () => press(m.common_try_again()),
    'question.opened': ({ index }) => press(index === 1 ? m.preview_next() : m.preview_previous()),
    'answer.changed': () => fireEvent.click(within(board()).getAllByRole('checkbox')[0] as HTMLElement),
    'answer.checked': () => press('Check'),
    'key.shown': () => fireEvent.click(keySwitch()),
    'key.hidden': () => fireEvent.click(keySwitch()),
    'xstate.done.actor.loadPreview': ({ output }) =>
      opened.network.release(calls.previewQuiz, output.questions.length === 0 ? removeQuestions : async () => {}),
    'xstate.error.actor.loadPreview': ({ error }) => opened.network.fail(calls.previewQuiz, error),
    'xstate.done.actor.markAnswer': ({ output }) => opened.network.release(calls.previewQuiz, () => setKeys(output.isRight)),
    'xstate.error.actor.markAnswer': ({ error }) => opened.network.fail(calls.previewQuiz, error),
  },
  see: {
    loading: () => expect(screen.queryByRole('button')).toBeNull(),
    unavailable: () => {
      shown(m.check_unavailable());
      shown('No such quiz');
    },
    empty: () => void shown(m.preview_empty()),
    open: ({ context }) => {
      screen.getByRole('heading', { level: 2, name: `Question ${context.index + 1} of 2` });
      const mark = context.marks[context.quiz?.questions[context.index]?.id ?? 0];
      expect(within(board()).queryByText(m.check_right()) !== null).toBe(mark?.isRight === true);
      expect(within(board()).queryByText(m.check_wrong()) !== null).toBe(mark?.isRight === false);
    },
    'open.key.hidden': () => {
      expect(keySwitch().getAttribute('aria-checked')).toBe('false');
      expect(screen.queryByText(m.quiz_review_key())).toBeNull();
    },
    'open.key.shown': () => {
      expect(keySwitch().getAttribute('aria-checked')).toBe('true');
      shown(m.quiz_review_key());
    },
    'open.work.answering.unchecked': ({ context }) => {
      if (context.quiz?.questions[context.index]?.id === context.questionId) shown('Later');
    },
    'open.work.checking': () => expect(screen.getByRole('button', { name: /Check/ }).dataset.pending).toBe('true'),
  },
});
