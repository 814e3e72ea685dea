// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, vi } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { contentTrackingMachine } from '../../src/machines/contentTracking/contentTrackingMachine.ts';
import { LessonPlayer } from '../../src/views/player/LessonPlayer.tsx';
import { describeView } from '../kit/describeView.ts';
import { contentTrackingModel } from '../machines/contentTracking.model.ts';
import { addLessonOfKinds, kinds } from '../server/lessonOfKinds.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

const { startContentTracking: start, endContentTracking: end } = calls;
let opened: Screen;
let leave: () => void;
let hasFocus = true;
beforeEach(() => {
  hasFocus = true;
  vi.spyOn(document, 'hasFocus').mockImplementation(() => hasFocus);
});

const attention = (isHere: boolean) => () => {
  hasFocus = isHere;
  fireEvent(window, new Event(isHere ? 'focus' : 'blur'));
};
const isThere = () => expect(screen.getByText('It is hot. It is loud!')).toBeTruthy();

describeView<typeof contentTrackingMachine>(contentTrackingModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [start, end] });
    await addLessonOfKinds(opened.network.backend.ports);
    await opened.signIn('tess');
    leave = stage.render(
      <Around app={{ ...opened.app, chance: () => 0 }}>
        <LessonPlayer played={{ lessonId: 0, itemId: kinds.item('reader'), assignmentId: 0, groupAssignmentId: 0, mode: 'preview' }} />
      </Around>,
    ).unmount;
    await screen.findByText('It is hot. It is loud!');
  },
  drive: {
    'attention.lost': attention(false),
    'attention.regained': attention(true),
    'content.left': () => leave(),
    'xstate.done.actor.startTracking': () => opened.network.release(start),
    'xstate.error.actor.startTracking': ({ error }) => opened.network.fail(start, error),
    'xstate.done.actor.endTracking': () => opened.network.release(end),
    'xstate.error.actor.endTracking': ({ error }) => opened.network.fail(end, error),
  },
  see: {
    'attention.present': isThere,
    'attention.away': isThere,
    'attention.over': () => expect(screen.queryByRole('main')).toBeNull(),
    'track.glancing': () => expect(opened.network.made(start)).toEqual([]),
    'track.starting': () => expect.poll(() => opened.network.waiting(start)).toBe(1),
    'track.queued': () => expect(opened.network.waiting(start)).toBe(0),
    'track.refused': () => expect(opened.network.waiting(start)).toBe(0),
    'track.open': () => expect(opened.network.made(end)).toEqual([]),
    'track.ending': () => expect.poll(() => opened.network.waiting(end)).toBe(1),
    'track.ended': () => expect(opened.network.waiting(end)).toBe(0),
  },
});
