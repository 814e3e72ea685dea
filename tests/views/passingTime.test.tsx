// @vitest-environment jsdom

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { dayIn } from '../../common/day.ts';
import { calls } from '../../contract/index.ts';
import { filesUnder, root } from '../../scripts/kit.ts';
import { reportMachine } from '../../src/machines/reports/reportMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { PlayerFrame } from '../../src/ui/PlayerFrame.tsx';
import AssignDialog from '../../src/views/assigning/AssignDialog.tsx';
import WhatStudentsSee from '../../src/views/assigning/WhatStudentsSee.tsx';
import AssignmentsPage from '../../src/views/assignments/AssignmentsPage.tsx';
import { RecentTab } from '../../src/views/library/CollectionTabs.tsx';
import { useShelf } from '../../src/views/library/shelf.ts';
import TeacherHomePage from '../../src/views/library/TeacherHomePage.tsx';
import QuizView from '../../src/views/quiz/QuizView.tsx';
import { TimeLeft } from '../../src/views/quiz/TimeLeft.tsx';
import { RoomSound } from '../../src/views/quizGame/RoomSound.tsx';
import { RoomTime } from '../../src/views/quizGame/RoomTime.tsx';
import OrderDialog from '../../src/views/reports/OrderDialog.tsx';
import { quizSection } from '../../src/views/reports/quizSection.tsx';
import { encodeRouteValue } from '../../src/views/routeValue.ts';
import DashboardPage from '../../src/views/student/DashboardPage.tsx';
import StudentReportViewPage from '../../src/views/studentReports/StudentReportViewPage.tsx';
// Loaded up front: a test may end before a part that loads on demand is there.
import '../../src/ui/Html.tsx';
import '../../src/ui/KeyboardShortcuts.tsx';
import '../../src/views/quiz/ReleasedReview.tsx';
import '../../src/views/shell/WelcomeHint.tsx';
import '../../src/views/student/Classmates.tsx';
import { having } from '../kit/words.ts';
import { assessment_id, ids, item_id } from '../server/fixtureSchool.ts';
import { days, hours, minutes } from '../server/testServer.ts';
import { stubAudio } from './kit/audio.ts';
import { TestDevice } from './kit/device.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, found, openScreen, shown } from './kit/screen.tsx';

installNetwork();

/** A screen whose clock, timers and server advance together. */
async function openWithClock(who = 'ana') {
  const clock = new SimulatedClock();
  const opened = await openScreen({ clock });
  const { backend } = opened.network;
  const assigned = await assignTo(backend, ids.freeLesson);
  await opened.signIn(who);
  const start = backend.clock.now - clock.now();
  return {
    app: { ...opened.app, now: () => start + clock.now(), device: async () => new TestDevice() },
    opened,
    assigned,
    start: backend.clock.now,
    pass: (ms: number) =>
      act(async () => {
        backend.clock.now += ms;
        clock.increment(ms);
      }),
  };
}

const heard = () => document.querySelector('[data-live-announcer]')?.textContent;

describe('an assessment with a time limit', () => {
  async function start() {
    const { app, opened, pass } = await openWithClock();
    const input = {
      userPuid: ids.ana,
      quizId: assessment_id,
      lessonId: ids.freeLesson,
      resourceTrackingId: 0,
      kind: 'assessment',
    } as const;
    render(
      <Around app={app}>
        <PlayerFrame title="Test" progress={null} onLeave={() => {}}>
          <QuizView input={input} onHandedIn={() => {}} />
        </PlayerFrame>
      </Around>,
    );
    const button = await screen.findByRole('button', { name: m.quiz_start() });
    return { opened, pass, begin: () => act(async () => button.click()) };
  }
  const time = () => screen.getByRole('timer').textContent;

  it('says before it starts that the clock goes on', async () => {
    await start();
    shown(/^You have 10 minutes .* The clock keeps running if you leave this page/);
  });

  it('counts down in sight, also while answers are looked over, warns at 5 minutes and at 1, and is handed in on time', async () => {
    const { opened, begin, pass } = await start();
    await begin();
    await screen.findByRole('heading', { name: /^Question 1 / });
    expect(time()).toBe('10:00');
    expect(screen.getByRole('banner').contains(screen.getByRole('timer'))).toBe(true);
    await pass(1_000);
    expect(time()).toBe('9:59');
    await act(async () => screen.getByRole('button', { name: m.quiz_look_over() }).click());
    await screen.findByRole('heading', { name: m.quiz_look_over() });
    await pass(minutes(5) - 2_000);
    expect(time()).toBe('5:01');
    expect(screen.queryByText(/minutes? left\. When/)).toBeNull();
    await pass(1_000);
    shown(/^Less than 5 minutes left\./);
    expect(heard()).toBe('5 minutes left');
    await pass(minutes(4));
    shown(/^Less than 1 minute left\./);
    expect(heard()).toBe(m.ui_timer_minutes({ count: 1 }));
    await pass(59_000);
    expect(time()).toBe('0:01');
    await pass(1_000);
    await found('Responses of Quiz Saved - Successfully');
    const { is_late, ends_at, submitted_at } = await opened.network.backend.db.selectFrom('attempt').selectAll().executeTakeFirstOrThrow();
    expect({ is_late, after: Number(submitted_at) - Number(ends_at) }).toEqual({ is_late: 0, after: 0 });
  });
});

const timeZone = 'America/Chicago';
const isoOf = (at: number) => new Date(at).toISOString();

/** How a part that shows time is drawn, and how what it shows changes while nobody touches it. */
interface Passing {
  who: string;
  draw: (start: number) => ReactNode;
  /** Puts on the server what the part shows, before it is drawn. */
  prepare?: (opened: Opened) => unknown;
  /** What a user does first. */
  use?: () => unknown;
  /** What the part shows. Default: its text. */
  read?: () => string | null;
  before?: RegExp;
  /** How long to wait, in ms, and what is shown only then. Without it, any change will do. */
  changes: readonly (readonly [pass: number, after?: RegExp])[];
}
type Opened = Awaited<ReturnType<typeof openWithClock>>;

const Recent = () => <RecentTab shelf={useShelf()} />;

let heardTones: string[] = [];

/** Every file of the views that follows the clock, with one change that time alone makes in it. */
const passing: Record<string, Passing> = {
  'assigning/AssignDialog.tsx': {
    who: 'tess',
    draw: (start) => (
      <AssignDialog lessonId={ids.freeLesson} lessonName="Water" isPrebuilt={false} dueDate={dayIn(start, timeZone)} onClose={() => {}} />
    ),
    use: () => fireEvent.change(screen.getByLabelText(m.teacher_to()), { target: { value: '' } }),
    before: having(m.teacher_has_it()),
    changes: [[days(1), /due date, .* has passed/]],
  },
  'assigning/WhatStudentsSee.tsx': {
    who: 'tess',
    draw: (start) => <WhatStudentsSee dates={{ from: dayIn(start - days(1), timeZone), to: '' }} timeZone={timeZone} lessonName="Water" />,
    read: () => screen.getByRole('radio', { name: new RegExp(m.sharing_see_now()) }).closest('label')!.textContent,
    before: having(m.sharing_see_open()),
    changes: [[hours(1)]],
  },
  'assignments/AssignmentsPage.tsx': {
    who: 'tess',
    draw: () => <AssignmentsPage />,
    use: () => fireEvent.change(screen.getByLabelText(m.teacher_show()), { target: { value: 'running' } }),
    before: having(m.teacher_not_started()),
    changes: [[days(8), /None in this period/]],
  },
  'library/CollectionTabs.tsx': {
    who: 'tess',
    draw: () => <Recent />,
    prepare: async ({ opened }) => {
      const tess = await opened.network.backend.signIn('tess');
      await tess.ok(calls.contentUrlId, { userPuid: ids.tess, item_id });
    },
    before: /The newest this minute/,
    changes: [[minutes(3), /The newest 3 minutes ago/]],
  },
  'library/TeacherHomePage.tsx': {
    who: 'tess',
    draw: () => <TeacherHomePage />,
    before: having(m.library_attention_none()),
    changes: [[days(6), /Due .*, (tomorrow|in 1 day)/]],
  },
  'quiz/TimeLeft.tsx': {
    who: 'ana',
    draw: (start) => <TimeLeft endTime={isoOf(start + minutes(10))} />,
    before: /10:00/,
    changes: [[1_000, /9:59/]],
  },
  'quizGame/RoomSound.tsx': {
    who: 'tess',
    draw: (start) => <RoomSound phase="asking" round_no={1} isRight={null} endsAt={isoOf(start + 8_000)} />,
    prepare: () => {
      heardTones = stubAudio();
      localStorage.setItem('orrery.gameSound', 'on');
    },
    // One more for each of the last seconds.
    read: () => heardTones.join(', '),
    before: /^$/,
    changes: [[3_000, /^880 at 0.00$/], [1_000]],
  },
  'quizGame/RoomTime.tsx': {
    who: 'ana',
    draw: (start) => <RoomTime endsAt={isoOf(start + 20_000)} />,
    before: /^20$/,
    changes: [[2_000, /^18$/]],
  },
  'reports/OrderDialog.tsx': {
    who: 'tess',
    draw: () => {
      const report = createActor(reportMachine).start();
      report.send({ type: 'order.opened', order: { kind: 'release', quizId: null, students: [], day: '' } });
      return <OrderDialog report={report} quizzes={[]} groupName="A" missingIn={() => []} nameOf={String} />;
    },
    read: () => screen.getByLabelText<HTMLInputElement>(m.reports_day()).min,
    changes: [[days(1)]],
  },
  'reports/quizSection.tsx': {
    who: 'tess',
    draw: (start) =>
      quizSection(
        {
          quiz_id: 1,
          item_id: 11,
          title: 'Quiz',
          item_type_id: 1,
          is_removed: false,
          max_score: 1,
          students: 1,
          missing: 0,
          mean: null,
          median: null,
          sd: null,
          alpha: null,
          release_at: isoOf(start + hours(1)),
          items: [],
        },
        [],
        false,
        { language: 'en', timeZone, reader: { userPuid: ids.tess, role: 3 }, name: () => '', areNamesHidden: false },
      ).note,
    before: /Will be released on/,
    changes: [[hours(1), /Released since/]],
  },
  'student/DashboardPage.tsx': {
    who: 'ana',
    draw: () => <DashboardPage />,
    before: /in 7 days/,
    changes: [
      [days(6), /tomorrow|in 1 day/],
      [days(1) - hours(2), /in 2 hours/],
    ],
  },
  // The day on which it is printed.
  'studentReports/StudentReportViewPage.tsx': {
    who: 'tess',
    draw: () => (
      <Routes>
        <Route path="/letter/:value" element={<StudentReportViewPage />} />
        <Route path="*" element={<Navigate to={`/letter/${encodeRouteValue(ids.class, ids.ana)}`} />} />
      </Routes>
    ),
    read: () => screen.queryByText(m.studentReports_family_date())?.nextSibling?.textContent ?? '',
    before: /Jan 15/,
    changes: [[days(1), /Jan 16/]],
  },
};

describe('what time alone changes on a screen', () => {
  it('is known for every part that follows the clock', () => {
    const views = filesUnder('src/views').filter((file) => /\.tsx?$/.test(file) && file !== 'src/views/hooks.ts');
    const followers = views.filter((file) => /\buseNow\(/.test(readFileSync(join(root, file), 'utf8')));
    expect(followers.map((file) => file.slice('src/views/'.length)).toSorted()).toEqual(Object.keys(passing));
  });

  it.each(Object.entries(passing))('changes in %s', async (_file, { who, draw, prepare, use, read, before = /./, changes }) => {
    const opened = await openWithClock(who);
    await prepare?.(opened);
    const { baseElement } = render(<Around app={opened.app}>{draw(opened.start)}</Around>);
    const words = read ?? (() => baseElement.textContent);
    await waitFor(() => expect(words()).toMatch(before));
    await act(async () => use?.());
    expect(words()).toMatch(before);
    for (const [pass, after] of changes) {
      const earlier = words();
      if (after) expect(earlier).not.toMatch(after);
      await opened.pass(pass);
      if (after) expect(words()).toMatch(after);
      expect(words()).not.toBe(earlier);
    }
  });
});
