import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isAnswered } from '../../common/attempt.ts';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { contactMachine } from '../../src/machines/quiz/contactMachine.ts';
import type { quizMachine } from '../../src/machines/quiz/quizMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { describeBrowser, type PageStage } from '../kit/describeBrowser.ts';
import { having } from '../kit/words.ts';
import { contactModel } from '../machines/contact.model.ts';
import { lessonOf } from '../machines/lessonPlayer.model.ts';
import { overviewOf, quizOnScreen, startedQuiz } from '../machines/quiz.model.ts';
import { newPage } from './browser.ts';
import { breakTheClock, endOfTime, keepOwnTime, letTheTimePass } from './endOfTime.ts';
import { forgetDevice, Gates, signIn } from './gates.ts';

let gates: Gates;
let isSignedIn = false;

/** A lesson with one resource: the model's quiz. */
const [resource] = lessonOf(0).lesson_resources;
const lesson = { ...lessonOf(), lesson_resources: [{ ...resource!, resource_type_id: ResourceType.quiz, quiz_id: 41 }] };

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const palette = (page: Page) => page.getByRole('navigation', { name: 'Questions', exact: true }).getByRole('button');

/** Device operations that this test's page holds until the test continues. */
interface HeldDevice {
  /** Set from the moment a tab waits for an attempt. */
  isHeld: boolean;
  name?: string;
  claim?: () => void;
  refuse?: () => void;
  read?: { done: (value: unknown) => void; fail: () => void };
  write?: { done: () => void; fail: () => void };
}

/**
 * Runs in the page before any other script: locks, attempt storage and short delays wait for the test. A lone page would otherwise pass
 * them before anything can be checked.
 */
function holdDevice(): void {
  const device: HeldDevice = { isHeld: false };
  Object.assign(globalThis, { device });
  const isAttempt = (key: unknown) => device.isHeld && String(key).startsWith('attempt/');

  const request = navigator.locks.request.bind(navigator.locks) as (...all: unknown[]) => Promise<unknown>;
  navigator.locks.request = ((name: string, options: LockOptions, work: (lock: unknown) => unknown) => {
    if (!name.startsWith('orrery.attempt.')) return request(name, options, work);
    if (options.ifAvailable) return Promise.resolve(work(null));
    device.isHeld = true;
    device.name = name;
    return new Promise<unknown>((resolve, reject) => {
      device.claim = () => resolve(work({ name }));
      options.signal?.addEventListener('abort', () => reject(new DOMException('Gone', 'AbortError')));
    });
  }) as typeof navigator.locks.request;

  const get = IDBObjectStore.prototype.get;
  IDBObjectStore.prototype.get = function (key) {
    if (!isAttempt(key)) return get.call(this, key);
    if (this.transaction.mode === 'readonly') {
      const asked = {} as { result: unknown; error: unknown; onsuccess: () => void; onerror: () => void };
      device.read = {
        done: (value) => {
          asked.result = value;
          asked.onsuccess();
        },
        fail: () => {
          asked.error = new DOMException('Off', 'InvalidStateError');
          asked.onerror();
        },
      };
      return asked as unknown as IDBRequest;
    }
    const ends: { done?: () => void; fail?: () => void } = {};
    for (const [event, end] of [
      ['oncomplete', 'done'],
      ['onabort', 'fail'],
    ] as const)
      Object.defineProperty(this.transaction, event, {
        set: (handler: () => void) => {
          ends[end] = handler;
          const { done, fail } = ends;
          // Before that, the page would not hear how the write ends.
          if (done && fail) device.write = { done, fail };
        },
      });
    return get.call(this, key);
  };

  const set = window.setTimeout;
  window.setTimeout = ((work: () => void, delay = 0) => {
    if (delay === 200) {
      device.refuse = work;
      return 0;
    }
    // Timeout for the device: as long as the test takes.
    if (delay === 4_000) return 0;
    const isShort = (delay > 490 && delay < 1_000) || delay === 3_000;
    return set(work, isShort ? delay * 20 : delay);
  }) as typeof setTimeout;
}

/** Lets the page's device continue, as soon as it is waiting. */
async function goOn(page: Page, what: 'claim' | 'refuse' | 'read' | 'write', end?: 'done' | 'fail', value?: unknown): Promise<void> {
  const tried = () =>
    page.evaluate(
      ([part, how, found]) => {
        const { device } = globalThis as unknown as { device: Record<string, unknown> };
        const waiting = device[part] as (() => void) | Record<string, (value: unknown) => void> | undefined;
        if (!waiting) return false;
        delete device[part];
        if (typeof waiting === 'function') waiting();
        else waiting[how as string]?.(found);
        return true;
      },
      [what, end, value] as const,
    );
  await expect.poll(tried, { message: `nothing waits: ${what}` }).toBe(true);
}

const saveWords = (page: Page) => page.locator('[data-save=answers] [data-kind]');
/** Long enough for every short delay as stretched by `holdDevice`. */
const letShortDelaysPass = (page: Page) => page.clock.runFor(20_000);
const isOpen = (snapshot: { context: { layout: string }; _nodes: { path: string[] }[] }) =>
  !snapshot._nodes.some(({ path }) => path.at(-1) === 'closed');

const walk = {
  open: async () => {
    const page = await newPage({ isKept: true, expected: [/status of [45]\d\d/, /ERR_FAILED/] });
    gates = new Gates(page);
    isSignedIn = false;
    return page;
  },
  isKept: true,
};

/** Opens the lesson whose resource is the quiz, with the answers of the server and the device held back. */
async function mount({ page }: Pick<PageStage, 'page'>): Promise<void> {
  await gates.open();
  if (isSignedIn) await forgetDevice(page);
  else {
    // After the page's clock, whose delays it holds.
    await page.addInitScript(holdDevice);
    await page.addInitScript(keepOwnTime);
  }
  await gates.always(calls.lessonPlayer, lesson);
  await gates.always(calls.trackLesson, 501);
  await gates.always(calls.trackResource, 601);
  await gates.hold(calls.quizDetails, calls.startQuiz, calls.submitQuiz, calls.saveAnswers);
  if (!isSignedIn) await signIn(page, 'maya');
  isSignedIn = true;
  await page.goto(paths.lesson(11, 21));
  await page.getByRole('heading', { level: 1, name: 'Resource 1' }).waitFor();
}

/** The server has the answers that were sent last. */
const answerSave = () =>
  gates.answer(calls.saveAnswers, ({ answers }: { answers: { question_id: number; sequence: number }[] }) => ({
    saved: answers.map(({ question_id, sequence }) => ({ question_id, sequence })),
    end_time: null,
  }));
const comeBack = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('online')));
const hidePage = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
  });

describeBrowser<typeof quizMachine>(quizOnScreen, {
  ...walk,
  mount,
  drive: {
    'overview.retried': (_event, { page }) => press(page, m.common_try_again()),
    'quiz.started': (_event, { page }) => press(page, m.quiz_start()),
    'attempt.claimed': (_event, { page }) => goOn(page, 'claim'),
    'attempt.heldElsewhere': (_event, { page }) => goOn(page, 'refuse'),
    'attempt.wanted': (_event, { page }) =>
      page.evaluate(() => {
        const { device } = globalThis as unknown as { device: HeldDevice };
        new BroadcastChannel('orrery.attempts').postMessage(device.name);
      }),
    'attempt.asked': (_event, { page }) => press(page, m.quiz_continue_here()),
    'attempt.looked': (_event, { page }) => press(page, m.quiz_look_handed_in()),
    'question.opened': async ({ index }, { page }) => {
      if (await page.getByRole('heading', { name: /^Question \d/ }).isVisible()) await palette(page).nth(index).click();
      else await press(page, `Change question ${index + 1}`);
    },
    'question.visited': ({ index }, { page }) => palette(page).nth(index).click(),
    'answer.changed': (_event, { page }) => page.getByRole('checkbox', { name: 'Yes' }).first().check(),
    'answer.cleared': (_event, { page }) => press(page, m.quiz_clear()),
    'question.flagged': (_event, { page }) => page.getByRole('button', { name: /^Flag/ }).first().click(),
    'option.crossedOut': (_event, { page }) => page.getByRole('button', { name: 'Cross out: No' }).first().click(),
    'layout.chosen': async ({ layout }, { page }) => {
      await page.getByRole('combobox', { name: m.quiz_layout() }).selectOption(layout);
    },
    'quiz.reviewed': (_event, { page }) => press(page, m.quiz_look_over()),
    'review.closed': (_event, { page }) => press(page, m.quiz_back_to_questions()),
    'quiz.submitted': (_event, { page }) => press(page, m.quiz_hand_in()),
    'delivery.retried': (_event, { page }) => press(page, m.common_try_again()),
    'connection.restored': (_event, { page }) => comeBack(page),
    'page.hidden': (_event, { page }) => hidePage(page),
    'xstate.done.actor.loadOverview': async ({ output }, { page }) => {
      // The device is not asked for leftovers of a finished attempt.
      await page.evaluate(() => Object.assign((globalThis as unknown as { device: HeldDevice }).device, { isHeld: false }));
      await gates.answer(calls.quizDetails, { quiz_details: output });
    },
    'xstate.error.actor.loadOverview': ({ error }) => gates.fail(calls.quizDetails, error),
    'xstate.done.actor.startQuiz': async ({ output }, { page }) => {
      await gates.answer(calls.startQuiz, { ...output, end_time: await endOfTime(page) });
    },
    'xstate.error.actor.startQuiz': ({ error }) => gates.fail(calls.startQuiz, error),
    'xstate.done.actor.readKept': ({ output }, { page }) =>
      goOn(page, 'read', 'done', output.kept ? { v: 1, attempt: output.kept } : undefined),
    'xstate.error.actor.readKept': (_event, { page }) => goOn(page, 'read', 'fail'),
    'xstate.done.actor.keepAttempt': (_event, { page }) => goOn(page, 'write', 'done'),
    'xstate.error.actor.keepAttempt': (_event, { page }) => goOn(page, 'write', 'fail'),
    'xstate.done.actor.keepSubmission': (_event, { page }) => goOn(page, 'write', 'done'),
    'xstate.error.actor.keepSubmission': (_event, { page }) => goOn(page, 'write', 'fail'),
    'xstate.done.actor.keepForOther': (_event, { page }) => goOn(page, 'write', 'done'),
    'xstate.error.actor.keepForOther': (_event, { page }) => goOn(page, 'write', 'fail'),
    'xstate.done.actor.saveAnswers': answerSave,
    'xstate.error.actor.saveAnswers': ({ error }) => gates.fail(calls.saveAnswers, error),
    'xstate.after.quiet.quiz.attempt.answering.saving.waiting': (_event, { page }) => page.clock.runFor(60_000),
    'xstate.after.retry.quiz.attempt.answering.saving.queued': (_event, { page }) => letShortDelaysPass(page),
    'xstate.after.retry.quiz.attempt.handingIn.queued': (_event, { page }) => letShortDelaysPass(page),
    'xstate.done.actor.awaitEnd': (_event, { page }) => letTheTimePass(page),
    'xstate.error.actor.awaitEnd': (_event, { page }) => breakTheClock(page),
    'xstate.done.actor.submitQuiz': ({ output }) => gates.answer(calls.submitQuiz, output),
    'xstate.error.actor.submitQuiz': ({ error }) => gates.fail(calls.submitQuiz, error),
  },
  see: {
    loading: async (_snapshot, { page }) => expect(await page.getByRole('button', { name: /quiz/i }).count()).toBe(0),
    unavailable: async (_snapshot, { page }) => {
      await page.getByText(m.quiz_unavailable()).first().waitFor();
      await page.getByText('No such quiz').first().waitFor();
    },
    overview: async ({ context }, { page }) => {
      await page.getByRole('button', { name: m.quiz_start() }).waitFor();
      await expect.poll(() => page.getByText(m.quiz_start_failed()).count()).toBe(context.problem ? 1 : 0);
    },
    starting: (_snapshot, { page }) => page.locator('main button[data-pending]').waitFor(),
    'attempt.claiming': async (_snapshot, { page }) => expect(await page.getByRole('heading', { name: /^Question \d/ }).count()).toBe(0),
    'attempt.elsewhere': async (_snapshot, { page }) => {
      await page.getByRole('main').getByText(m.quiz_elsewhere()).waitFor();
      expect(await page.getByRole('checkbox').count()).toBe(0);
    },
    'attempt.takingUp': async (_snapshot, { page }) => expect(await page.getByRole('checkbox').count()).toBe(0),
    'attempt.yielding': async (_snapshot, { page }) => expect(await page.getByRole('checkbox').count()).toBe(0),
    'attempt.restoring': async (_snapshot, { page }) => expect(await page.getByRole('checkbox').count()).toBe(0),
    'attempt.answering.place.question': async (snapshot, { page }) => {
      if (!isOpen(snapshot)) return;
      const { context } = snapshot;
      await page.getByRole('heading', { name: `Question ${context.index + 1} of 2`, exact: true }).waitFor();
      const states = [1, 2].map((id) =>
        context.flagged.includes(id) ? 'flagged' : isAnswered(context.answers[id]) ? 'answered' : m.quiz_state_open(),
      );
      await expect
        .poll(() => palette(page).evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label'))))
        .toEqual(states.map((state, at) => `Question ${at + 1}: ${state}`));
    },
    'attempt.answering.place.turning': ({ context }, { page }) =>
      page.getByRole('heading', { name: `Question ${context.index + 1} of 2`, exact: true }).waitFor(),
    'attempt.answering.place.reviewing': async (snapshot, { page }) => {
      if (isOpen(snapshot)) await page.getByRole('heading', { name: m.quiz_look_over() }).waitFor();
    },
    'attempt.answering.keeping': async (snapshot, { page }) => {
      const expected = isOpen(snapshot) && snapshot.hasTag('unkept') ? 1 : 0;
      await expect
        .poll(() =>
          page
            .getByRole('main')
            .getByText(/^This browser does not keep anything on this device/)
            .count(),
        )
        .toBe(expected);
    },
    'attempt.answering.saving.settled': async (_snapshot, { page }) =>
      expect.poll(() => saveWords(page).getAttribute('data-kind')).toBe('saved'),
    'attempt.answering.saving.waiting': async (_snapshot, { page }) =>
      expect.poll(() => saveWords(page).getAttribute('data-kind')).toBe('saving'),
    'attempt.answering.saving.sending': async ({ context }, { page }) =>
      expect.poll(() => saveWords(page).getAttribute('data-kind')).toBe(context.failures > 0 ? 'offline' : 'saving'),
    'attempt.answering.saving.queued': async (_snapshot, { page }) =>
      expect.poll(() => saveWords(page).getAttribute('data-kind')).toBe('offline'),
    'attempt.answering.saving.refused': (_snapshot, { page }) => page.getByRole('button', { name: m.quiz_download() }).waitFor(),
    'attempt.answering.saving.closed': (_snapshot, { page }) => page.getByRole('main').getByText(m.quiz_closed()).waitFor(),
    'attempt.handingIn.keeping': (_snapshot, { page }) => page.locator('main button[data-pending]').waitFor(),
    'attempt.handingIn.sending': (_snapshot, { page }) => page.locator('main button[data-pending]').waitFor(),
    'attempt.handingIn.queued': async (_snapshot, { page }) => {
      await page.getByRole('main').getByText('Failed to submit. Please try submitting again').waitFor();
      await page.getByText(/as soon as there is a connection, even on your next visit/).waitFor();
      expect(await page.getByRole('button', { name: m.quiz_back_to_questions() }).getAttribute('aria-disabled')).toBe('true');
    },
    'attempt.handingIn.refused': (_snapshot, { page }) => page.getByText(having(m.quiz_nothing_lost())).waitFor(),
    submitted: async ({ context }, { page }) => {
      await page.getByRole('heading', { name: 'Responses of Quiz Saved - Successfully' }).waitFor();
      await page.getByText(context.result.receipt).waitFor();
    },
  },
});

/** A save of the answers is on its way. */
async function save(page: Page): Promise<void> {
  if ((await saveWords(page).getAttribute('data-kind')) === 'saved') {
    const choice = page.getByRole('checkbox', { name: 'Yes' }).first();
    await choice.setChecked(!(await choice.isChecked()));
    await goOn(page, 'write', 'done');
  }
  await comeBack(page);
  await hidePage(page);
}

describeBrowser<typeof contactMachine>(contactModel, {
  ...walk,
  mount: async ({ page }) => {
    await mount({ page });
    await gates.answer(calls.quizDetails, { quiz_details: overviewOf(null) });
    await press(page, m.quiz_start());
    await gates.answer(calls.startQuiz, startedQuiz);
    await goOn(page, 'claim');
    await goOn(page, 'read', 'done');
    await page.getByRole('heading', { name: 'Question 1 of 2', exact: true }).waitFor();
  },
  drive: {
    'server.reached': async (_event, { page }) => {
      await save(page);
      await answerSave();
    },
    'server.missed': async (_event, { page }) => {
      await save(page);
      await gates.fail(calls.saveAnswers, { code: 503, message: 'Service unavailable' });
    },
    'connection.restored': (_event, { page }) => comeBack(page),
    'page.hidden': (_event, { page }) => hidePage(page),
  },
  see: Object.fromEntries(
    ['heard', 'silent', 'lost'].map((state) => [
      state,
      async (_snapshot: unknown, { page }: PageStage) => {
        await expect.poll(() => page.getByRole('main').getByText(m.quiz_lost()).count()).toBe(state === 'lost' ? 1 : 0);
      },
    ]),
  ),
});
