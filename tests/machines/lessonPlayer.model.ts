import { type LessonPlayerInput, lessonPlayerMachine } from '../../src/machines/player/lessonPlayerMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { retryCases } from './retryCases.ts';

type Lesson = NonNullable<ReturnType<typeof lessonPlayerMachine.getInitialSnapshot>['context']['lesson']>;

type Resource = Lesson['lesson_resources'][number];

const input: LessonPlayerInput = { userPuid: 7, lessonId: 11, itemId: 0, assignmentId: 21, groupAssignmentId: 0, mode: 'play', kept: null };

const resource = (id: number, percentage_completed: number): Resource => ({
  id,
  item_id: 100 + id,
  resource_type_id: 1,
  title: `Resource ${id}`,
  summary: '',
  time: 5,
  sort_order: id,
  remarks: '',
  quiz_id: null,
  is_learnosity_enabled: false,
  is_handed_in: false,
  language_id: 101,
  percentage_completed,
  time_spent: 0,
  position: 0,
});

/** A lesson of two resources to be done in order. */
export const lessonOf = (...done: number[]): Lesson => ({
  lesson_id: 11,
  assignment_id: 21,
  group_assignment_id: 31,
  lesson_name: 'Cells',
  lesson_objective: '',
  instructions: '',
  enforce_order: true,
  total_time: 15,
  from_date: null,
  to_date: null,
  tracking_id: 0,
  time_spent: 0,
  last_resource_id: 0,
  lesson_resources: done.map((percentage, index) => resource(index + 1, percentage)),
});

/** The same with a quiz second, in any order. */
export const lessonWithQuiz = (): Lesson => {
  const lesson = lessonOf(100, 0);
  const [first, second] = lesson.lesson_resources as [Resource, Resource];
  return {
    ...lesson,
    enforce_order: false,
    lesson_resources: [first, { ...second, resource_type_id: 10, quiz_id: 41, is_handed_in: true }],
  };
};

/** The teacher deleted the assignment meanwhile. */
export const refusal = { code: 404, message: 'This lesson is no longer assigned.' };

export const hasQuiz = (lesson: Lesson | null) => lesson?.lesson_resources.some(({ is_handed_in }) => is_handed_in) ?? false;
export const isDone = ({ lesson_resources }: Lesson) =>
  lesson_resources.length > 0 && lesson_resources.every(({ percentage_completed }) => percentage_completed === 100);

export const lessonPlayerModel = defineModel({
  machine: lessonPlayerMachine,
  inputs: { play: input, preview: { ...input, assignmentId: 0, mode: 'preview' } },
  events: [
    { type: 'lesson.retried' },
    { type: 'resource.opened', index: 0 },
    { type: 'resource.opened', index: 1 },
    { type: 'resource.opened', index: 2 },
    { type: 'resource.progressed', percentage: 60, position: 3 },
    { type: 'resource.finished', hasMoreToShow: false },
    { type: 'resource.finished', hasMoreToShow: true },
    { type: 'summary.opened' },
    { type: 'summary.closed' },
    { type: 'attention.lost' },
    { type: 'attention.regained' },
    { type: 'delivery.retried' },
    { type: 'connection.restored' },
    { type: 'xstate.done.actor.loadLesson', output: lessonOf(0, 0) },
    { type: 'xstate.done.actor.loadLesson', output: lessonOf(100, 100) },
    { type: 'xstate.done.actor.loadLesson', output: lessonOf() },
    { type: 'xstate.done.actor.loadLesson', output: lessonWithQuiz() },
    { type: 'xstate.error.actor.loadLesson', error: { code: 404, message: 'No such lesson' } },
    { type: 'xstate.done.actor.trackLesson', output: 501 },
    { type: 'xstate.error.actor.trackLesson', error: { code: 0, message: 'Network Error' } },
    { type: 'xstate.error.actor.trackLesson', error: refusal },
    { type: 'xstate.done.actor.trackResource', output: { trackingId: 601, at: 1_000 } },
    { type: 'xstate.done.actor.checkCompletion', output: true },
    { type: 'xstate.done.actor.checkCompletion', output: false },
    { type: 'xstate.error.actor.checkCompletion', error: { code: 0, message: 'Network Error' } },
    { type: 'xstate.error.actor.trackResource', error: { code: 0, message: 'Network Error' } },
    { type: 'xstate.error.actor.trackResource', error: refusal },
  ],
  // Seconds never affect what happens. Reports only matter if there are any, and two in a row show the queue.
  project: ({ lesson, index, asked, progress, reports, lessonTrackingId, failures, hasNews }) => ({
    hasQuiz: hasQuiz(lesson),
    asked: lesson?.lesson_resources[asked]?.is_handed_in,
    resources: lesson?.lesson_resources.length,
    index,
    finished: progress.map(({ percentage }) => percentage >= 100),
    reports: Math.min(reports.length, 2),
    tracked: lessonTrackingId > 0,
    failed: failures > 0,
    hasNews,
  }),
  // The lesson with a quiz covers the question on leaving a quiz. Everything else is the same in the ordered lesson.
  until: (snapshot) =>
    hasQuiz(snapshot.context.lesson) &&
    (snapshot.matches({ playing: { attention: 'away' } }) ||
      snapshot.matches({ playing: { place: 'summary' } }) ||
      snapshot.matches({ playing: { tracking: 'trackingResource' } }) ||
      snapshot.hasTag('unsaved')),
  limit: 60_000,
  delays: { retry: retryCases, second: 1_000, betweenUpdates: 30_000 },
  keeps: {
    'xstate.done.actor.loadLesson': { output: { as: 'lesson', in: ['playing'] } },
    'resource.opened': { index: 'index' },
    'xstate.done.actor.trackLesson': { output: 'lessonTrackingId' },
    'xstate.done.actor.trackResource': { 'output.at': 'savedAt' },
  },
  tags: {
    busy: 'loadLesson',
    saving: ['trackLesson', 'trackResource'],
    unavailable: 'lesson.retried',
    playing: 'resource.progressed',
    finished: 'summary.closed',
    counting: 'attention.lost',
    unsaved: 'delivery.retried',
    empty: (snapshot) => snapshot.matches('empty'),
    refused: (snapshot) => snapshot.matches({ playing: { tracking: 'refused' } }),
  },
  takes: {
    'resource.opened': ['playing.place.resource', 'playing.completion.known'],
  },
  leads: {
    'xstate.done.actor.loadLesson': [
      'playing',
      'playing.tracking.trackingLesson',
      'playing.tracking.settled',
      'empty',
      'playing.tracking.off',
    ],
    'xstate.error.actor.trackLesson': ['playing.tracking.queued', 'playing.tracking.refused', 'playing.tracking.trackingLesson'],
    second: ['playing.attention.present'],
    'resource.opened': ['playing.place.resource', 'playing.tracking.trackingLesson', 'playing.completion.checking'],
    'summary.opened': ['playing.place.summary'],
    betweenUpdates: ['playing.tracking.trackingLesson'],
    'lesson.retried': ['loading'],
    'attention.regained': ['playing.attention.present'],
    'xstate.done.actor.trackResource': ['playing.tracking.settled', 'playing.tracking.trackingLesson'],
    'xstate.error.actor.trackResource': ['playing.tracking.queued', 'playing.tracking.refused', 'playing.tracking.trackingLesson'],
    'delivery.retried': ['playing.tracking.trackingLesson'],
    'connection.restored': ['playing.tracking.trackingLesson'],
    retry: ['playing.tracking.trackingLesson'],
    'summary.closed': ['playing.place.resource'],
    'xstate.done.actor.checkCompletion': ['playing.completion.known'],
    'xstate.error.actor.checkCompletion': ['playing.completion.known'],
  },
  runs: {
    watchConnection: ['playing.tracking.queued'],
  },
  refusals: ['loadLesson'],
  ownWords: ['empty'],
  oldProblems: [
    'playing.tracking.refused',
    'playing.completion.checking',
    'loading',
    'playing.tracking.trackingLesson',
    'playing.tracking.queued',
    'playing.tracking.trackingResource',
    'playing.tracking.settled',
  ],
  failures: { trackLesson: ['unsaved', 'saving'], trackResource: ['unsaved', 'saving'], checkCompletion: 'nowhere' },
  invariants: {
    'a preview tells the server nothing': (snapshot) => snapshot.context.input.mode !== 'preview' || !snapshot.hasTag('saving'),
    'a resource is tracked only under the lesson tracking id that the server gave': (snapshot) =>
      !snapshot.matches({ playing: { tracking: 'trackingResource' } }) || snapshot.context.lessonTrackingId > 0,
    'saving means that there is something to tell': (snapshot) => !snapshot.hasTag('saving') || snapshot.context.reports.length > 0,
    'a report that did not get through is kept': (snapshot) => !snapshot.hasTag('unsaved') || snapshot.context.reports.length > 0,
    'a refused report says why': (snapshot) => !snapshot.hasTag('refused') || snapshot.context.problem !== null,
    'in an ordered lesson nothing is open whose predecessors are not done': ({ context }) =>
      !context.lesson?.enforce_order || context.progress.slice(0, context.index).every(({ percentage }) => percentage >= 100),
    'only what is handed in is asked about': (snapshot) =>
      !snapshot.matches({ playing: { completion: 'checking' } }) ||
      snapshot.context.lesson?.lesson_resources[snapshot.context.asked]?.is_handed_in === true,
    'a preview asks nothing': (snapshot) =>
      snapshot.context.input.mode !== 'preview' || !snapshot.matches({ playing: { completion: 'checking' } }),
    'the summary shows only when everything is done': (snapshot) =>
      !snapshot.matches({ playing: { place: 'summary' } }) || snapshot.context.progress.every(({ percentage }) => percentage >= 100),
  },
  stepInvariants: {
    'a report that the server has ends the count of failures': (_before, event, { context: after }) =>
      event.type !== 'xstate.done.actor.trackResource' || after.failures === 0,
    'progress never goes back': ({ context: before }, _event, { context: after }) =>
      before.progress.every(({ percentage, seconds }, at) => {
        const now = after.progress[at];
        return now !== undefined && now.percentage >= percentage && now.seconds >= seconds;
      }),
    'a second counts once: for the lesson and for one resource': ({ context: before }, event, { context: after }) => {
      if (before.lesson === null) return true;
      const sum = ({ progress }: typeof before) => progress.reduce((all, { seconds }) => all + seconds, 0);
      const passed = after.seconds - before.seconds;
      return passed === sum(after) - sum(before) && (passed === 0 || (passed === 1 && event.type.startsWith('xstate.after.second')));
    },
    'the place stays among the lesson’s resources': (_before, _event, { context: { lesson, index } }) =>
      lesson === null || lesson.lesson_resources.length === 0 || lesson.lesson_resources[index] !== undefined,
    'a report leaves the queue only when the server has it': ({ context: before }, event, { context: after }) =>
      before.reports[0] === after.reports[0] ||
      before.reports.length === 0 ||
      /^xstate\.done\.actor\.track(Lesson|Resource)$/.test(event.type),
    'the server’s id of the lesson’s tracking stays': ({ context: before }, event, { context: after }) =>
      before.lessonTrackingId === after.lessonTrackingId || before.lessonTrackingId === 0 || event.type === 'xstate.done.actor.trackLesson',
  },
});

/** Where the video is in the lesson of a walk on a screen. */
export const video = 1;

/** What a screen can cause, besides reports of progress. Teachers have no progress. */
export const canOnScreen: NonNullable<typeof lessonPlayerModel.can> = (event, snapshot) => {
  const { input: given, index, lesson, progress, resourceTrackingId } = snapshot.context;
  if (event.type === 'xstate.done.actor.loadLesson') return given.mode === 'play' || !isDone((event as { output: Lesson }).output);
  if (event.type !== 'resource.finished') return true;
  // A completed resource has no "Mark as done". A quiz appears once the server has tracked its resource.
  if (hasQuiz(lesson)) return false;
  const isOpen = (progress[index]?.percentage ?? 0) < 100;
  if (!isOpen || !event.hasMoreToShow) return isOpen;
  return index === video && given.mode === 'play' && resourceTrackingId > 0 && !snapshot.hasTag('unsaved');
};
