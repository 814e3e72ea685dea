import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { builtServer } from '../../scripts/build.ts';
import { freePort } from '../../scripts/kit.ts';
import { type SpawnedServer, spawnServer } from '../../scripts/spawnServer.ts';
import { m } from '../../src/paraglide/messages.js';
import {
  type ClassroomThere,
  type CourseThere,
  coursesScope,
  rostersScope,
  startClassroom,
  type WorkThere,
  workScope,
} from '../server/classroomServer.ts';
import { startOpenIdProvider } from '../server/openIdProvider.ts';
import { expectAccessible } from './accessible.ts';
import { screenshot } from './browser.ts';
import { pageOf } from './gates.ts';
import { giveLesson } from './quizSchool.ts';

const closing: (() => unknown)[] = [];
const folder = mkdtempSync(join(tmpdir(), 'orrery-classroom-'));
const service = 'other';
const subject = 'staff-rivera';
let product: SpawnedServer;
let there: ClassroomThere;
/** Roster ids of students of the teacher's school. */
let pupils: string[];
let pupilNames: string[];

/** Works on the product's database. */
function database<T>(work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(folder, readdirSync(folder).find((name) => name.endsWith('.sqlite')) as string), { timeout: 5_000 });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

beforeAll(async () => {
  const port = await freePort();
  const callback = `http://127.0.0.1:${port}/api/lms/ssoLogin/callback/classroom`;
  const client = { client_id: 'orrery', client_secret: 'a secret of the test' };
  const identity = await startOpenIdProvider([{ ...client, redirect_uris: [callback] }], [coursesScope, rostersScope, workScope]);
  there = await startClassroom(identity.allowedBy);
  closing.push(identity.stop, there.stop);
  const classroom = { ...client, issuer: identity.issuer, district_id: 1001, subject_is_sourced_id: true };
  product = await spawnServer(
    {
      ...{ PORT: String(port), ORRERY_DATA: folder, ORRERY_PRIVATE_HOSTS: '127.0.0.1', ORRERY_CLASSROOM_API: there.origin },
      ORRERY_SINGLE_SIGN_ON: JSON.stringify({ classroom }),
    },
    builtServer,
  );
  closing.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => product.stop(),
  );
  const school = "(select school_id from app_user where user_name = 'rivera')";
  const rows = database((db) =>
    db.prepare(`select sourced_id, user_name from app_user where role_id = 1 and school_id = ${school} order by 1 limit 8`).all(),
  );
  pupils = rows.map(({ sourced_id }) => String(sourced_id));
  pupilNames = rows.map(({ user_name }) => String(user_name));
});
afterAll(async () => {
  for (const stop of closing.reverse()) await stop();
});

/** The identity provider's own pages request a web font, which their policy or the network blocks. */
const expected = [/127\.0\.0\.1.*style|Refused to|favicon|content security policy|ERR_NAME_NOT_RESOLVED/i];

/** Signs in at the service with an arbitrary password, and allows access. */
async function allowThere(page: Page): Promise<void> {
  await page.locator('input[name=login]').fill(subject);
  await page.locator('input[name=password]').fill('anything');
  await page.locator('button[type=submit]').click();
  await page.locator('button[type=submit]').click();
}
const someone = (userId: string, givenName = 'Ivo', familyName = userId) => ({ userId, givenName, familyName });
const newCourse = (id: string, name: string): CourseThere => {
  const course: CourseThere = {
    id,
    name,
    section: 'Period 3',
    courseState: 'ACTIVE',
    teachers: [subject],
    students: pupils.map((one) => someone(one)),
  };
  there.courses.push(course);
  return course;
};

it.each(['desktop', 'phone'] as const)('a teacher makes a class of a course, and brings it up to date, at %s size', async (viewport) => {
  there.courses = [];
  there.works = [];
  const name = `Life science ${viewport}`;
  const taken = `${name}, Period 3`;
  const course = newCourse(viewport, name);
  course.students.push(someone('stranger', 'Nadia', 'Newcomer'));
  newCourse('long', 'Ecosystems and the long names that some courses have '.repeat(4));
  const page = await pageOf('rivera', { server: product.url, viewport, expected });
  const shot = (what: string) => screenshot(page, `classroom-${what}-${viewport}`);
  await page.goto(`${product.url}/authenticated/mygroups/mygroupsHome`);
  await page.getByRole('link', { name: m.classroom_open({ service }) }).click();
  await page.getByRole('heading', { level: 1, name: m.classroom_title({ service }) }).waitFor();
  await page.getByText(m.classroom_unlinked({ service })).waitFor();
  await expectAccessible(page);
  await shot('unlinked');

  await page.getByRole('button', { name: m.classroom_link({ service }) }).click();
  await allowThere(page);
  await page.waitForURL('**/mygroups/classroomService?result=linked');
  await page.getByText(m.classroom_result_linked()).waitFor();
  const make = page.getByRole('button', { name: m.classroom_take_over_of({ name }) });
  await make.waitFor();
  await expectAccessible(page);
  await shot('courses');

  await make.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(m.classroom_joins({ count: 8 })).waitFor();
  await dialog.getByText(`Nadia Newcomer (${m.classroom_reason_noAccount()})`).waitFor();
  await expectAccessible(page);
  await shot('question');
  await dialog.getByRole('button', { name: m.classroom_take_over(), exact: true }).press('Enter');
  await page.getByText(m.classroom_taken_over({ name: taken, count: 8 })).waitFor();
  await expectAccessible(page);
  await shot('done');
  await page.getByRole('button', { name: m.workspace_undo() }).press('Enter');
  await page.getByText(m.classroom_undone_gone()).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(m.classroom_undone());

  await make.click();
  await dialog.getByRole('button', { name: m.classroom_take_over(), exact: true }).click();
  await page.getByText(m.classroom_taken_over({ name: taken, count: 8 })).waitFor();
  course.students = course.students.slice(0, 2);
  await page.getByRole('button', { name: m.classroom_update_of({ name }) }).click();
  await dialog.getByText(m.classroom_much()).waitFor();
  const update = dialog.getByRole('button', { name: m.classroom_update(), exact: true });
  await update.click();
  await dialog.getByText(m.classroom_sure_missing()).waitFor();
  await expectAccessible(page);
  await shot('much');
  await dialog.getByLabel(m.classroom_sure({ count: 6 })).check();
  await update.click();
  await page.getByText(m.classroom_updated({ name: taken, joined: 0, left: 6 })).waitFor();
  await page.getByRole('link', { name: m.classroom_to_class() }).click();
  await page.getByRole('heading', { level: 1, name: taken }).waitFor();
  await page.goBack();

  // Announces an assignment in the course, and again after its due date was changed here.
  await page.getByRole('link', { name: m.classroom_works_link(), exact: true }).click();
  await page.getByRole('heading', { level: 1, name: m.classroom_work_of({ name: taken }) }).waitFor();
  await page.getByText(m.classroom_work_empty()).waitFor();
  await shot('nothing-assigned');
  const given = { url: product.url, className: taken, to_date: '2040-05-01T12:00:00.000Z' };
  await giveLesson(`Cells ${viewport}`, [['energy-and-waves/energy/energy-quiz', ResourceType.quiz]], given);
  await page.reload();
  const announce = page.getByRole('button', { name: m.classroom_work_share_of({ name: `Cells ${viewport}` }) });
  await announce.waitFor();
  await expectAccessible(page);
  await shot('assignments');
  await announce.press('Enter');
  const outcome = page.locator('[data-focus="command-result"]');
  await outcome.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-focus'))).toBe('command-result');
  const [work] = there.works.filter(({ courseId }) => courseId === course.id);
  expect(work).toMatchObject({ state: 'PUBLISHED', dueDate: expect.anything() });
  await page.getByText(m.classroom_work_shared(), { exact: true }).waitFor();
  const inCourse = page.getByRole('link', { name: m.classroom_work_open() });
  expect(await inCourse.first().getAttribute('href')).toBe(work?.alternateLink);
  await expectAccessible(page);
  await shot('announced');
  // Where the announcement leads, for a student of the class.
  const student = await pageOf(pupilNames[0] ?? '', { server: product.url, viewport, expected });
  await student.goto(work?.materials?.[0]?.link.url ?? '');
  await student.getByRole('heading', { level: 1 }).first().waitFor();
  await student.waitForURL(/studentLessonPlayer/);
  await student.close();

  (work as WorkThere).state = 'DELETED';
  there.interrupt = (_url, _asked, method) => (method === 'POST' ? { status: 403 } : undefined);
  database((db) => db.prepare("update classroom_work set title = 'before'").run());
  await page.reload();
  await page.getByText(m.classroom_work_changed()).waitFor();
  await page.getByRole('button', { name: m.classroom_work_update_of({ name: `Cells ${viewport}` }) }).click();
  await page.locator('[data-focus="command-problem"]').waitFor();
  await expectAccessible(page);
  await shot('not-announced');
  there.interrupt = () => undefined;
  await page.getByRole('link', { name: m.classroom_title({ service }) }).click();
  await page.getByRole('heading', { level: 1, name: m.classroom_title({ service }) }).waitFor();

  there.interrupt = () => ({ status: 403 });
  await page.reload();
  await page.getByText(m.classroom_unread()).waitFor();
  await expectAccessible(page);
  await shot('forbidden');
  there.interrupt = () => undefined;
  await page.getByRole('button', { name: m.classroom_unlink() }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: m.classroom_unlink() }).click();
  await page.getByText(m.classroom_unlinked({ service })).waitFor();
});
