import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { builtServer } from '../../scripts/build.ts';
import { spawnServer } from '../../scripts/spawnServer.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { addressOf } from '../../src/views/screen.ts';
import { studentLearnoReportView } from '../../src/views/studentReports/studentLearnoReportView.screen.ts';
import { startLearnosity } from '../server/learnosityServer.ts';
import { expectAccessible } from './accessible.ts';
import { newPage, screenshot } from './browser.ts';
import { signIn } from './gates.ts';
import { giveLesson } from './quizSchool.ts';

const title = 'With the assessment provider';
const code = 'middle-school-science/solar-system-and-beyond/stars-and-galaxies/stars-and-galaxies-quiz';
/** The points of the quiz's questions. The student answers the first, and the last wrongly. */
const points = [1, 2, 1, 2, 1, 2, 2, 1, 1];

/** Stands for the provider's script, which needs the internet: one button that submits. */
const script = `window.LearnosityItems = {
  init: (request, { readyListener }) => {
    const listeners = {};
    const button = Object.assign(document.createElement('button'), { textContent: 'Finish', onclick: () => listeners['test:finished:submit']() });
    document.getElementById('learnosity_assess').append('Questions of ' + request.request.name, button);
    setTimeout(readyListener);
    return { on: (name, listener) => { listeners[name] = listener; } };
  },
};`;

async function signedIn(url: string, name: string): Promise<Page> {
  const page = await newPage({ server: url });
  await page.route('https://items.learnosity.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await signIn(page, name);
  return page;
}
const finish = async (page: Page) => {
  const frame = page.frameLocator('iframe');
  await frame.getByText('Questions of Quiz: stars and galaxies').waitFor();
  await frame.getByRole('button', { name: 'Finish' }).click();
};

it('brings the answers and points of Learnosity to the teacher', async ({ onTestFinished }) => {
  const learnosity = await startLearnosity(Date.now);
  onTestFinished(async () => void (await learnosity.stop()));
  const product = await spawnServer(
    { ORRERY_LEARNOSITY: JSON.stringify(learnosity.settings), ORRERY_PRIVATE_HOSTS: '127.0.0.1' },
    builtServer,
  );
  onTestFinished(async () => void (await product.stop()));
  const { lesson_id, assignment_id } = await giveLesson(
    title,
    [[code.replace('middle-school-science/', ''), ResourceType.providerAssessment]],
    {
      url: product.url,
    },
  );

  const student = await signedIn(product.url, 'maya');
  await student.goto(product.url + paths.lesson(lesson_id, assignment_id));
  const starting = student.waitForResponse(/start_learnosity_assessment/);
  await student.getByRole('button', { name: m.quiz_start() }).click();
  const { data } = (await (await starting).json()) as { data: { result_id: number; setup: { request: string } } };
  const { session_id, user_id, activity_id } = (JSON.parse(data.setup.request) as { request: Record<string, string> }).request as {
    session_id: string;
    user_id: string;
    activity_id: string;
  };
  expect(activity_id).toBe(code);
  await finish(student);
  await student.getByText(m.provider_score_later()).waitFor();

  const teacher = await signedIn(product.url, 'rivera');
  await teacher.setViewportSize({ width: 1366, height: 768 });
  await teacher.goto(product.url + paths.preview(lesson_id));
  await teacher.getByRole('button', { name: m.preview_provider_open() }).click();
  await teacher.getByText(m.preview_provider_nothing_saved()).waitFor();
  await expectAccessible(teacher);
  await screenshot(teacher, 'provider-preview');
  await finish(teacher);
  await teacher.getByText(m.preview_provider_finished()).first().waitFor();
  await teacher.getByRole('button', { name: m.preview_provider_close() }).click();
  await teacher.getByRole('switch', { name: m.preview_key() }).waitFor();

  await teacher.goto(product.url + addressOf(studentLearnoReportView, data.result_id));
  await teacher.getByText(m.studentReports_waiting(), { exact: true }).waitFor();
  await expectAccessible(teacher);
  await screenshot(teacher, 'provider-results-waiting');
  const fetching = teacher.getByRole('button', { name: m.studentReports_fetch() });
  await fetching.click();
  await teacher.getByRole('main').getByText(m.studentReports_not_ready()).waitFor();

  learnosity.sessions.set(session_id, {
    ...{ session_id, user_id, activity_id, status: 'Completed' },
    items: points.map((_, at) => ({ reference: `${code}/${at + 1}`, time: 20 })),
    responses: points.map((max_score, at) => ({
      ...{ item_reference: `${code}/${at + 1}`, max_score, score: at === 0 ? 1 : 0, attempted: at === 0 || at === 8 },
      ...(at === 0 ? { response: { value: ['0'] } } : at === 8 ? { response: { value: ['2'] } } : {}),
    })),
  });
  await fetching.click();
  await teacher.getByRole('main').getByText(m.studentReports_fetched()).waitFor();
  const row = (at: number) => teacher.getByRole('row').filter({ has: teacher.getByRole('cell', { name: String(at), exact: true }) });
  await row(1).getByText('From hydrogen nuclei that join into helium').first().waitFor();
  await row(1)
    .getByText(m.reports_of({ value: '1', max: 1 }))
    .waitFor();
  await row(9).getByText('Stars rise in the east and set in the west').waitFor();
  await row(9)
    .getByText(m.reports_of({ value: '0', max: 1 }))
    .waitFor();
  await teacher
    .getByText(m.student_score({ score: 1, max: 13 }))
    .first()
    .waitFor();
  await expectAccessible(teacher);
  await screenshot(teacher, 'provider-results');
  await teacher.setViewportSize({ width: 390, height: 844 });
  await screenshot(teacher, 'provider-results-phone');
  const [content, width] = await teacher.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(width as number);
});
