import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import type { RunningAssessment } from '../../contract/closing.ts';
import { calls } from '../../contract/index.ts';
import type { closingMachine } from '../../src/machines/closing/closingMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { ownerOf } from '../../src/services/login/storedSession.ts';
import { paths } from '../../src/views/paths.ts';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { closingModel } from '../machines/closing.model.ts';
import { lessonWithQuiz } from '../machines/lessonPlayer.model.ts';
import { overviewOf } from '../machines/quiz.model.ts';
import { ask } from './ask.ts';
import { newPage } from './browser.ts';
import { breakTheClock, endOfTime, keepOwnTime, letTheTimePass } from './endOfTime.ts';
import { forgetDevice, Gates, signIn, writeKept } from './gates.ts';
import { stretch } from './stretch.ts';

let gates: Gates;
let isSignedIn = false;
let owner = '';
beforeAll(async () => {
  const { userData } = await ask(calls.login, { username: 'maya', password: 'science-rocks' });
  owner = ownerOf(userData);
});

/** Reads of the device's kept data, pending until the test lets the device answer. */
interface HeldKept {
  isHeld: boolean;
  waiting: ((keys: readonly string[]) => void)[];
}

/** Runs in the page before any other script: delays the device's first answer about what it keeps. */
function holdKept(): void {
  const kept: HeldKept = { isHeld: true, waiting: [] };
  Object.assign(globalThis, { kept });
  const { getAllKeys } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.getAllKeys = function (...all) {
    if (!kept.isHeld || this.transaction.db.name !== 'orrery.kept') return getAllKeys.apply(this, all);
    const asked = {} as { result: readonly string[]; onsuccess: () => void };
    kept.waiting.push((keys) => {
      asked.result = keys;
      asked.onsuccess();
    });
    return asked as unknown as IDBRequest;
  };
}
/** Timeout for the device, ms. */
const patience = 4_000;

const quizKey = () => `quiz/${owner}/41/11`;
/** Stores on the device, unseen by the page, the questions of an assessment started on it, or nothing. */
const keep = (page: Page, running: RunningAssessment | null) => {
  const quiz = running && { overview: { quiz_id: 41 }, started: { result_id: running.result_id, closes_content: running } };
  return writeKept(page, [[quizKey(), quiz && { v: 1, quiz }]]);
};
/** The device gives its first answer about what it keeps, or a tab announces a change to it. */
const tell = (page: Page, keys: readonly string[]) =>
  expect
    .poll(
      () =>
        page.evaluate((known) => {
          const { kept } = globalThis as unknown as { kept: HeldKept };
          if (!kept.isHeld) {
            new BroadcastChannel('orrery.kept').postMessage('changed');
            return true;
          }
          const waiting = kept.waiting.splice(0);
          kept.isHeld = waiting.length === 0;
          for (const one of waiting) one(known);
          return !kept.isHeld;
        }, keys),
      { message: 'nobody asks what is kept' },
    )
    .toBe(true);

const fromNow = async (page: Page, running: RunningAssessment | null) => running && { ...running, end_time: await endOfTime(page) };
const answered = async ({ output }: { output: RunningAssessment | null }, { page }: { page: Page }) =>
  gates.answer(calls.runningAssessment, await fromNow(page, output));
const unanswered = ({ error }: { error: { code: number; message: string } }) => gates.fail(calls.runningAssessment, error);

/** A reading and the quiz that is open beside it. Opening closed content would be a separate step. */
const lesson = lessonWithQuiz();
const listed = (page: Page) => page.getByRole('navigation', { name: m.player_resources() }).getByRole('listitem').allTextContents();
const isListed =
  (reading: string) =>
  (_snapshot: unknown, { page }: { page: Page }) =>
    expect.poll(() => listed(page)).toEqual([reading, 'Resource 2']);

describeBrowser<typeof closingMachine>(closingModel, {
  open: async () => {
    const page = await newPage({ isKept: true, expected: [/ERR_FAILED/] });
    gates = new Gates(page);
    isSignedIn = false;
    return page;
  },
  isKept: true,
  mount: async ({ page }) => {
    await gates.open();
    if (isSignedIn) await forgetDevice(page);
    else {
      await page.addInitScript(holdKept);
      await page.addInitScript(keepOwnTime);
      await stretch(page, patience);
      await signIn(page, 'maya');
    }
    isSignedIn = true;
    await gates.always(calls.lessonPlayer, lesson);
    await gates.always(calls.trackLesson, 501);
    await gates.always(calls.trackResource, 601);
    await gates.always(calls.quizDetails, { quiz_details: overviewOf(null) });
    await gates.hold(calls.runningAssessment);
    await page.goto(`${paths.lesson(11, 21)}?resource=2`);
    await page.getByRole('button', { name: m.quiz_start() }).waitFor();
  },
  drive: {
    'device.read': async ({ running }, { page }) => {
      await keep(page, await fromNow(page, running));
      await tell(page, running ? [quizKey()] : []);
    },
    'assessment.noticed': (_event, { page }) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange'))),
    'xstate.done.actor.askServer': answered,
    'xstate.error.actor.askServer': unanswered,
    'xstate.done.actor.askServerAgain': answered,
    'xstate.error.actor.askServerAgain': unanswered,
    'xstate.done.actor.awaitEnd': (_event, { page }) => letTheTimePass(page),
    'xstate.error.actor.awaitEnd': (_event, { page }) => breakTheClock(page),
  },
  see: {
    looking: isListed('Resource 1 (done)'),
    open: isListed('Resource 1 (done)'),
    closed: isListed('Resource 1 (done) (closed during the assessment)'),
  },
});
