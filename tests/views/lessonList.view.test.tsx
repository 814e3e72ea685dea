// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { workspace } from '../../contract/workspace.ts';
import { insertAll } from '../../server/db/upsert.ts';
import type { lessonListMachine } from '../../src/machines/workspace/lessonListMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { viewPath } from '../../src/views/workspace/address.ts';
import WorkspaceHomePage from '../../src/views/workspace/WorkspaceHomePage.tsx';
import { describeView } from '../kit/describeView.ts';
import { lessonListOnScreen, lookedAt } from '../machines/lessonList.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

/** Rows are drawn only where there is room, so every element is told that it has some. */
class Room {
  readonly #told: ResizeObserverCallback;
  constructor(told: ResizeObserverCallback) {
    this.#told = told;
  }
  observe(target: Element) {
    const entry = { target, contentRect: { width: 800, height: 500 } } as ResizeObserverEntry;
    queueMicrotask(() => act(() => this.#told([entry], this as unknown as ResizeObserver)));
  }
  unobserve() {}
  disconnect() {}
}
vi.stubGlobal('ResizeObserver', Room);

const total = 250;
const rowHeight = 72;
const shared = viewPath({ tab: 'shared', place: null });
const content = viewPath({ tab: 'content' });

let opened: Screen;
const list = () => screen.queryByRole('region', { name: m.workspace_list() });
const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: m.workspace_search() });
const lessonAt = (index: number) =>
  within(list() as HTMLElement).queryByText(`Lesson ${String(lookedAt(index).position).padStart(3, '0')}`);
const isEmpty = () => expect(list()).toBeNull();

/** Walks one of the workspace's lists: the shared lessons. */
describeView<typeof lessonListMachine>(
  { ...lessonListOnScreen, input: { userPuid: ids.tess } },
  {
    // Lists and tree are slow to draw, so one mode is enough.
    modes: ['plain'],
    mount: async (stage) => {
      opened = await openScreen({ ...stage, held: [workspace.allLessons] });
      const { db, clock } = opened.network.backend;
      const sample = await db.selectFrom('lesson').selectAll().where('lesson_id', '=', ids.tomsLesson).executeTakeFirstOrThrow();
      const lessons = Array.from({ length: total }, (_one, index) => ({
        ...sample,
        lesson_id: 700_000 + index,
        lesson_name: `Lesson ${String(index).padStart(3, '0')}`,
        created_at: clock.now,
      }));
      const share = { district_id: 1, user_puid: ids.tess, shared_by_puid: ids.tom, permission: 100, shared_at: 1 };
      await insertAll(db, 'lesson', lessons);
      await insertAll(
        db,
        'lesson_share',
        lessons.map(({ lesson_id }) => ({ ...share, lesson_id })),
      );
      await opened.signIn('tess');
      stage.render(
        <AtRoute app={opened.app} address={content} path={paths.workspace}>
          <WorkspaceHomePage />
        </AtRoute>,
      );
    },
    outside: { 'list.outdated': 'Sent by the workspace when a dialog of a lesson is done.' },
    drive: {
      // From another tab, which leaves the list unchanged.
      'list.opened': async () => {
        await act(async () => route.go(content));
        await act(async () => route.go(shared));
      },
      'list.outdated': (event, stage) => stage.send(event),
      'list.retried': () => fireEvent.click(screen.getByRole('button', { name: m.common_try_again() })),
      // Text that every lesson contains.
      'filters.changed': () =>
        act(async () => fireEvent.change(search(), { target: { value: 'Lesson'.slice(0, search().value.length + 1) } })),
      'page.wanted': ({ page }) =>
        act(async () => {
          const scroller = list() as HTMLElement;
          scroller.scrollTop = total * rowHeight * lookedAt(page).share;
          fireEvent.scroll(scroller);
        }),
      'xstate.done.actor.loadPage': () => opened.network.release(workspace.allLessons),
      'xstate.error.actor.loadPage': ({ error }) => opened.network.fail(workspace.allLessons, error),
    },
    see: {
      closed: isEmpty,
      loading: isEmpty,
      narrowing: isEmpty,
      failed: () => {
        shown(m.common_load_failed());
        isEmpty();
      },
      ready: () => expect(list()).toBeTruthy(),
      'ready.idle': async ({ context }) => {
        shown('250 lessons and assignments');
        await waitFor(() => expect(lessonAt(context.page)).toBeTruthy());
        expect(screen.queryByText(m.workspace_cut())).toBeNull();
      },
      'ready.paging': ({ context }) => expect(lessonAt(context.page)).toBeNull(),
      'ready.cut': () => shown(m.workspace_cut()),
      settling: () => expect(list()).toBeTruthy(),
      refreshing: () => expect(list()).toBeTruthy(),
      stale: () => {
        shown(m.common_may_be_old());
        expect(list()).toBeTruthy();
      },
    },
  },
);
