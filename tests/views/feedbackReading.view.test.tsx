// @vitest-environment jsdom

import { fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { comments as calls } from '../../contract/comments.ts';
import { quiz } from '../../contract/quiz.ts';
import type { feedbackReadingMachine } from '../../src/machines/comments/feedbackReadingMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { ReleasedReview } from '../../src/views/quiz/ReleasedReview.tsx';
import { describeView } from '../kit/describeView.ts';
import { feedbackReadingModel, overtaken, recalled, said } from '../machines/feedbackReading.model.ts';
import { makeOddClass } from '../server/oddClass.ts';
import { comment, release, resultOfAna } from './kit/comments.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const item = (text: string) => screen.getByText(text).closest('li') as HTMLElement;
const texts: Record<number, string> = { 1: 'Look again.', 2: 'And the unit.' };
const toAnswer = new RegExp(`${m.comments_answer_open()}|${m.comments_answer_continue()}`);
const field = () => screen.getByLabelText<HTMLTextAreaElement>(m.comments_answer());

/** The words beside the field; a screen reader's are elsewhere. */
const missing = () => within(field().closest('li') as HTMLElement).queryByText(m.comments_answer_missing());

describeView<typeof feedbackReadingMachine>(feedbackReadingModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [calls.answerComment] });
    const { backend } = opened.network;
    await makeOddClass(backend);
    const result = await resultOfAna(backend);
    for (const [id, text] of Object.entries(texts)) {
      const comment_id = await comment(backend, result, text);
      await backend.db
        .updateTable('response_comment')
        .set({ comment_id: Number(id) })
        .where('comment_id', '=', comment_id)
        .execute();
    }
    await release(backend);
    await opened.signIn('ana');
    stage.render(
      <Around app={opened.app}>
        <ReleasedReview resultId={result} />
      </Around>,
    );
    await screen.findByText('Look again.');
    // What is on the screen after an answer must not wait for the new list.
    opened.network.hold(quiz.quizReview);
  },
  drive: {
    'answer.opened': ({ commentId }) => fireEvent.click(within(item(texts[commentId]!)).getByRole('button', { name: toAnswer })),
    'answer.closed': () => fireEvent.click(screen.getByRole('button', { name: m.comments_answer_later() })),
    'answer.submitted': ({ text }) => {
      fireEvent.change(field(), { target: { value: text } });
      fireEvent.click(screen.getByRole('button', { name: new RegExp(`${m.comments_answer_send()}$`) }));
    },
    'form.edited': () => fireEvent.change(field(), { target: { value: 'I' } }),
    'xstate.done.actor.sendAnswer': () => opened.network.release(calls.answerComment),
    'xstate.error.actor.sendAnswer': ({ error }) => opened.network.fail(calls.answerComment, error),
  },
  see: {
    reading: ({ context: { answered } }) => {
      expect(screen.queryByLabelText(m.comments_answer())).toBeNull();
      for (const id of answered) expect(within(item(texts[id]!)).queryByRole('button', { name: toAnswer })).toBeNull();
    },
    writing: () => expect(field().readOnly).toBe(false),
    'writing.fresh': () => expect(screen.queryByRole('alert')).toBeNull(),
    'writing.typing': () => expect(missing()).toBeNull(),
    'writing.incomplete': () => expect(missing()).not.toBeNull(),
    'writing.refused': () => {
      shown(new RegExp(recalled.message));
      expect(field().value, 'what was written').toBe(said);
    },
    'writing.overtaken': () => {
      shown(new RegExp(overtaken.message));
      expect(field().value, 'what was written').toBe(said);
    },
    'writing.unreachable': () => {
      shown(m.comments_answer_kept_text());
      expect(field().value, 'what was written').toBe(said);
    },
    sending: () => expect(field().readOnly).toBe(true),
  },
});
