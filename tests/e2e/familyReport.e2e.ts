import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import { addressOf } from '../../src/views/screen.ts';
import { studentReportView } from '../../src/views/studentReports/studentReportView.screen.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { newPage } from './browser.ts';
import { signIn } from './gates.ts';

/** Pages of a PDF. */
const pagesIn = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** A year of the sample school: every list of the letter has more than it writes out. */
const period = { from_date: '2020-01-01', to_date: '2100-01-01' };

it('the report for a family prints on one or two pages in either language, and no student reaches it', async () => {
  const { token, userData } = await ask(calls.loginWithoutDistrict, { username: 'rivera', password: 'science-rocks' });
  const { userData: maya } = await ask(calls.loginWithoutDistrict, { username: 'maya', password: 'science-rocks' });
  const classes = await ask(calls.classesForLesson, { user_puid: userData.userPuid }, token);
  const { group_puid } = classes.find(({ group_name }) => group_name === 'Science 6, Period 2')!;
  const report = await ask(calls.familyReport, { group_puid, student_puid: maya.userPuid, ...period }, token);
  expect(report.results.length).toBeGreaterThan(10);
  const address = addressOf(studentReportView, group_puid, maya.userPuid);
  const search = `from=${period.from_date}&to=${period.to_date}`;

  const page = await newPage();
  await signIn(page, 'rivera');
  for (const language of ['en', 'es'] as const) {
    await page.goto(`${address}?${search}&language=${language}`);
    await page
      .getByRole('heading', { level: 2, name: m.studentReports_family_title({ name: 'Maya Castillo' }, { locale: language }) })
      .waitFor();
    await expectAccessible(page);
    const pages = pagesIn(await page.pdf({ format: 'Letter' }));
    expect([language, pages > 0 && pages <= 2]).toEqual([language, true]);
    // Paper has the letter alone.
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: m.library_print() }).isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
  }

  const own = await newPage();
  await signIn(own, 'maya');
  await own.goto(address);
  await own.getByRole('heading', { level: 1 }).waitFor();
  expect(await own.locator('body').textContent()).not.toContain(m.studentReports_family_done());
});
