import type { BrowserContext, Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { crash, newPage } from './browser.ts';
import { signIn } from './gates.ts';
import { type GivenQuiz, giveQuiz, goOnWithQuiz, question, saveStatus } from './quizSchool.ts';

const saves = /\/quiz\/save_answers(\?|$)/;
const submissions = /\/quiz\/submit_quiz_response(\?|$)/;

/** What happens to a kind of call: it passes, is held before the server, is held with its response, or is dropped. */
type Way = 'pass' | 'before' | 'after' | 'lost';

/** A point in the network where the test stops one kind of call. */
class Stop {
  way: Way = 'pass';
  #reached = 0;

  constructor(context: BrowserContext, calls: RegExp) {
    void context.route(calls, (route) => this.#meet(route));
  }

  async #meet(route: Route): Promise<void> {
    const { way } = this;
    try {
      if (way === 'pass') return await route.continue();
      if (way === 'lost') await route.abort();
      if (way === 'after') await route.fetch();
      this.#reached += 1;
    } catch {
      // The page has crashed.
    }
  }

  /** Waits until a call has come this far. From now on, calls of this kind stop here. */
  async reached(way: Way, act: () => Promise<unknown>): Promise<void> {
    const before = this.#reached;
    this.way = way;
    await act();
    await expect.poll(() => this.#reached).toBeGreaterThan(before);
  }
}

/** Runs in the page before any other script: while `holdWrites` is set, the device neither stores an attempt nor reports it. */
function mayHoldWrites(): void {
  const get = IDBObjectStore.prototype.get;
  IDBObjectStore.prototype.get = function (key) {
    const isHeld = (globalThis as { holdWrites?: boolean }).holdWrites && String(key).startsWith('attempt/');
    return isHeld && this.transaction.mode === 'readwrite' ? ({} as IDBRequest) : get.call(this, key);
  };
}
const holdWrites = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { holdWrites: true }));

/** Hides the page for a moment, so that pending data is sent at once. */
const hurry = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
  });
const comeBackOnline = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('online')));

const close = (page: Page) => page.close();

it('at 20 points a page dies; what the screen had promised is there when it is opened again', async () => {
  const [quiz, last] = [await giveQuiz('maya', 'Twenty endings'), await giveQuiz('maya', 'The last ending')];
  const { quiz_details } = await quiz.started();
  const choices = quiz_details.questions.filter(({ question_type }) => /single_choice|true_false/.test(question_type));
  expect(choices.length).toBeGreaterThan(2);
  const first = await newPage({ expected: [/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/] });
  const context = first.context();
  await context.addInitScript(mayHoldWrites);
  const [save, submit] = [new Stop(context, saves), new Stop(context, submissions)];
  /** What the screen has confirmed: index of the chosen option, by question. */
  const promised = new Map<number, number>();

  const openQuiz = async (given: GivenQuiz = quiz, page?: Page): Promise<Page> => {
    const opened = page ?? (await context.newPage());
    await opened.goto(given.path);
    await goOnWithQuiz(opened);
    return opened;
  };
  const option = (page: Page, id: number, place: number) => question(page, id).getByRole('radio').nth(place);
  /** Chooses a new option for one question after another; not confirmed yet. */
  let turn = 0;
  const choose = async (page: Page): Promise<{ id: number; place: number; before: number | undefined }> => {
    const { id, answer_options } = choices[turn++ % choices.length]!;
    const before = promised.get(id);
    const place = before === undefined ? 0 : (before + 1) % answer_options.length;
    await option(page, id, place).check();
    return { id, place, before };
  };
  const promise = ({ id, place }: { id: number; place: number }) => void promised.set(id, place);
  /** The screen moves on to the list of answers, so the device has all of them. */
  const moveOn = async (page: Page) => {
    await page.getByRole('button', { name: m.quiz_look_over() }).click();
    await page.getByRole('heading', { name: m.quiz_look_over() }).waitFor();
  };
  const answer = async (page: Page) => {
    promise(await choose(page));
    await moveOn(page);
  };

  /** What happens at each point. Returns the page that is still alive, if any. */
  const points: [string, (page: Page) => Promise<unknown>][] = [
    [
      'after choosing, before the device has it',
      async (page) => {
        await holdWrites(page);
        const { id, place, before } = await choose(page);
        await crash(page);
        const next = await openQuiz();
        await question(next, id).waitFor();
        // Nothing was confirmed, so either the old or the new option is checked.
        const checked = await question(next, id)
          .getByRole('radio')
          .evaluateAll((all) => all.findIndex((one) => (one as HTMLInputElement).checked));
        expect([before ?? -1, place]).toContain(checked);
        if (checked >= 0) promised.set(id, checked);
        return next;
      },
    ],
    ['on the device, not sent: the process is killed', (page) => answer(page).then(() => crash(page))],
    ['on the device, not sent: the tab is closed', (page) => answer(page).then(() => close(page))],
    [
      'two answers, the second changed at once',
      async (page) => {
        promise(await choose(page));
        await answer(page);
        await crash(page);
      },
    ],
    [
      'on the way to the server: the process is killed',
      async (page) => {
        await answer(page);
        await save.reached('before', () => hurry(page));
        await crash(page);
      },
    ],
    [
      'the server has it, the page does not know',
      async (page) => {
        await answer(page);
        await save.reached('after', () => hurry(page));
        await crash(page);
      },
    ],
    [
      'after “Saved”',
      async (page) => {
        promise(await choose(page));
        await hurry(page);
        await saveStatus(page, 'saved').waitFor();
        await crash(page);
      },
    ],
    [
      'after “Saved”, before the device knows',
      async (page) => {
        await answer(page);
        await holdWrites(page);
        await hurry(page);
        await saveStatus(page, 'saved').waitFor();
        await crash(page);
      },
    ],
    [
      'no connection, “only on this device”: the process is killed',
      async (page) => {
        await answer(page);
        await save.reached('lost', () => hurry(page));
        await saveStatus(page, 'offline').waitFor();
        await crash(page);
      },
    ],
    [
      'no connection, “only on this device”: the tab is closed',
      async (page) => {
        await answer(page);
        await save.reached('lost', () => hurry(page));
        await saveStatus(page, 'offline').waitFor();
        await close(page);
      },
    ],
    [
      'the connection is back, what waited is on its way',
      async (page) => {
        await answer(page);
        await save.reached('lost', () => hurry(page));
        await saveStatus(page, 'offline').waitFor();
        await save.reached('before', () => comeBackOnline(page));
        await crash(page);
      },
    ],
    [
      'the connection is back, the server has it, its answer is on its way',
      async (page) => {
        await answer(page);
        await save.reached('lost', () => hurry(page));
        await saveStatus(page, 'offline').waitFor();
        await save.reached('after', () => comeBackOnline(page));
        await crash(page);
      },
    ],
    [
      'another screen sends what was left',
      async (page) => {
        await answer(page);
        await close(page);
        const home = await context.newPage();
        await save.reached('before', () => home.goto(paths.studentReport));
        await crash(home);
      },
    ],
    [
      'taken over by a second tab, the first dies while it lets go',
      async (page) => {
        await answer(page);
        const second = await openQuiz();
        await second.getByRole('main').getByText(m.quiz_elsewhere()).waitFor();
        await holdWrites(page);
        await second.getByRole('button', { name: m.quiz_continue_here() }).click();
        await close(page);
        return second;
      },
    ],
    [
      'taken over by a second tab, which dies: the first goes on',
      async (page) => {
        const second = await openQuiz();
        await second.getByRole('button', { name: m.quiz_continue_here() }).click();
        await question(second, choices[0]!.id).waitFor();
        promise(await choose(second));
        await moveOn(second);
        await close(second);
        return page;
      },
    ],
    [
      'on the way to the server: the tab is closed',
      async (page) => {
        await answer(page);
        await save.reached('before', () => hurry(page));
        await close(page);
      },
    ],
    [
      'loaded again',
      async (page) => {
        await answer(page);
        await page.reload();
        await goOnWithQuiz(page);
        return page;
      },
    ],
    [
      'away to another page, and Back',
      async (page) => {
        await answer(page);
        await page.goto('about:blank');
        await page.goBack();
        const start = page.getByRole('button', { name: /^(Start|Continue) quiz$/ });
        await start
          .or(page.getByRole('heading', { name: m.quiz_look_over() }))
          .first()
          .waitFor();
        if (await start.isVisible()) await start.click();
        else await page.getByRole('button', { name: m.quiz_back_to_questions() }).click();
        return page;
      },
    ],
    [
      'handed in, before the device knows',
      async (page) => {
        await answer(page);
        await holdWrites(page);
        await page.getByRole('button', { name: m.quiz_hand_in() }).click();
        await page.locator('main button[data-pending]').waitFor();
        await crash(page);
      },
    ],
  ];

  await signIn(first, 'maya');
  let page = await openQuiz(quiz, first);
  await page.getByRole('combobox', { name: m.quiz_layout() }).selectOption('all');
  for (const [name, reach] of points) {
    const left = (await reach(page)) as Page | undefined;
    save.way = 'pass';
    page = left ?? (await openQuiz());
    for (const [id, place] of promised)
      await expect
        .poll(
          () =>
            option(page, id, place)
              .isChecked()
              .catch(() => false),
          { message: `${name}: question ${id}` },
        )
        .toBe(true);
    expect((await quiz.result())?.state, name).toBe('started');
  }

  // The last two: during submission, and after it but before the receipt.
  await moveOn(page);
  await submit.reached('before', () => page.getByRole('button', { name: m.quiz_hand_in() }).click());
  await crash(page);
  submit.way = 'pass';
  const receiptOf = async (opened: Page, given: GivenQuiz) => {
    await opened.getByRole('heading', { name: 'Responses of Quiz Saved - Successfully' }).waitFor();
    const result = await given.result();
    expect(result).toMatchObject({ state: 'graded' });
    await opened
      .getByText(result?.receipt as string)
      .first()
      .waitFor();
    return result;
  };
  page = await openQuiz();
  expect((await receiptOf(page, quiz))?.answered).toBe(promised.size);

  await openQuiz(last, page);
  const { id, place } = await choose(page);
  promised.clear();
  promise({ id, place });
  await moveOn(page);
  await submit.reached('after', () => page.getByRole('button', { name: m.quiz_hand_in() }).click());
  await crash(page);
  submit.way = 'pass';
  page = await context.newPage();
  await page.goto(last.path);
  expect((await receiptOf(page, last))?.answered).toBe(1);
  expect(points.length + 2).toBeGreaterThanOrEqual(20);
});
