import { it } from 'vitest';
import { idOf } from '../../server/content/ids.ts';
import { m } from '../../src/paraglide/messages.js';
import { audit } from '../../src/views/audit/audit.screen.ts';
import { contentSetup } from '../../src/views/contentSetup/contentSetup.screen.ts';
import { paths } from '../../src/views/paths.ts';
import { addressOf } from '../../src/views/screen.ts';
import { courseOf, quizOf, reading, stems, zipOf } from '../server/courseZip.ts';
import { devices, screenshot } from './browser.ts';
import { pageOf } from './gates.ts';
import { lookAt } from './layout.ts';

const heat = 'courses/warm/unit/sub/heat.reading.md';
const ask = 'courses/warm/unit/sub/ask.quiz.json';
const long = 'a-drawing-with-a-name-that-is-much-longer-than-anybody-would-expect-of-one-but-there-it-is.png';

it.each(devices)('a course is imported by file, seen by a teacher, and undone: $viewport, $theme, $locale', async (device) => {
  const { said, viewport } = device;
  const page = await pageOf('root', device);
  const look = lookAt(page, 'course-import', viewport);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const shown = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
  const choose = async (files: Iterable<readonly [string, string]>, name: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(await zipOf(files)) });

  await page.goto(addressOf(contentSetup));
  // The screen has then put its first place into the address.
  await page.getByRole('rowheader').first().waitFor();
  await page.getByRole('link', { name: m.courseImport_title({}, said) }).click();
  await shown(m.courseImport_drop({}, said));
  await look('start');

  // A file with errors, and the corrected one.
  const words = `Heat moves from warm to cold (${viewport}).`;
  const stem = `Which way does heat move (${viewport})?`;
  const course = courseOf({ [heat]: reading(`## Head\n\n${words}`), [ask]: quizOf([stem, ...stems.slice(1)]) });
  const wrong = courseOf({
    [heat]: reading('## Head\n\n<script>alert(1)</script>'),
    [ask]: quizOf(stems.slice(0, 3)),
    'courses/warm/course.json': '{\n  "code": "warm",\n}',
  });
  await choose([...wrong, [`courses/warm/${long}`, 'x']], 'first try.zip');
  await shown(m.courseImport_refused({}, said));
  await page.getByRole('table', { name: m.courseImport_findings_errors({}, said) }).waitFor();
  await page.getByText(m.courseFinding_notJson({}, said)).first().waitFor();
  await look('errors');
  await button(m.courseImport_other({}, said)).click();
  await choose([...course, [`courses/warm/${long}`, 'x']], 'course.zip');
  await shown(m.courseImport_checked({}, said));
  await page.getByRole('table', { name: m.courseImport_changes({}, said) }).waitFor();
  await look('differences');

  // The page can be left, and found again.
  await page.reload();
  await shown(m.courseImport_checked({}, said));
  await button(m.courseImport_confirm({}, said)).press('Enter');
  await shown(m.courseImport_done({}, said));
  await look('done');

  const teacher = await pageOf('rivera', device);
  await teacher.goto(paths.previewItem(idOf('warm/unit/sub/heat')));
  await teacher.getByText(words).waitFor();
  await screenshot(teacher, `course-import-library-${viewport}`);

  // The same again changes nothing.
  await button(m.courseImport_other({}, said)).click();
  await choose(course, 'again.zip');
  await shown(m.courseImport_same({}, said));
  await look('same');
  await button(m.courseImport_other({}, said)).click();
  await button(m.courseImport_open({ name: 'course.zip' }, said))
    .first()
    .click();
  await shown(m.courseImport_done({}, said));
  await button(m.courseImport_undo({}, said)).click();
  await page.getByRole('alertdialog').waitFor();
  await look('undo');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: m.courseImport_undo({}, said), exact: true })
    .click();
  await page
    .getByText(m.courseImport_undone_all({}, said))
    .or(page.getByText(/: \d+\.$/))
    .first()
    .waitFor();
  await look('undone');
  await page.goto(addressOf(audit));
  await shown(m.audit_catalog_undone({}, said));
  await look('audit');
});
