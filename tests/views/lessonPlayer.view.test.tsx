// @vitest-environment jsdom

import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, vi } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { LessonPlayerInput, lessonPlayerMachine } from '../../src/machines/player/lessonPlayerMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { toMinutes } from '../../src/ui/dateFormats.ts';
import { LessonPlayer } from '../../src/views/player/LessonPlayer.tsx';
import { describeView } from '../kit/describeView.ts';
import { canOnScreen, hasQuiz, isDone, type lessonOf, lessonPlayerModel, refusal, video } from '../machines/lessonPlayer.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { assignTo, finishLesson, keepResources } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, found, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

/** The lesson's resources: a reading, and a video with a question under it, or the quiz. */
const titlesOf = (hasQuiz: boolean) => ['reading', hasQuiz ? 'quiz' : 'video'];

let opened: Screen;
let assigned: Awaited<ReturnType<typeof assignTo>>;
let hasFocus = true;
beforeEach(() => {
  hasFocus = true;
  vi.spyOn(document, 'hasFocus').mockImplementation(() => hasFocus);
});

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const attention = (isHere: boolean) => () => {
  hasFocus = isHere;
  fireEvent(window, new Event(isHere ? 'focus' : 'blur'));
};

describeView<typeof lessonPlayerMachine>(
  {
    ...lessonPlayerModel,
    // A lesson with something finished has been tracked.
    events: lessonPlayerModel.events.map((event) => {
      const output = (event as { output?: ReturnType<typeof lessonOf> }).output;
      return event.type === 'xstate.done.actor.loadLesson' && output && (isDone(output) || hasQuiz(output))
        ? { ...event, output: { ...output, tracking_id: 501 } }
        : event;
    }),
  },
  {
    mount: async (stage) => {
      const { mode } = stage.input as LessonPlayerInput;
      opened = await openScreen({
        ...stage,
        held: [calls.lessonPlayer, calls.trackLesson, calls.trackResource, calls.checkResourceCompletion],
      });
      const { backend } = opened.network;
      assigned = await assignTo(backend, ids.orderedLesson);
      const { lesson_id: lessonId, assignment_id: assignmentId } = assigned;
      const played = { lessonId, itemId: 0, assignmentId: mode === 'play' ? assignmentId : 0, groupAssignmentId: 0, mode };
      await opened.signIn(mode === 'play' ? 'ana' : 'tess');
      stage.render(
        <Around app={{ ...opened.app, chance: () => 0 }}>
          <LessonPlayer played={played} />
        </Around>,
      );
    },
    // Of the two, only the video reports progress, and may do so once more after the summary has opened.
    can: (event, snapshot) =>
      event.type === 'resource.progressed'
        ? snapshot.context.index === video && !hasQuiz(snapshot.context.lesson)
        : canOnScreen(event, snapshot),
    outside: {
      'resource.progressed': 'The video’s last report may arrive when the summary is already open, which is too fast for a user.',
    },
    drive: {
      'lesson.retried': () => press(m.common_try_again()),
      'resource.opened': ({ index }) =>
        fireEvent.click(within(screen.getByRole('navigation', { name: m.player_resources() })).getAllByRole('button')[index] as Element),
      'resource.progressed': async (event, stage) => {
        if (screen.queryByRole('heading', { name: m.player_finished() })) return stage.send(event);
        const slider = await screen.findByRole<HTMLInputElement>('slider');
        fireEvent.change(slider, { target: { value: slider.value === '36' ? '24' : '36' } });
      },
      'resource.finished': async ({ hasMoreToShow }) => {
        if (!hasMoreToShow) return press(m.player_mark_done());
        fireEvent.click(await screen.findByRole('radio', { name: 'steam' }));
        await press('Check');
        await found(m.check_done());
      },
      'summary.opened': () => press('Finish'),
      'summary.closed': () => press(m.player_look_again()),
      'attention.lost': attention(false),
      'attention.regained': attention(true),
      'delivery.retried': () => press(m.common_try_again()),
      'connection.restored': async () => {
        await act(async () => opened.app.actor.send({ type: 'connection.lost' }));
        await act(async () => opened.app.actor.send({ type: 'connection.restored' }));
      },
      'xstate.done.actor.loadLesson': ({ output }) =>
        opened.network.release(calls.lessonPlayer, async () => {
          const { backend } = opened.network;
          const isEmpty = output.lesson_resources.length === 0;
          await keepResources(backend, ids.orderedLesson, isEmpty ? [] : hasQuiz(output) ? ['reading', 'quiz'] : ['reading', 'video']);
          const enforce_order = hasQuiz(output) ? 0 : 1;
          await backend.db.updateTable('lesson').set({ enforce_order }).where('lesson_id', '=', ids.orderedLesson).execute();
          // For a quiz, a client can report at most that it was started.
          if (isDone(output) || (hasQuiz(output) && opened.session().getSnapshot().context.user?.userPuid === ids.ana))
            await finishLesson(await backend.signIn('ana'), assigned);
        }),
      'xstate.error.actor.loadLesson': ({ error }) => opened.network.fail(calls.lessonPlayer, error),
      'xstate.done.actor.trackLesson': () => opened.network.release(calls.trackLesson),
      'xstate.error.actor.trackLesson': ({ error }) => opened.network.fail(calls.trackLesson, error),
      'xstate.done.actor.trackResource': () => opened.network.release(calls.trackResource),
      'xstate.error.actor.trackResource': ({ error }) => opened.network.fail(calls.trackResource, error),
      'xstate.done.actor.checkCompletion': ({ output }) =>
        opened.network.release(calls.checkResourceCompletion, async () => {
          const tracking = opened.network.backend.db.updateTable('resource_tracking');
          if (output) await tracking.set({ percentage_completed: 100 }).execute();
        }),
      'xstate.error.actor.checkCompletion': ({ error }) => opened.network.fail(calls.checkResourceCompletion, error),
    },
    see: {
      loading: () => expect(screen.queryByRole('heading')).toBeNull(),
      failed: () => {
        shown(m.player_failed());
        shown('No such lesson');
      },
      empty: () => shown(m.player_empty()),
      'playing.place.resource': async ({ context }) => {
        const titles = titlesOf(hasQuiz(context.lesson));
        await screen.findByRole('heading', { level: 1, name: titles[context.index] as string });
        const items = within(screen.getByRole('navigation', { name: m.player_resources() })).getAllByRole('listitem');
        expect(items.map(({ textContent }) => textContent)).toEqual(
          titles.map((title, at) => ((context.progress[at]?.percentage ?? 0) >= 100 ? `${title} (done)` : title)),
        );
        expect(items[context.index]?.getAttribute('aria-current')).toBe('step');
      },
      'playing.place.summary': () => screen.getByRole('heading', { level: 1, name: m.player_finished() }),
      'playing.attention': ({ context }) => context.input.mode === 'preview' || shown(`${toMinutes(context.seconds)} min so far`),
      // The request is not shown. Its response is, in the list of resources.
      'playing.completion': () => screen.getByRole('main'),
      'playing.tracking.off': () => shown(/Nothing is recorded/),
      'playing.tracking.settled': () => expect(screen.getByText(/^Saved/, { ignore: '[role=status]' })).toBeTruthy(),
      'playing.tracking.trackingLesson': () => shown('Saving…'),
      'playing.tracking.trackingResource': () => shown('Saving…'),
      // If the content failed to load, too, it has the same button.
      'playing.tracking.refused': () => screen.getByText(`${m.ui_save_failed_here()}. ${refusal.message}`, { ignore: '[role=status]' }),
      'playing.tracking.queued': () => expect(screen.getAllByRole('button', { name: m.common_try_again() })[0]).toBeTruthy(),
    },
  },
);
