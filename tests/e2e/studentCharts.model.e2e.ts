import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import type { KeptAttempt } from '../../common/attempt.ts';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { StudentAssignment } from '../../contract/student.ts';
import type { StudentResource } from '../../contract/studentWork.ts';
import type { assignmentVisibilityMachine, VisibilityFacts } from '../../src/machines/assigning/assignmentVisibilityMachine.ts';
import type { ContentTrackingInput, contentTrackingMachine } from '../../src/machines/contentTracking/contentTrackingMachine.ts';
import type { PrintableQuizInput, printableQuizMachine } from '../../src/machines/contentTracking/printableQuizMachine.ts';
import type { LessonLinkInput, lessonLinkMachine } from '../../src/machines/lessonLink/lessonLinkMachine.ts';
import { noRoom, type offlineLessonsMachine } from '../../src/machines/player/offlineLessonsMachine.ts';
import type { OutboxInput, outboxMachine, WaitingItem } from '../../src/machines/quiz/outboxMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { ownerOf } from '../../src/services/login/storedSession.ts';
import { lockOf } from '../../src/services/quiz/attempts.ts';
import { paths } from '../../src/views/paths.ts';
import { describeBrowser, type PageStage } from '../kit/describeBrowser.ts';
import { assignmentVisibilityModel } from '../machines/assignmentVisibility.model.ts';
import { contentTrackingModel } from '../machines/contentTracking.model.ts';
import { lessonLinkModel } from '../machines/lessonLink.model.ts';
import { lessonOf } from '../machines/lessonPlayer.model.ts';
import { lessonName, offlineLessonsModel } from '../machines/offlineLessons.model.ts';
import { outboxModel, waitingItem } from '../machines/outbox.model.ts';
import { printableQuizModel, sheet } from '../machines/printableQuiz.model.ts';
import { keptAttempt } from '../machines/quiz.model.ts';
import { ask } from './ask.ts';
import { everywhere, press, says } from './dialogs.ts';
import { comeAnew, type Gates, gatedPages, goWithin, writeKept } from './gates.ts';
import { itemOnScreen } from './itemOnScreen.ts';
import { passStretched, stretch } from './stretch.ts';

let gates: Gates;
const open = gatedPages('maya', (fresh) => {
  gates = fresh;
});

const [resource] = lessonOf(0).lesson_resources;

const opening = says(m.student_link_opening(), everywhere);
const closed =
  (title: string) =>
  async (_snapshot: unknown, { page }: PageStage) => {
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await page.getByRole('link', { name: m.student_link_home() }).getAttribute('href')).toBe(paths.studentDashboard);
  };

describeBrowser<typeof lessonLinkMachine>(lessonLinkModel, {
  open,
  isKept: true,
  mount: (stage) => {
    const { linkId, lesson } = stage.input as LessonLinkInput;
    const address = linkId === null ? paths.openLesson(lesson.lessonId, lesson.assignmentId) : paths.lessonLink(linkId);
    return comeAnew(stage, address, async () => {
      await gates.open();
      await gates.hold(calls.assignFromLessonUrl, calls.assignmentResponses, calls.lessonPlayer);
    });
  },
  drive: {
    'link.retried': press(m.common_try_again(), everywhere),
    'xstate.done.actor.assignFromLink': ({ output }) =>
      gates.answer(calls.assignFromLessonUrl, { lesson_id: output.lessonId, assignment_id: output.assignmentId }),
    'xstate.error.actor.assignFromLink': ({ error }) => gates.fail(calls.assignFromLessonUrl, error),
    'xstate.done.actor.loadResponses': ({ output }) => gates.answer(calls.assignmentResponses, output),
    'xstate.error.actor.loadResponses': ({ error }) => gates.fail(calls.assignmentResponses, error),
    'xstate.done.actor.loadTracking': () => gates.answer(calls.lessonPlayer, lessonOf(0)),
    'xstate.error.actor.loadTracking': ({ error }) => gates.fail(calls.lessonPlayer, error),
  },
  see: {
    assigning: opening,
    loadingResponses: opening,
    loadingTracking: opening,
    expired: closed(m.student_link_expired()),
    revoked: closed(m.student_link_revoked()),
    notForYou: closed(m.student_link_not_for_you()),
    failed: says('Service unavailable', everywhere),
    opened: ({ context }, { page }) => page.waitForURL(`**${paths.lesson(context.lesson.lessonId, context.lesson.assignmentId)}`),
  },
});

const { itemId, quizId, lessonId, assignmentId } = printableQuizModel.input as PrintableQuizInput;
const answers = (page: Page) => page.getByRole('textbox', { name: m.quiz_your_answers() });
const onPaper = (page: Page) => page.getByRole('main').getByRole('checkbox');

describeBrowser<typeof printableQuizMachine>(printableQuizModel, {
  open,
  isKept: true,
  mount: (stage) =>
    comeAnew(stage, paths.lesson(lessonId, assignmentId), async () => {
      await gates.open();
      const printed = { ...resource!, item_id: itemId, resource_type_id: ResourceType.printableQuiz, quiz_id: quizId, is_handed_in: true };
      await gates.always(calls.lessonPlayer, { ...lessonOf(), lesson_resources: [printed] });
      await gates.always(calls.trackLesson, 501);
      await gates.always(calls.trackResource, 601);
      await gates.always(calls.startContentTracking, 901);
      await gates.always(calls.endContentTracking, null);
      await gates.always(calls.printableQuiz, sheet);
      await gates.hold(calls.printableResponse, calls.submitPrintableQuiz);
    }),
  // The button explains why it is disabled. Repeating the current value is no change.
  can: (event, { context }) => {
    if (event.type === 'text.changed') return event.text !== context.text;
    if (event.type === 'paper.changed') return event.isOnPaper !== context.isOnPaper;
    return event.type !== 'sheet.submitted' || context.isOnPaper || context.text.trim() !== '';
  },
  drive: {
    'sheet.retried': press(m.common_try_again(), everywhere),
    'text.changed': ({ text }, { page }) => answers(page).fill(text),
    'paper.changed': (_event, { page }) => onPaper(page).click(),
    'sheet.submitted': press(m.quiz_hand_in(), everywhere),
    'response.reopened': press(m.printable_change(), everywhere),
    'xstate.done.actor.loadSheet': ({ output }) => gates.answer(calls.printableResponse, output.response),
    'xstate.error.actor.loadSheet': ({ error }) => gates.fail(calls.printableResponse, error),
    'xstate.done.actor.submitSheet': ({ output }) => gates.answer(calls.submitPrintableQuiz, output),
    'xstate.error.actor.submitSheet': ({ error }) => gates.fail(calls.submitPrintableQuiz, error),
  },
  see: {
    loading: async (_snapshot, { page }) => expect(await answers(page).count()).toBe(0),
    failed: says(m.printable_failed(), everywhere),
    writing: async ({ context }, { page }) => {
      await expect.poll(() => answers(page).inputValue()).toBe(context.text);
      await expect.poll(() => onPaper(page).isChecked()).toBe(context.isOnPaper);
      await page.getByRole('heading', { name: 'Circuits' }).waitFor();
      const isRefused = () => page.getByRole('main').getByText('Failed to submit. Please try submitting again').count();
      await expect.poll(isRefused).toBe(context.problem ? 1 : 0);
    },
    submitting: (_snapshot, { page }) => expect.poll(() => answers(page).isDisabled()).toBe(true),
    handedIn: async ({ context }, { page }) => {
      await page.getByRole('heading', { name: m.printable_handed_in() }).waitFor();
      await page.getByText(context.response.response_text).waitFor();
    },
  },
});

/** Sets whether the window has focus. */
const attention =
  (isHere: boolean) =>
  (_event: unknown, { page }: PageStage) =>
    page.evaluate((has) => {
      document.hasFocus = () => has;
      window.dispatchEvent(new Event(has ? 'focus' : 'blur'));
    }, isHere);
const { itemId: readItem, lessonId: readLesson } = contentTrackingModel.input as ContentTrackingInput;
const reading = itemOnScreen({
  item_id: readItem,
  item_type_id: ResourceType.reading,
  title: 'Resource 1',
  quiz_id: null,
  body: { kind: 'html' as const, html: '<p>Ice floats.</p>' },
});
const isThere = (_snapshot: unknown, { page }: PageStage) => page.getByText('Ice floats.').waitFor();
const [glance, second] = [1_250, 1_000];
/** Lets a stretched delay pass. Moves the pointer first, so that a page in focus counts as in use. */
const passes =
  (delay: number) =>
  async (_event: unknown, { page }: PageStage): Promise<void> => {
    await page.evaluate(() => void dispatchEvent(new Event('pointermove')));
    await passStretched(page, delay);
  };

describeBrowser<typeof contentTrackingMachine>(contentTrackingModel, {
  open,
  isKept: true,
  mount: async (stage) => {
    // After the page's clock, whose delays they hold.
    if (stage.page.url() === 'about:blank') for (const delay of [glance, second]) await stretch(stage.page, delay);
    await comeAnew(stage, paths.lesson(readLesson, 21), async () => {
      await gates.open();
      await gates.always(calls.lessonPlayer, { ...lessonOf(), lesson_resources: [{ ...resource!, item_id: readItem }] });
      await gates.always(calls.getContent, { item_details: reading, levels: [] });
      await gates.always(calls.trackLesson, 501);
      await gates.always(calls.trackResource, 601);
      await gates.always(calls.studentDashboard, { assignments: [], counts: { notStarted: 0, inProgress: 0, completed: 0, overdue: 0 } });
      await gates.hold(calls.startContentTracking, calls.endContentTracking);
      await attention(true)(undefined, stage);
    });
  },
  // While seconds are counted, one passes before the glance is over.
  can: (event, snapshot) => {
    const isOfStart = event.type === 'content.left' || event.type.endsWith('.actor.startTracking');
    return !isOfStart || !snapshot.matches({ attention: 'present', track: 'starting' });
  },
  drive: {
    'attention.lost': attention(false),
    'attention.regained': attention(true),
    'content.left': press('Leave', everywhere),
    'xstate.done.actor.startTracking': ({ output }) => gates.answer(calls.startContentTracking, output),
    'xstate.error.actor.startTracking': ({ error }) => gates.fail(calls.startContentTracking, error),
    'xstate.done.actor.endTracking': ({ output }) => gates.answer(calls.endContentTracking, output),
    'xstate.error.actor.endTracking': ({ error }) => gates.fail(calls.endContentTracking, error),
    'xstate.after.second.contentTracking.attention.present': passes(second),
    'xstate.after.glance.contentTracking.track.glancing': passes(glance),
    'xstate.after.retry.contentTracking.track.queued': (_event, { page }) => page.clock.runFor(1_000),
  },
  see: {
    'attention.present': isThere,
    'attention.away': isThere,
    'attention.over': (_snapshot, { page }) => page.getByText('Ice floats.').waitFor({ state: 'detached' }),
    'track.glancing': () => expect(gates.isWaiting(calls.startContentTracking)).toBe(false),
    'track.starting': () => gates.waits(calls.startContentTracking),
    'track.queued': () => expect(gates.isWaiting(calls.startContentTracking)).toBe(false),
    'track.refused': () => expect(gates.isWaiting(calls.startContentTracking)).toBe(false),
    'track.open': () => expect(gates.isWaiting(calls.endContentTracking)).toBe(false),
    'track.ending': () => gates.waits(calls.endContentTracking),
    'track.ended': () => expect(gates.isWaiting(calls.endContentTracking)).toBe(false),
  },
});

/** Operations on the device's saved lessons that this test's page holds until the test continues. */
interface HeldShelf {
  /** Holds reads of the list. */
  isHeld: boolean;
  /** Leaves no room for another lesson. */
  isFull: boolean;
  /** Holds reads by name, which precede a removal. */
  isRemoving: boolean;
  waiting: Record<'list' | 'remove', { done: () => void; fail: () => void }[]>;
}

/** Runs in the page before any other script: the device responds about its saved lessons when the test lets it. */
function holdShelf(): void {
  const shelf: HeldShelf = { isHeld: true, isFull: false, isRemoving: false, waiting: { list: [], remove: [] } };
  Object.assign(globalThis, { shelf });
  const isOfLessons = (store: IDBObjectStore) => store.transaction.db.name === 'orrery.lessons';
  /** A request that returns `result` once the test says so. */
  const held = (of: keyof HeldShelf['waiting'], result: unknown) => {
    const asked = {} as { result: unknown; error: unknown; onsuccess: () => void; onerror: () => void };
    shelf.waiting[of].push({
      done: () => {
        asked.result = result;
        asked.onsuccess();
      },
      fail: () => {
        asked.error = new DOMException('Off', 'InvalidStateError');
        asked.onerror();
      },
    });
    return asked as unknown as IDBRequest;
  };
  const { getAll, get, put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.getAll = function (...all) {
    return shelf.isHeld && isOfLessons(this) ? held('list', []) : getAll.apply(this, all);
  };
  // Read by name only before it is saved again or removed.
  IDBObjectStore.prototype.get = function (key) {
    return shelf.isRemoving && isOfLessons(this) ? held('remove', undefined) : get.call(this, key);
  };
  IDBObjectStore.prototype.put = function (...all) {
    if (shelf.isFull && isOfLessons(this)) throw new DOMException('No room', 'QuotaExceededError');
    return put.apply(this, all);
  };
}

/** Deletes all saved lessons, and holds the next list. */
const emptyShelf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { shelf } = globalThis as unknown as { shelf: HeldShelf };
        Object.assign(shelf, { isHeld: true, isFull: false, isRemoving: false, waiting: { list: [], remove: [] } });
        const opening = indexedDB.open('orrery.lessons');
        opening.onsuccess = () => {
          const clearing = opening.result.transaction('lessons', 'readwrite');
          clearing.objectStore('lessons').clear();
          clearing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );

/** Lets the device continue with a pending operation, as soon as there is one. */
async function shelfGoesOn(page: Page, of: keyof HeldShelf['waiting'], end: 'done' | 'fail'): Promise<void> {
  const tried = () =>
    page.evaluate(
      ([part, how]) => {
        const { shelf } = globalThis as unknown as { shelf: HeldShelf };
        const waiting = shelf.waiting[part].splice(0);
        if (part === 'list' && how === 'done' && waiting.length > 0) shelf.isHeld = false;
        for (const one of waiting) one[how]();
        return waiting.length > 0;
      },
      [of, end] as const,
    );
  await expect.poll(tried, { message: `nothing waits: ${of}` }).toBe(true);
}

const resourceRow: StudentResource = {
  lesson_id: lessonName.lessonId,
  assignment_id: lessonName.assignmentId,
  group_assignment_id: 31,
  lesson_name: lessonName.name,
  group_name: 'Period 2',
  lesson_resource_id: 1,
  item_id: 101,
  title: 'Resource 1',
  summary: '',
  resource_type_id: ResourceType.reading,
  time: 5,
  percentage_completed: 0,
  printable_quiz_id: null,
};
const row = (page: Page) => page.getByRole('listitem').filter({ hasText: lessonName.name });
const setShelf = (page: Page, to: Partial<HeldShelf>) =>
  page.evaluate((changes) => void Object.assign((globalThis as unknown as { shelf: HeldShelf }).shelf, changes), to);
const saveLesson = async (page: Page, isFull: boolean) => {
  await setShelf(page, { isFull, isRemoving: false });
  await gates.answer(calls.lessonPlayer, { ...lessonOf(), lesson_id: lessonName.lessonId, assignment_id: lessonName.assignmentId });
};

describeBrowser<typeof offlineLessonsMachine>(offlineLessonsModel, {
  open: async () => {
    const page = await open();
    await page.addInitScript(holdShelf);
    return page;
  },
  isKept: true,
  mount: (stage) =>
    comeAnew(stage, paths.studentResources, async () => {
      await gates.open();
      await gates.always(calls.studentResources, [resourceRow]);
      await gates.hold(calls.lessonPlayer);
      if (stage.page.url() !== 'about:blank') await emptyShelf(stage.page);
    }),
  // A lesson that is not on the device cannot be removed from it.
  can: (event, { context }) => event.type !== 'lesson.dropped' || context.lessons.length > 0,
  drive: {
    'lesson.chosen': press(/^Save (In any order|again: In any order)/, everywhere),
    'lesson.dropped': async (_event, { page }) => {
      await setShelf(page, { isRemoving: true });
      await page.getByRole('button', { name: 'Remove In any order from this device' }).click();
    },
    'saving.cancelled': async (_event, { page }) => {
      await gates.waits(calls.lessonPlayer);
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    },
    'lessons.retried': press(m.common_try_again(), everywhere),
    'xstate.done.actor.list': (_event, { page }) => shelfGoesOn(page, 'list', 'done'),
    'xstate.error.actor.list': (_event, { page }) => shelfGoesOn(page, 'list', 'fail'),
    'xstate.done.actor.save': (_event, { page }) => saveLesson(page, false),
    'xstate.error.actor.save': ({ error }, { page }) =>
      error.code === noRoom ? saveLesson(page, true) : gates.fail(calls.lessonPlayer, error),
    'xstate.done.actor.remove': (_event, { page }) => shelfGoesOn(page, 'remove', 'done'),
    'xstate.error.actor.remove': (_event, { page }) => shelfGoesOn(page, 'remove', 'fail'),
  },
  see: {
    opening: async (_snapshot, { page }) => {
      await page.getByRole('heading', { name: m.student_offline_title() }).waitFor();
      expect(await row(page).count()).toBe(0);
    },
    unavailable: says(/does not keep anything on this device/, everywhere),
    ready: async ({ context }, { page }) => {
      await expect
        .poll(() =>
          row(page)
            .getByText(/^Saved /)
            .count(),
        )
        .toBe(context.lessons.length);
      await page.getByText(new RegExp(`^Saved lessons: ${context.lessons.length}`)).waitFor();
    },
    'ready.failed': says(m.student_offline_failed(), everywhere),
    'ready.full': says(m.student_offline_full(), everywhere),
    saving: says('Saving “In any order”…', everywhere),
    removing: (_snapshot, { page }) =>
      page.getByRole('button', { name: 'Remove In any order from this device' }).and(page.locator('[data-pending]')).waitFor(),
  },
});

/** Operations on data kept for the server that this test's page holds until the test continues. */
interface HeldKept {
  lists: { done: (keys: string[]) => void; fail: () => void }[];
  /** Pending queries for the attempts that tabs have open. */
  queries: ((held: string[]) => void)[];
  /** Holds reads of an attempt. */
  isReadHeld: boolean;
  reads: { done: (value: unknown) => void; fail: () => void }[];
}

/**
 * Runs in the page before any other script: the device responds about kept data when the test lets it, and short delays last long enough to
 * check.
 */
function holdKept(): void {
  const kept: HeldKept = { lists: [], queries: [], isReadHeld: false, reads: [] };
  Object.assign(globalThis, { kept });
  const isOfKept = (store: IDBObjectStore) => store.transaction.db.name === 'orrery.kept';
  const held = <T>(push: (ends: { done: (result: T) => void; fail: () => void }) => void) => {
    const asked = {} as { result: unknown; error: unknown; onsuccess: () => void; onerror: () => void };
    push({
      done: (result) => {
        asked.result = result;
        asked.onsuccess();
      },
      fail: () => {
        asked.error = new DOMException('Off', 'InvalidStateError');
        asked.onerror();
      },
    });
    return asked as unknown as IDBRequest;
  };
  const { getAllKeys, get } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.getAllKeys = function (...all) {
    return isOfKept(this) ? held<string[]>((ends) => kept.lists.push(ends)) : getAllKeys.apply(this, all);
  };
  IDBObjectStore.prototype.get = function (key) {
    return kept.isReadHeld && isOfKept(this) && this.transaction.mode === 'readonly'
      ? held((ends) => kept.reads.push(ends))
      : get.call(this, key);
  };
  navigator.locks.query = () =>
    new Promise((resolve) => kept.queries.push((names) => resolve({ held: names.map((name) => ({ name })), pending: [] })));
  const set = window.setTimeout;
  window.setTimeout = ((work: () => void, delay = 0, ...rest: unknown[]) => {
    // Timeout for the device: as long as the test takes.
    if (delay === 4_000) return 0;
    const isShort = delay >= 500 && delay <= 4_000 && delay !== 2_000;
    return set(work, isShort ? delay * 20 : delay, ...rest);
  }) as typeof setTimeout;
}
/** Long enough for every short delay as stretched by `holdKept`. */
const letShortDelaysPass = ({ page }: PageStage) => page.clock.runFor(80_000);

let owner = '';
beforeAll(async () => {
  const { userData } = await ask(calls.login, { username: 'maya', password: 'science-rocks' });
  owner = ownerOf(userData);
});
const keyOf = (id: number) => `attempt/${owner}/${id}`;
const unsentAnswer = { answerId: 0, answerText: '', sequence: 1, givenAt: 1_000 };
const attemptOf = ({ id, state }: WaitingItem): KeptAttempt =>
  keptAttempt({ resultId: id, isClosed: state === 'closed', answers: { 1: unsentAnswer, 2: unsentAnswer } });

/** Stores items on the device, unseen by the page. */
const keep = (page: Page, items: readonly WaitingItem[]) =>
  writeKept(
    page,
    items.map((item) => [keyOf(item.id), { v: 1, attempt: attemptOf(item) }]),
  );

/** Lets the device list what it keeps, as soon as it is asked; null makes it fail. */
async function lists(page: Page, items: readonly WaitingItem[] | null): Promise<void> {
  const held = (items ?? []).filter(({ state }) => state === 'open').map(({ id }) => lockOf(owner, id));
  const tried = () =>
    page.evaluate(
      ([keys, names]) => {
        const { kept } = globalThis as unknown as { kept: HeldKept };
        const waiting = kept.lists.splice(0);
        for (const query of kept.queries.splice(0)) query(names);
        for (const one of waiting) keys ? one.done(keys) : one.fail();
        return waiting.length > 0;
      },
      [items?.map(({ id }) => keyOf(id)), held] as const,
    );
  await expect.poll(tried, { message: 'nobody asks what is kept' }).toBe(true);
}
const holdReads = (page: Page, isReadHeld: boolean) =>
  page.evaluate((isHeld) => Object.assign((globalThis as unknown as { kept: HeldKept }).kept, { isReadHeld: isHeld }), isReadHeld);
/** Lets the device read an attempt of the list; null makes it fail. */
async function reads(page: Page, value: KeptAttempt | null): Promise<void> {
  await holdReads(page, false);
  const tried = () =>
    page.evaluate((attempt) => {
      const [read] = (globalThis as unknown as { kept: HeldKept }).kept.reads.splice(0);
      if (attempt) read?.done({ v: 1, attempt });
      else read?.fail();
      return read !== undefined;
    }, value);
  await expect.poll(tried, { message: 'nobody reads' }).toBe(true);
}

const list = (page: Page) => page.getByRole('dialog', { name: m.quiz_outbox_title() });
const openList = async (page: Page) => {
  if (!(await list(page).isVisible())) await page.getByRole('button', { name: m.quiz_outbox_open() }).click();
  return list(page);
};
const bar = (page: Page) => page.locator('section > p').filter({ hasText: /waiting to be sent|(was|were) not accepted/ });

describeBrowser<typeof outboxMachine>(outboxModel, {
  open,
  isKept: true,
  mount: async ({ page, input, forgetActors }) => {
    const { isListOnly = false } = input as OutboxInput;
    await gates.open();
    // After the page's clock, whose delays it holds.
    if (page.url() === 'about:blank') await page.addInitScript(holdKept);
    await gates.hold(calls.saveAnswers);
    const isHere = await page.getByRole('button', { name: /Maya/, includeHidden: true }).count();
    if (isHere > 0 && !isListOnly) {
      // Restarts the frame around the signed-in screens by going to a page without it.
      await goWithin(page, '/nowhere');
      await page.getByRole('heading', { name: 'Not Found' }).waitFor();
      await page.evaluate(() => {
        const kept: HeldKept = { lists: [], queries: [], isReadHeld: false, reads: [] };
        Object.assign((globalThis as unknown as { kept: HeldKept }).kept, kept);
      });
      await forgetActors();
      await goWithin(page, paths.feedback);
    } else {
      // The user could not be verified, so pending items are only listed.
      if (isListOnly) await page.route('**/Login/Extend*', (route) => route.abort());
      await page.goto(paths.feedback);
    }
    if (isListOnly) return page.getByText('The server is not responding').first().waitFor();
    await page.getByRole('heading', { level: 1, name: 'Feedback', exact: true }).waitFor();
    await page.clock.runFor(2_000);
  },
  drive: {
    'outbox.changed': (_event, { page }) => page.evaluate(() => new BroadcastChannel('orrery.kept').postMessage('changed')),
    // Returning to the page may mean that the connection is back.
    'connection.restored': (_event, { page }) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange'))),
    'delivery.retried': async (_event, { page }) => (await openList(page)).getByRole('button', { name: m.quiz_outbox_send() }).click(),
    'item.discarded': async (_event, { page }) => {
      const item = (await openList(page)).getByRole('listitem').filter({ hasText: 'Not accepted' }).first();
      await item.getByRole('button', { name: /^Download/ }).click();
      const remove = item.getByRole('button', { name: m.quiz_outbox_discard() });
      await expect.poll(() => remove.getAttribute('aria-disabled')).toBe(null);
      await holdReads(page, true);
      await remove.click();
    },
    'xstate.done.actor.listKept': async ({ output }, { page }) => {
      await keep(page, output);
      await lists(page, output);
    },
    'xstate.error.actor.listKept': (_event, { page }) => lists(page, null),
    'xstate.done.actor.sendKept': async ({ output }, { page }) => {
      await lists(page, [waitingItem()]);
      await gates.waits(calls.saveAnswers);
      // The refusal closes what the server does not accept. If sending is interrupted, another tab did it.
      if (output.isInterrupted) await keep(page, output.items);
      await gates.fail(calls.saveAnswers, output.isInterrupted ? { code: 503, message: 'Later' } : { code: 409, message: 'Over' });
      await lists(page, output.items);
    },
    'xstate.error.actor.sendKept': (_event, { page }) => lists(page, null),
    'xstate.done.actor.discard': (_event, { page }) => reads(page, attemptOf(waitingItem({ state: 'closed' }))),
    'xstate.error.actor.discard': (_event, { page }) => reads(page, null),
    'xstate.after.moment.outbox.noticing': (_event, stage) => letShortDelaysPass(stage),
    'xstate.after.retry.outbox.waiting': (_event, stage) => letShortDelaysPass(stage),
  },
  see: {
    listing: () => {},
    listed: async ({ context }, { page }) => {
      const unsent = page.getByRole('region', { name: m.quiz_unsent_title() });
      await expect.poll(() => unsent.getByRole('listitem').count()).toBe(context.items.length);
      expect(await unsent.getByRole('button', { name: m.quiz_outbox_discard() }).count()).toBe(0);
    },
    resting: ({ context }: { context: { items: WaitingItem[] } }, { page }) =>
      expect.poll(() => bar(page).count()).toBe(context.items.some(({ state }) => state !== 'open') ? 1 : 0),
    noticing: () => {},
    sending: async ({ context }, { page }) => {
      if (context.items.length > 0)
        await (await openList(page)).locator('button[data-pending]', { hasText: m.quiz_outbox_send() }).waitFor();
    },
    waiting: (_snapshot, { page }) =>
      bar(page)
        .getByText(/^2 answers are waiting to be sent/)
        .waitFor(),
    discarding: (_snapshot, { page }) => list(page).locator('button[data-pending]', { hasText: m.quiz_outbox_send() }).waitFor(),
  },
});

/** The server's state of the model's assignment, at a given hour of the model. */
let facts: VisibilityFacts & { isTakenBack?: boolean };
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const anyAssignment: StudentAssignment = {
  assignment_id: 20,
  group_assignment_id: 30,
  lesson_id: 10,
  lesson_name: 'Light',
  lesson_objective: '',
  group_name: 'Period 2',
  teacher_name: 'Tess Person',
  from_date: inHours(-1),
  to_date: inHours(1),
  total_time: 15,
  resource_count: 2,
  resources_completed: 1,
  percentage_completed: 50,
  time_spent: 0,
  state: 'inProgress',
  is_overdue: false,
  next_resource: null,
  completed_at: null,
  score: null,
  max_score: null,
};
const resourcesDone = { notStarted: 0, inProgress: 1, completed: 2 };
const given = ({ from, to, now, work, isReleased }: VisibilityFacts): StudentAssignment => ({
  ...anyAssignment,
  assignment_id: 21,
  group_assignment_id: 31,
  lesson_id: 11,
  lesson_name: 'Cells',
  from_date: inHours(from - now),
  to_date: to === null ? null : inHours(to - now),
  resources_completed: resourcesDone[work],
  percentage_completed: 50 * resourcesDone[work],
  state: work === 'notStarted' && now < from ? 'upcoming' : work,
  is_overdue: work !== 'completed' && to !== null && now > to,
  completed_at: work === 'completed' ? inHours(0) : null,
  ...(isReleased ? { score: 8, max_score: 10 } : {}),
});
const tellDashboard = async () => {
  await gates.open();
  // Something else is next to do, with a different kind of card.
  const assignments = [anyAssignment, ...(facts.isTakenBack ? [] : [given(facts)])];
  await gates.always(calls.studentDashboard, { assignments, counts: { notStarted: 1, inProgress: 1, completed: 0, overdue: 0 } });
  await gates.always(calls.otherStudentsTracking, null);
};
/** Updates the server's state. The home page reloads when the user comes back. */
const becomes =
  <E>(change: (event: E) => Partial<typeof facts>) =>
  async (event: E, { page }: PageStage): Promise<void> => {
    facts = { ...facts, ...change(event) };
    await tellDashboard();
    const answered = page.waitForResponse(`**${calls.studentDashboard.path}*`);
    await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
    await answered;
  };
const card = (page: Page) => page.getByRole('article', { name: 'Cells' });
const isOpenable = (_snapshot: unknown, { page }: PageStage) => card(page).getByRole('link', { name: 'Cells' }).waitFor();

describeBrowser<typeof assignmentVisibilityMachine>(assignmentVisibilityModel, {
  open,
  isKept: true,
  shownState: async ({ page }) => {
    if ((await page.getByRole('article', { name: 'Light' }).count()) === 0) return undefined;
    if ((await card(page).count()) === 0) return 'hidden';
    const text = (await card(page).textContent()) ?? '';
    if (text.includes(m.student_upcoming())) return 'upcoming';
    if (text.includes('8 of 10')) return 'released';
    const done = await card(page).getByRole('progressbar').getAttribute('aria-valuetext');
    if (done === '2 of 2 done') return 'completed';
    const work = done === '1 of 2 done' ? 'inProgress' : 'notStarted';
    return { toDo: { due: text.includes('Overdue') ? 'overdue' : 'inTime', work } };
  },
  mount: (stage) => {
    facts = stage.input as VisibilityFacts;
    return comeAnew(stage, paths.studentDashboard, tellDashboard);
  },
  drive: {
    'clock.moved': becomes(({ now }: { now: number }) => ({ now })),
    'work.begun': becomes(() => ({ work: 'inProgress' })),
    'work.completed': becomes(() => ({ work: 'completed' })),
    'result.released': becomes(() => ({ isReleased: true })),
    'result.recalled': becomes(() => ({ isReleased: false })),
    'assignment.takenBack': becomes(() => ({ isTakenBack: true })),
    'assignment.givenAgain': becomes(() => ({ isTakenBack: false })),
  },
  see: {
    upcoming: async (_snapshot, { page }) => {
      await card(page)
        .getByText(/^Opens /)
        .waitFor();
      expect(await card(page).getByRole('link').count()).toBe(0);
    },
    'toDo.due.inTime': ({ context }, { page }) =>
      card(page)
        .getByText(context.to === null ? m.student_no_due_date() : /^Due /)
        .waitFor(),
    'toDo.due.overdue': (_snapshot, { page }) => card(page).getByText('Overdue', { exact: true }).waitFor(),
    'toDo.work': isOpenable,
    completed: isOpenable,
    released: isOpenable,
    hidden: async (_snapshot, { page }) => expect(await card(page).count()).toBe(0),
  },
});
