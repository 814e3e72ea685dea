import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { expectAccessible } from './accessible.ts';
import { screenshot } from './browser.ts';
import { pageOf } from './gates.ts';

const at = '2027-09-01T10:00:00.000Z';
const files = {
  'manifest.csv': 'propertyName,value\noneroster.version,1.1\nfile.academicSessions,delta\nfile.classes,delta\n',
  'academicSessions.csv': [
    'sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear',
    `fall-2026,active,${at},Fall,term,2026-08-12,2026-08-14,year-2027,2027`,
    `winter,active,${at},Winter,term,2026-12-20,2026-02-31,year-2027,2027`,
    `spring-2027,active,${at},Spring,term,2027-01-10,2027-05-27,year-2027,2027`,
    '',
  ].join('\n'),
  'classes.csv': [
    'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classType,schoolSourcedId,termSourcedIds,subjects,periods',
    `cr-sci6-p4,active,${at},"Science 6, Period 4",06,science-6,scheduled,cedar-ridge,fall-2026,Science,4`,
    '',
  ].join('\n'),
};

it('brings terms with a roster, compares them first, and shows them on the class and to administrators', async () => {
  const page = await pageOf('lindqvist');
  await page.goto('/authenticated/admin/manageUsers/oneRosterImport');
  await page
    .locator('input[type=file]')
    .setInputFiles(Object.entries(files).map(([name, text]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })));
  await page.getByRole('button', { name: m.rostering_continue() }).click();
  await page.getByRole('rowheader', { name: 'Spring' }).waitFor();
  await page.getByText('Terms: 2026-2027 → Fall').waitFor();
  await page.getByRole('rowheader', { name: m.roster_why_sessionLeftOut() }).waitFor();
  await screenshot(page, 'roster-terms-compared');
  await expectAccessible(page);
  await page.getByRole('button', { name: m.rostering_confirm() }).click();
  await page.getByText('Imported', { exact: true }).waitFor();
  const address = page.url();
  await page.goto('/authenticated/admin/manageUsers/oneRoster');
  await page.getByRole('link', { name: m.sessions_title(), exact: true }).click();
  await page.getByRole('rowheader', { name: 'Spring' }).waitFor();
  expect(await page.getByRole('row', { name: /^Fall/ }).textContent()).toContain('Over');
  await screenshot(page, 'roster-terms');
  await expectAccessible(page);

  const teacher = await pageOf('rivera', { viewport: 'phone', theme: 'dark', locale: 'es-MX' });
  await teacher.goto('/authenticated/mygroups/mygroupsHome');
  const name = 'Science 6, Period 4';
  await teacher
    .getByRole('article')
    .filter({ hasText: name })
    .getByText(m.groups_over({}, { locale: 'es' }))
    .waitFor();
  await screenshot(teacher, 'roster-terms-classes');
  await teacher.getByRole('article').getByRole('link', { name }).click();
  await teacher.getByText(m.groups_over_text({}, { locale: 'es' })).waitFor();
  await screenshot(teacher, 'roster-terms-class');
  await expectAccessible(teacher);

  await page.goto(address);
  await page.getByRole('button', { name: m.rostering_undo_import() }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: m.rostering_undo_import() }).click();
  await page.getByText(m.rostering_over_rolledBack_text()).first().waitFor();
  await teacher.reload();
  await teacher.getByText(/2026-2027: /).waitFor();
  expect(await teacher.getByText(m.groups_over_text({}, { locale: 'es' })).count()).toBe(0);
});
