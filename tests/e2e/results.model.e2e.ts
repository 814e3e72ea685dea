import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { assigning } from '../../contract/assigning.ts';
import { assignments, type GroupAssignment, type StudentResult } from '../../contract/assignments.ts';
import { ResourceType } from '../../contract/content.ts';
import type { AttemptState } from '../../contract/quizResult.ts';
import { type QuizStatistics, reports } from '../../contract/reports.ts';
import type { assignmentDatesMachine } from '../../src/machines/assigning/assignmentDatesMachine.ts';
import type { collectionMachine } from '../../src/machines/collection/collectionMachine.ts';
import type { liveActivityMachine } from '../../src/machines/reports/liveActivityMachine.ts';
import type { reassignMachine } from '../../src/machines/reports/reassignMachine.ts';
import type { releaseMachine } from '../../src/machines/reports/releaseMachine.ts';
import type { ReportOrder, reportMachine } from '../../src/machines/reports/reportMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { describeBrowser, type PageStage } from '../kit/describeBrowser.ts';
import { oneOf } from '../kit/words.ts';
import { assignmentDatesModel } from '../machines/assignmentDates.model.ts';
import { collectionModel } from '../machines/collection.model.ts';
import { liveActivityModel } from '../machines/liveActivity.model.ts';
import { candidates, changesField, reassignEvents, reassignModel, wholeClass } from '../machines/reassign.model.ts';
import { releaseModel, stateInWords } from '../machines/release.model.ts';
import { reportModel } from '../machines/report.model.ts';
import { comeAnew, type Gates, gatedPages } from './gates.ts';
import { passStretched, stretch } from './stretch.ts';

/** The models' lesson: two quizzes and three students. One has submitted both, one the first, one nothing. */
const assignment: GroupAssignment = {
  group_assignment_id: 5,
  assignment_id: 6,
  lesson_id: 11,
  lesson_name: 'Rocks',
  group_puid: 101,
  group_name: 'Period 2',
  from_date: '2030-01-08T06:00:00.000Z',
  to_date: null,
  students: 3,
  not_started: 1,
  in_progress: 0,
  completed: 2,
  submitted: 2,
  released: false,
};
const [ana, ben, cal] = ['Curie, Ana', 'Curie, Ben', 'Curie, Cal'] as const;
const quizzes = [
  [7, 'Kinds of rock'],
  [8, 'How rocks form'],
] as const;
type Result = StudentResult['results'][number];
const resultOf = (quiz_id: number, state: AttemptState, released_at: string | null = null): Result => ({
  quiz_id,
  result_id: quiz_id,
  state,
  score: 4,
  max_score: 5,
  submitted_at: '2030-01-10T15:00:00.000Z',
  is_past_due: false,
  released_at,
});
const studentOf = (user_puid: number, first_name: string, results: Result[]): StudentResult => ({
  user_puid,
  user_name: first_name.toLowerCase(),
  student_number: null,
  first_name,
  last_name: 'Curie',
  state: results.length > 0 ? 'completed' : 'notStarted',
  percentage_completed: results.length > 0 ? 100 : 0,
  time_spent: 60,
  last_active_at: null,
  results,
});
const students = ['Ana', 'Ben', 'Cal'].map((name, at) =>
  studentOf(
    at + 1,
    name,
    candidates.filter(({ userPuid }) => userPuid === at + 1).map(({ quizId, state }) => resultOf(quizId, state)),
  ),
);
const statistics = quizzes.map<QuizStatistics>(([quiz_id, title]) => ({
  quiz_id,
  title,
  item_type_id: ResourceType.quiz,
  max_score: 5,
  students: 1,
  missing: 2,
  mean: null,
  median: null,
  sd: null,
  alpha: null,
  release_at: null,
  item_id: 11,
  is_removed: false,
  items: [],
}));

/** A timed assessment, so its dates include the switch for the readings. */
const resources = [{ lesson_resource_id: 1, title: 'Rocks', resource_type_id: ResourceType.assessment, quiz_id: 7 }];

let gates: Gates;
const open = gatedPages('rivera', (fresh) => {
  gates = fresh;
});

const usual = { students, statistics };
/** Opens the lesson's result, with some calls held. */
async function openResult(stage: PageStage, given: Partial<typeof usual>, ...held: Parameters<Gates['hold']>): Promise<void> {
  const shown = { ...usual, ...given };
  await comeAnew(stage, paths.assignmentResult(11, 101, 5), async () => {
    await gates.open();
    await gates.always(assignments.assignmentResult, { assignment, resources, students: shown.students });
    await gates.always(reports.quizStatistics, shown.statistics);
    await gates.always(assignments.assignedGroups, [assignment]);
    await gates.always(assignments.responses, []);
    await gates.hold(...held);
  });
  await stage.page.getByRole('rowheader', { name: cal }).waitFor();
}

const dialog = (page: Page) => page.getByRole('dialog');
const press =
  (name: string | RegExp) =>
  (_event: unknown, { page }: { page: Page }) =>
    dialog(page).getByRole('button', { name, exact: true }).click();
const says =
  (text: string | RegExp) =>
  (_snapshot: unknown, { page }: { page: Page }) =>
    dialog(page).getByText(text).first().waitFor();
const chooseDay = (page: Page, day: string) => dialog(page).getByLabel('From').fill(day);
/** Hides or shows the page. */
const turn = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

const toRelease: ReportOrder = { kind: 'release', quizId: 7, students: [], day: '' };
const orderCall = ({ context }: { context: { order: ReportOrder | null } }) =>
  context.order?.kind === 'recall' ? reports.recallReport : reports.releaseReport;
const orders = [reports.releaseReport, reports.recallReport];

describeBrowser<typeof reportMachine>(
  {
    ...reportModel,
    events: [
      ...reportModel.events.filter(({ type }) => !type.startsWith('order.opened') && type !== 'order.changed'),
      { type: 'order.opened', order: toRelease },
      { type: 'order.opened', order: { ...toRelease, kind: 'recall', students: [1] } },
      { type: 'order.changed', order: { ...toRelease, day: '2130-02-01' } },
    ] as typeof reportModel.events,
  },
  {
    open,
    isKept: true,
    mount: async (stage) => {
      await openResult(stage, {}, ...orders, reports.reassign, reports.classActivity);
      await gates.always(reports.studentList, students);
      await gates.always(assignments.classesForLesson, []);
    },
    // A dialog blocks the page behind it, recalling takes effect at once, and the same day again is no change. An order for chosen students
    // needs ticks, and an order for all of a quiz has none of them.
    can: (event, snapshot) => {
      const { context } = snapshot;
      if (event.type === 'order.changed') return context.order?.kind === event.order.kind && context.order.day !== event.order.day;
      if (event.type === 'students.chosen' && event.students.length === context.chosen.length) return false;
      if (event.type === 'order.opened' && event.order.students.length !== context.chosen.length) return false;
      if (event.type === 'reassignment.opened' && context.chosen.length > 0) return false;
      return snapshot.matches({ dialogs: 'none' }) || !/^(students|live)\./.test(event.type);
    },
    drive: {
      'students.chosen': ({ students: chosen }, { page }) =>
        page.getByRole('checkbox', { name: `Select ${ana}` }).setChecked(chosen.length > 0, { force: true }),
      'live.opened': (_event, { page }) => page.getByRole('button', { name: m.reports_live_open() }).click(),
      'live.closed': (_event, { page }) => page.getByRole('button', { name: m.reports_live_close() }).first().click(),
      'reassignment.opened': (_event, { page }) => page.getByRole('button', { name: m.reports_reassign_some() }).first().click(),
      'quiz.reassigned': async (event, { page }) => {
        await anasBox(page).setChecked(true, { force: true });
        for (const name of ['Next', 'Next', m.reports_do_reassign()]) await press(name)(event, { page });
        await gates.answer(reports.reassign, { count: 1 });
      },
      'dates.opened': (_event, { page }) => page.getByRole('button', { name: m.sharing_dates_change() }).click(),
      'task.opened': (_event, { page }) => page.getByRole('button', { name: m.sharing_who_has_it() }).click(),
      'dialog.closed': (_event, { page }) => dialog(page).getByRole('button', { name: 'Close' }).first().click(),
      'order.opened': async ({ order: { kind } }, { page }) => {
        if (kind === 'release') await page.getByRole('button', { name: m.reports_release(), exact: true }).first().click();
        else await page.getByRole('button', { name: m.reports_recall_some() }).click();
      },
      'order.changed': ({ order: { day } }, { page }) => chooseDay(page, day),
      'order.confirmed': press(oneOf(m.reports_do_release(), m.reports_do_recall())),
      'order.cancelled': press('Cancel'),
      'xstate.done.actor.placeOrder': async ({ output }) => gates.answer(await gates.waits(...orders), output),
      'xstate.error.actor.placeOrder': async ({ error }) => gates.fail(await gates.waits(...orders), error),
    },
    see: {
      'live.hidden': async (_snapshot, { page }) => expect(await live(page).count()).toBe(0),
      'live.shown': (_snapshot, { page }) => live(page).waitFor(),
      'dialogs.none': (_snapshot, { page }) => dialog(page).waitFor({ state: 'detached' }),
      'dialogs.reassigning': (_snapshot, { page }) => step(page, 'Step 1 of 3: Who gets it again?'),
      'dialogs.dating': (_snapshot, { page }) => dialog(page).getByLabel('Due').waitFor(),
      'dialogs.tasking': (_snapshot, { page }) => dialog(page).getByText('Rocks').first().waitFor(),
      'dialogs.choosing': async ({ context }, { page }) => {
        await dialog(page)
          .getByText(context.order?.kind === 'recall' ? 'To 1 student' : 'The whole class (Period 2)')
          .waitFor();
        if (context.order?.kind === 'release') expect(await dialog(page).getByLabel('From').inputValue()).toBe(context.order.day);
      },
      'dialogs.choosing.fresh': async (_snapshot, { page }) => expect(await dialog(page).getByRole('alert').count()).toBe(0),
      'dialogs.choosing.refused': says('None of them has a result to release.'),
      'dialogs.sending': async (snapshot, { page }) => {
        await gates.waits(orderCall(snapshot));
        // The dialog cannot be closed before the server has responded.
        await page.keyboard.press('Escape');
        expect(await dialog(page).count()).toBe(1);
      },
    },
  },
);

const day = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
/** Days that are past and future in every time zone. */
const [past, coming] = [dayOf(Date.now() - 2 * day), dayOf(Date.now() + 2 * day)];
const step = (page: Page, text: string) => dialog(page).getByRole('heading', { level: 3, name: text }).waitFor();
const anasBox = (page: Page) => dialog(page).getByRole('checkbox', { name: `Select ${ana}` });

describeBrowser<typeof reassignMachine>(
  {
    ...reassignModel,
    input: { ...wholeClass, students: [], today: dayOf(Date.now()) },
    events: reassignEvents({ quizzes: [7, 8], student: 1, past, coming, candidates }),
  },
  {
    open,
    isKept: true,
    mount: async (stage) => {
      await openResult(stage, {}, reports.studentList, reports.reassign);
      await stage.page.getByRole('button', { name: m.reports_reassign_some() }).first().click();
    },
    can: changesField,
    drive: {
      'students.retried': press(m.common_try_again()),
      'quiz.chosen': ({ quizId }, { page }) => dialog(page).getByLabel('Quiz').selectOption(String(quizId)),
      'students.chosen': ({ students: chosen }, { page }) => anasBox(page).setChecked(chosen.length > 0, { force: true }),
      'students.confirmed': press('Next'),
      'day.chosen': ({ day: chosen }, { page }) => chooseDay(page, chosen),
      'day.confirmed': press('Next'),
      'step.reversed': press('Back'),
      'reassignment.confirmed': press(m.reports_do_reassign()),
      'reassignment.cancelled': press('Close'),
      'xstate.done.actor.loadCandidates': () => gates.answer(reports.studentList, students),
      'xstate.error.actor.loadCandidates': ({ error }) => gates.fail(reports.studentList, error),
      'xstate.done.actor.reassignQuiz': ({ output }) => gates.answer(reports.reassign, output),
      'xstate.error.actor.reassignQuiz': ({ error }) => gates.fail(reports.reassign, error),
    },
    see: {
      loading: (_snapshot, { page }) => step(page, 'Step 1 of 3: Who gets it again?'),
      unavailable: says('The assignment was not found.'),
      choosing: async ({ context }, { page }) => {
        await step(page, 'Step 1 of 3: Who gets it again?');
        expect(await anasBox(page).isChecked()).toBe(context.students.length > 0);
        expect(await dialog(page).getByText(ben).count()).toBe(context.quizId === 7 ? 1 : 0);
      },
      'choosing.ready': async (_snapshot, { page }) => expect(await dialog(page).getByText(m.reports_reassign_nobody()).count()).toBe(0),
      'choosing.withoutStudents': says(m.reports_reassign_nobody()),
      dating: async ({ context }, { page }) => {
        await step(page, 'Step 2 of 3: Starting when?');
        expect(await dialog(page).getByLabel('From').inputValue()).toBe(context.day);
      },
      'dating.ready': async (_snapshot, { page }) => expect(await dialog(page).getByText(m.reports_reassign_day_over()).count()).toBe(0),
      'dating.dayOver': says(m.reports_reassign_day_over()),
      confirming: async ({ context }, { page }) => {
        await step(page, 'Step 3 of 3: What will happen');
        await dialog(page).getByText(`To 1 student: ${ana}`).waitFor();
        await dialog(page)
          .getByText(`Their results so far: ${context.quizId === 7 ? '1 released, 0 not released' : '0 released, 1 not released'}`)
          .waitFor();
        await dialog(page)
          .getByText(context.day === '' ? m.reports_reassign_now() : 'They can start on')
          .waitFor();
      },
      sending: async (_snapshot, { page }) => {
        await gates.waits(reports.reassign);
        await page.keyboard.press('Escape');
        expect(await dialog(page).count()).toBe(1);
      },
      refused: says('Re-Assign Assignment Error'),
      kept: (_snapshot, { page }) => dialog(page).waitFor({ state: 'detached' }),
      reassigned: async (_snapshot, { page }) => {
        await page
          .getByText(m.reports_done_reassign({ count: 1 }))
          .first()
          .waitFor();
        await dialog(page).waitFor({ state: 'detached' });
      },
    },
  },
);

const readings = (page: Page) => dialog(page).getByRole('checkbox', { name: m.sharing_readings_open() });

describeBrowser<typeof assignmentDatesMachine>(
  {
    ...assignmentDatesModel,
    // The dates of the assignment above.
    input: { groupAssignmentId: 5, dates: { from: '2030-01-08', to: '' }, isReadingOpen: false },
    events: [
      { type: 'dates.changed', dates: { from: '2030-01-08', to: '2030-01-18' } },
      { type: 'dates.changed', dates: { from: '2030-01-18', to: '2030-01-08' } },
      ...assignmentDatesModel.events.filter((event) => event.type !== 'dates.changed'),
    ] as typeof assignmentDatesModel.events,
  },
  {
    open,
    isKept: true,
    mount: async (stage) => {
      await openResult(stage, {}, assigning.changeDates);
      await stage.page.getByRole('button', { name: m.sharing_dates_change() }).click();
    },
    drive: {
      'dates.changed': async ({ dates }, { page }) => {
        await dialog(page).getByLabel('From').fill(dates.from);
        await dialog(page).getByLabel('Due').fill(dates.to);
      },
      'readings.switched': ({ isOpen }, { page }) => readings(page).setChecked(isOpen),
      'dates.submitted': press(m.sharing_dates_save()),
      'xstate.done.actor.saveDates': () => gates.answer(assigning.changeDates, { from_date: '', to_date: null, notified: 2 }),
      'xstate.error.actor.saveDates': ({ error }) => gates.fail(assigning.changeDates, error),
    },
    see: {
      editing: async ({ context }, { page }) => {
        expect(await dialog(page).getByLabel('From').inputValue()).toBe(context.dates.from);
        expect(await dialog(page).getByLabel('Due').inputValue()).toBe(context.dates.to);
        expect(await readings(page).isChecked()).toBe(context.isReadingOpen);
      },
      'editing.ready': async (_snapshot, { page }) => expect(await dialog(page).getByRole('alert').count()).toBe(0),
      'editing.inverted': says(m.teacher_dates_inverted()),
      'editing.refused': says('2 students have begun this lesson.'),
      saving: async (_snapshot, { page }) => {
        await page.keyboard.press('Escape');
        expect(await dialog(page).count()).toBe(1);
      },
      kept: (_snapshot, { page }) => dialog(page).waitFor({ state: 'detached' }),
      saved: async (_snapshot, { page }) => {
        await page.getByText('Dates changed. 2 students were notified.').first().waitFor();
        await dialog(page).waitFor({ state: 'detached' });
      },
    },
  },
);

/** A student report: the state that the page shows for Ana's result, and the request when the teacher changes it. */
const anasRow = (page: Page) => page.locator('main tbody tr', { hasText: ana });
/** The day the teacher chose last, in February 2130. */
let chosenDay = 0;
const released_at = () => `2130-02-0${chosenDay}T18:00:00.000Z`;

/** Sets the state of Ana's result on the server. */
const stand = (state: AttemptState) =>
  gates.always(assignments.assignmentResult, {
    assignment,
    resources: [],
    students: [
      studentOf(1, 'Ana', state === 'started' ? [] : [resultOf(7, state, state === 'scheduled' ? released_at() : null)]),
      studentOf(3, 'Cal', []),
    ],
  });
const moved =
  (state: AttemptState) =>
  async (_event: unknown, { page }: { page: Page }): Promise<void> => {
    await stand(state);
    await turn(page, 'visible');
  };
/** Selects Ana and goes through one of the dialogs for selected students, up to the request. */
const order =
  (kind: string, call: Parameters<Gates['answer']>[0], buttons: readonly string[], state: AttemptState) =>
  async (_event: unknown, { page }: { page: Page }): Promise<void> => {
    await anasRow(page).getByRole('checkbox').setChecked(true, { force: true });
    await page.getByRole('button', { name: kind }).first().click();
    if (state === 'scheduled') await chooseDay(page, released_at().slice(0, 10));
    for (const name of buttons) await dialog(page).getByRole('button', { name, exact: true }).click();
    await gates.waits(call);
    await stand(state);
    let asked: object = {};
    await gates.answer(call, (sent: object) => {
      asked = sent;
      return { count: 1 };
    });
    expect(asked).toMatchObject({
      quiz_assessment_id: 7,
      ...(call === reports.reassign ? { reassigned_students: [1] } : { user_puids: [1] }),
      ...(state === 'scheduled' ? { release_date: expect.stringContaining(released_at().slice(0, 10)) } : {}),
    });
    await dialog(page).waitFor({ state: 'detached' });
  };
const notOnPage = () => {};

describeBrowser<typeof releaseMachine>(releaseModel, {
  open,
  isKept: true,
  shownState: async ({ page }) => stateInWords((await anasRow(page).locator('td').last().textContent()) ?? ''),
  mount: async (stage) => {
    chosenDay = 0;
    const shown = { students: [studentOf(1, 'Ana', []), studentOf(3, 'Cal', [])], statistics: statistics.slice(0, 1) };
    await openResult(stage, shown, ...orders, reports.reassign);
    await gates.always(reports.studentList, [studentOf(1, 'Ana', [resultOf(7, 'graded')])]);
  },
  drive: {
    'work.submitted': moved('submitted'),
    'work.graded': moved('graded'),
    'work.reopened': moved('submitted'),
    'release.cameDue': moved('released'),
    'report.released': order('Release…', reports.releaseReport, ['Release'], 'released'),
    'report.scheduled': (event, stage) => {
      chosenDay++;
      return order('Release…', reports.releaseReport, ['Release'], 'scheduled')(event, stage);
    },
    'report.recalled': order(m.reports_recall_some(), reports.recallReport, [m.reports_do_recall()], 'recalled'),
    'work.reassigned': order(m.reports_reassign_some(), reports.reassign, ['Next', 'Next', m.reports_do_reassign()], 'started'),
  },
  see: {
    unsubmitted: notOnPage,
    submitted: notOnPage,
    graded: notOnPage,
    scheduled: (_snapshot, { page }) =>
      anasRow(page)
        .getByText(new RegExp(`Release on .*\\bFeb ${chosenDay}\\b`))
        .waitFor(),
    released: notOnPage,
    recalled: notOnPage,
  },
});

/** The server's side of the stream, once the page has connected. */
let stream: ServerResponse | undefined;
const streaming = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  stream = response;
});
const connected = async (): Promise<ServerResponse> => {
  await expect.poll(() => stream !== undefined, { message: 'a page that listens' }).toBe(true);
  return stream as ServerResponse;
};
beforeAll(() => new Promise<void>((resolve) => void streaming.listen(0, '127.0.0.1', resolve)));
afterAll(() => void streaming.close());

/** Delay before the chart retries, ms. */
const pause = 3_000;
const activity = {
  at: '2030-01-15T15:00:00.000Z',
  students: [
    {
      ...{ user_puid: 2, first_name: 'Ben', last_name: 'Curie', state: 'inProgress' as const, last_active_at: null, is_active: true },
      ...{ resource_title: null, answered: null, questions: null, wrong: null, needs_help: false },
    },
  ],
};
const live = (page: Page) => page.locator('section', { has: page.getByRole('heading', { name: m.reports_live_title() }) });
const badge =
  (text: string) =>
  (_snapshot: unknown, { page }: { page: Page }) =>
    live(page).getByText(text, { exact: true }).waitFor();

describeBrowser<typeof liveActivityMachine>(
  {
    ...liveActivityModel,
    events: [...liveActivityModel.events.filter(({ type }) => type !== 'activity.came'), { type: 'activity.came', activity }],
  },
  {
    open,
    isKept: true,
    mount: async (stage) => {
      const { page } = stage;
      stream = undefined;
      if (page.url() === 'about:blank') await stretch(page, pause);
      else await turn(page, 'visible');
      await openResult(stage, {}, reports.classActivity);
      const { port } = streaming.address() as AddressInfo;
      await page.route('**/get_class_activity/stream?*', (route) => route.continue({ url: `http://127.0.0.1:${port}/` }));
      await page.getByRole('button', { name: m.reports_live_open() }).click();
    },
    drive: {
      'activity.came': async () => {
        if (gates.isWaiting(reports.classActivity)) {
          stream = undefined;
          await gates.answer(reports.classActivity, activity);
        } else (await connected()).write(`data: ${JSON.stringify(activity)}\n\n`);
      },
      'stream.alive': async () => (await connected()).write(': still here\n\n'),
      'stream.failed': async () => {
        if (gates.isWaiting(reports.classActivity)) await gates.fail(reports.classActivity, { code: 503, message: 'Too much to do' });
        else (await connected()).end();
      },
      'page.hidden': (_event, { page }) => turn(page, 'hidden'),
      'page.shown': (_event, { page }) => turn(page, 'visible'),
      'xstate.after.pause.liveActivity.retrying': (_event, { page }) => passStretched(page, pause),
    },
    see: {
      'watching.connecting': async (snapshot, { page }) => {
        await badge('Connecting…')(snapshot, { page });
        await gates.waits(reports.classActivity);
      },
      'watching.live': async (snapshot, { page }) => {
        await badge('Live')(snapshot, { page });
        await live(page).getByRole('rowheader', { name: ben }).waitFor();
      },
      retrying: badge(m.reports_live_lost()),
      paused: badge('Paused'),
    },
  },
);

const listed = (page: Page) => page.getByRole('link', { name: 'Rocks', exact: true });
const mayBeOld = (page: Page) => page.getByRole('status').filter({ hasText: m.common_may_be_old() });

describeBrowser<typeof collectionMachine>(collectionModel, {
  open,
  isKept: true,
  mount: async (stage) => {
    const { page, input } = stage;
    const answered = async () => {
      await gates.open();
      await gates.always(assignments.classesForLesson, []);
      await gates.always(assignments.groupAssignments, [assignment]);
    };
    // Other charts of the frame load data, too, and finish first.
    const isKept = (input as { kept: unknown }).kept !== undefined;
    if (isKept || page.url() === 'about:blank') {
      await comeAnew(stage, paths.assignments, answered);
      await listed(page).waitFor();
      // It is cached once nothing has changed for a moment.
      await page.clock.runFor(1_000);
    }
    // Results cached from an earlier visit are used only for the default period.
    await comeAnew(stage, isKept ? paths.assignments : `${paths.assignments}?from=2026-01-01`, async () => {
      await answered();
      await gates.hold(assignments.groupAssignments);
    });
  },
  drive: {
    'collection.retried': (_event, { page }) => page.getByRole('main').getByRole('button', { name: m.common_try_again() }).click(),
    'collection.outdated': async (_event, { page }) => {
      // A canceled call must not be answered.
      await gates.hold(assignments.groupAssignments);
      await turn(page, 'visible');
    },
    'xstate.done.actor.load': () => gates.answer(assignments.groupAssignments, [assignment]),
    'xstate.error.actor.load': ({ error }) => gates.fail(assignments.groupAssignments, error),
  },
  see: {
    loading: async (_snapshot, { page }) => {
      await page.getByRole('heading', { level: 1, name: 'Assignments' }).waitFor();
      expect(await listed(page).count()).toBe(0);
    },
    failed: async (_snapshot, { page }) => {
      await page.getByRole('alert').getByText(m.common_load_failed()).waitFor();
      await page.getByRole('alert').getByText('Service unavailable').waitFor();
    },
    ready: async (_snapshot, { page }) => {
      await listed(page).waitFor();
      await mayBeOld(page).waitFor({ state: 'detached' });
    },
    refreshing: (_snapshot, { page }) => listed(page).waitFor(),
    stale: async (_snapshot, { page }) => {
      await mayBeOld(page).getByRole('button', { name: m.common_try_again() }).waitFor();
      await listed(page).waitFor();
    },
  },
});
