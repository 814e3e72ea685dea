// @vitest-environment jsdom

import { act, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { m } from '../../src/paraglide/messages.js';
import { PlayerFrame } from '../../src/ui/PlayerFrame.tsx';
import QuizView from '../../src/views/quiz/QuizView.tsx';
import DashboardPage from '../../src/views/student/DashboardPage.tsx';
import { assessment_id, ids } from '../server/fixtureSchool.ts';
import { days, hours, minutes } from '../server/testServer.ts';
import { TestDevice } from './kit/device.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, shown } from './kit/screen.tsx';

installNetwork();

/** A screen whose clock, timers and server advance together. */
async function openWithClock() {
  const clock = new SimulatedClock();
  const opened = await openScreen({ clock });
  const { backend } = opened.network;
  const assigned = await assignTo(backend, ids.freeLesson);
  await opened.signIn('ana');
  const start = backend.clock.now - clock.now();
  return {
    app: { ...opened.app, now: () => start + clock.now(), device: async () => new TestDevice() },
    opened,
    assigned,
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
    await screen.findByText('Responses of Quiz Saved - Successfully', { ignore: '[aria-live] *' });
    const { is_late, ends_at, submitted_at } = await opened.network.backend.db.selectFrom('attempt').selectAll().executeTakeFirstOrThrow();
    expect({ is_late, after: Number(submitted_at) - Number(ends_at) }).toEqual({ is_late: 0, after: 0 });
  });
});

it("a student's home counts the time until work is due", async () => {
  const { app, pass } = await openWithClock();
  render(
    <Around app={app}>
      <DashboardPage />
    </Around>,
  );
  await waitFor(() => shown(/in 7 days/));
  await pass(days(6));
  shown(/tomorrow|in 1 day/);
  await pass(days(1) - hours(2));
  shown(/in 2 hours/);
});
