// @vitest-environment jsdom

import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { studentWork } from '../../contract/studentWork.ts';
import { noRoom, type offlineLessonsMachine } from '../../src/machines/player/offlineLessonsMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import type { Shelf } from '../../src/services/player/lessonShelf.ts';
import { SavedLessons } from '../../src/views/player/SavedLessons.tsx';
import SaveLesson from '../../src/views/player/SaveLesson.tsx';
import { describeView } from '../kit/describeView.ts';
import { offlineLessonsModel } from '../machines/offlineLessons.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { memoryShelf } from '../services/memoryShelf.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const full = () => new DOMException('No room', 'QuotaExceededError');
let opened: Screen;
/** Pending device operations: the first read of a list, each write, each removal. */
let gates: Record<'list' | 'save' | 'remove', (error?: unknown) => Promise<void>>;

/** A shelf whose responses wait for the test. */
function gatedShelf(): Shelf {
  const { shelf } = memoryShelf();
  const waiting: Record<string, { go: () => void; fail: (error: unknown) => void }[]> = { list: [], save: [], remove: [] };
  const gate = <T,>(name: string, work: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => waiting[name]!.push({ go: () => resolve(work()), fail: reject }));
  let isListed = false;
  const open = (name: string) => async (error?: unknown) =>
    act(async () => {
      await expect.poll(() => waiting[name]!.length).toBeGreaterThan(0);
      // StrictMode and canceled work leave operations that no one waits for.
      for (const { go, fail } of waiting[name]!.splice(0)) error === undefined ? go() : fail(error);
    });
  gates = {
    list: async (error) => {
      isListed = error === undefined;
      await open('list')(error);
    },
    save: open('save'),
    remove: open('remove'),
  };
  return {
    ...shelf,
    all: () => (isListed ? shelf.all() : gate('list', shelf.all)),
    set: (key, lesson) => gate('save', () => shelf.set(key, lesson)),
    remove: (keys) => gate('remove', () => shelf.remove(keys)),
  };
}

const row = () => within(screen.getByRole('listitem'));
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describeView<typeof offlineLessonsMachine>(offlineLessonsModel, {
  // A lesson that is not on the device cannot be removed from it.
  can: (event, snapshot) => event.type !== 'lesson.dropped' || snapshot.context.lessons.length > 0,
  mount: async (stage) => {
    opened = await openScreen(stage);
    const { assignment_id } = await assignTo(opened.network.backend, ids.freeLesson);
    await opened.signIn('ana');
    const resources = await opened.app.send(studentWork.studentResources, { user_puid: ids.ana });
    expect(resources[0]?.assignment_id).toBe(assignment_id);
    const shelf = gatedShelf();
    stage.render(
      <Around app={{ ...opened.app, shelf: async () => shelf }}>
        <SavedLessons resources={resources} />
      </Around>,
    );
  },
  drive: {
    'lesson.chosen': () => press(/^Save (In any order|again: In any order)/),
    'lesson.dropped': () => press('Remove In any order from this device'),
    'saving.cancelled': () => press('Cancel'),
    'lessons.retried': () => press(m.common_try_again()),
    'xstate.done.actor.list': () => gates.list(),
    'xstate.error.actor.list': () => gates.list({ code: 500, message: 'No storage' }),
    'xstate.done.actor.save': () => gates.save(),
    'xstate.error.actor.save': ({ error }) => gates.save(error.code === noRoom ? full() : error),
    'xstate.done.actor.remove': () => gates.remove(),
    'xstate.error.actor.remove': ({ error }) => gates.remove(error),
  },
  see: {
    opening: () => expect(screen.queryByRole('list')).toBeNull(),
    unavailable: () => shown(/does not keep anything on this device/),
    ready: ({ context }) => {
      expect(row().queryByText(/^Saved /) !== null).toBe(context.lessons.length > 0);
      shown(new RegExp(`^Saved lessons: ${context.lessons.length}`));
    },
    'ready.idle': () => expect(screen.queryByRole('alert')).toBeNull(),
    'ready.saved': () => expect(screen.queryByRole('alert')).toBeNull(),
    'ready.removed': () => expect(screen.queryByRole('alert')).toBeNull(),
    'ready.failed': () => shown(m.student_offline_failed()),
    'ready.full': () => shown(m.student_offline_full()),
    saving: () => shown('Saving “In any order”…'),
    removing: () => expect(screen.getByRole('button', { name: 'Remove In any order from this device' })).toBeTruthy(),
  },
});

describe('a lesson in play', () => {
  /** Asks to save it on a device that is changed so. */
  const saving = async (change: (shelf: Shelf) => Partial<Shelf>) => {
    const { app, network, signIn } = await openScreen();
    const { assignment_id } = await assignTo(network.backend, ids.freeLesson);
    await signIn('ana');
    const { shelf } = memoryShelf();
    const changed = { ...shelf, ...change(shelf) };
    render(
      <Around app={{ ...app, shelf: async () => changed }}>
        <SaveLesson lesson={{ lessonId: ids.freeLesson, assignmentId: assignment_id, name: 'In any order' }} />
      </Around>,
    );
  };
  /** Fails once. */
  const failing = <Args extends unknown[], Answer>(work: (...all: Args) => Promise<Answer>, failures: unknown[]) =>
    ((...all: Args) => (failures.length > 0 ? Promise.reject(failures.pop()) : work(...all))) as typeof work;

  it.each<[what: string, change: (shelf: Shelf) => Partial<Shelf>, text: () => string]>([
    ['there is no room', (shelf) => ({ set: failing(shelf.set, [full()]) }), m.student_offline_full],
    ['the device fails', (shelf) => ({ set: failing(shelf.set, [new Error('Broken')]) }), m.student_offline_not_saved],
    ['the device keeps nothing', (shelf) => ({ all: failing(shelf.all, [new Error('Blocked')]) }), m.student_offline_unavailable],
  ])('is saved at the second attempt if %s at first, and can be saved again', async (_what, change, text) => {
    await saving(change);
    await screen.findAllByText(text());
    press(m.common_try_again());
    await screen.findByRole('button', { name: m.student_offline_kept() });
    press(m.student_offline_kept());
    expect(screen.queryByRole('button', { name: m.student_offline_kept() })).toBeNull();
    await screen.findByRole('button', { name: m.student_offline_kept() });
  });
});
