import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { root } from './kit.ts';

const { m } = await import('../src/paraglide/messages.js');
const { paths } = await import('../src/views/paths.ts');

type Locale = 'en' | 'es';
type Text = (input: Record<string, never>, options: { locale: Locale }) => string;

/** Largest picture, in bytes. */
const mostBytes = 60_000;
/** As the articles say. */
const size = { width: 960, height: 600 };

/** Work changes a student's home, so each language has a student of its own. */
const accounts = {
  en: { student: 'maya', teacher: 'rivera', administrator: 'okafor' },
  es: { student: 'leo', teacher: 'rivera', administrator: 'okafor' },
};

/** What a picture shows: who opens which address, what must be there, and what happens before it is taken. Fails if something is gone. */
interface Picture {
  as: 'student' | 'teacher' | 'administrator';
  address: string;
  /** A text of the screen. */
  shows: Text;
  before?: (page: Page, say: (text: Text) => string) => Promise<unknown>;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

const pictures: Readonly<Record<string, Picture>> = {
  'student-home': { as: 'student', address: paths.studentDashboard, shows: m.student_to_do_title },
  lesson: {
    as: 'student',
    address: paths.studentDashboard,
    shows: m.player_next,
    before: (page) => page.locator('main article a').first().click(),
  },
  quiz: {
    as: 'student',
    address: paths.studentDashboard,
    shows: m.quiz_flag,
    before: async (page, say) => {
      await page.locator('main article a').first().click();
      await playToQuiz(page, say);
    },
  },
  glossary: { as: 'student', address: paths.glossary, shows: m.glossary_term_of_the_day },
  'teacher-home': { as: 'teacher', address: paths.teacherHome, shows: m.library_attention },
  library: { as: 'teacher', address: paths.contentHome, shows: m.library_tab_lessons },
  workspace: { as: 'teacher', address: paths.workspace, shows: m.workspace_new },
  'lesson-form': { as: 'teacher', address: paths.lessonForm('lesson'), shows: m.builder_library },
  assign: {
    as: 'teacher',
    address: `${paths.contentHome}?tab=lessons`,
    shows: m.sharing_see_title,
    before: (page, say) => button(page, say(m.teacher_assign)),
  },
  assignments: { as: 'teacher', address: paths.assignments, shows: m.teacher_assigned_lessons },
  results: {
    as: 'teacher',
    address: paths.assignments,
    shows: m.reports_hide_names,
    // The newest ones have not started.
    before: (page) => page.locator('main a[href*="reportHome"]').nth(4).click(),
  },
  grading: {
    as: 'teacher',
    address: '/authenticated/autograde/report',
    shows: m.autograde_show_names,
    before: (page) => page.locator('main a[href*="autograde/questions"]').first().click(),
  },
  class: { as: 'teacher', address: paths.groups, shows: m.rostering_user_name, before: openClass },
  'class-reports': {
    as: 'teacher',
    address: paths.groups,
    shows: m.classReports_ask_student,
    before: async (page, say) => {
      await openClass(page);
      await page.getByRole('link', { name: say(m.classReports_ask_help) }).click();
      await page.waitForURL('**/viewReport/**');
    },
  },
  import: { as: 'teacher', address: paths.importStudents, shows: m.rostering_template },
  administration: { as: 'administrator', address: paths.adminHome, shows: m.people_waiting },
};

function openClass(page: Page): Promise<void> {
  return page.locator('main a[href*="/ViewGroups/"]').first().click();
}

/** Plays the open lesson up to its quiz, and starts it. */
async function playToQuiz(page: Page, say: (text: Text) => string): Promise<void> {
  const start = page.getByRole('button', { name: say(m.quiz_start) }).or(page.getByRole('button', { name: say(m.quiz_continue) }));
  const next = page.getByRole('button', { name: say(m.player_next), exact: true });
  for (;;) {
    await page.waitForLoadState('networkidle');
    await start.or(next).first().waitFor();
    if (await start.isVisible()) break;
    const done = page.getByRole('button', { name: say(m.player_mark_done) });
    if (await done.isVisible()) await done.click();
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    await next.click();
    await page.getByRole('heading', { level: 1, name: title ?? '', exact: true }).waitFor({ state: 'detached' });
  }
  await start.click();
}

/** Takes the pictures of the help from the product at `baseURL`, in both languages, into `src/views/help/pictures`. */
export async function takeHelpPictures(browser: Browser, baseURL: string): Promise<void> {
  const folder = join(root, 'src/views/help/pictures');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const locale of ['en', 'es'] as const) {
    const say = (text: Text) => text({}, { locale });
    for (const [as, username] of Object.entries(accounts[locale])) {
      const context = await browser.newContext({
        baseURL,
        viewport: size,
        locale: locale === 'es' ? 'es-MX' : 'en-US',
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await page.goto('/');
      await page.getByLabel(say(m.login_username)).fill(username);
      await page.locator('input[type=password]').fill('science-rocks');
      await button(page, say(m.login_submit));
      await page.waitForURL(/\/authenticated\//);
      const devtools = await context.newCDPSession(page);
      for (const [name, { address, shows, before }] of Object.entries(pictures).filter(([, one]) => one.as === as)) {
        await page.goto(address);
        await page.waitForLoadState('networkidle');
        await before?.(page, say);
        await page.getByText(say(shows), { exact: false }).filter({ visible: true }).first().waitFor();
        await page.waitForLoadState('networkidle');
        await page.waitForFunction(() => !document.querySelector('[class*=skeleton]'));
        await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
        // The page's heading has the focus after each visit.
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
        const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 70 });
        const file = join(folder, `${name}.${locale}.webp`);
        writeFileSync(file, Buffer.from(data, 'base64'));
        const { size: bytes } = statSync(file);
        if (bytes > mostBytes) throw new Error(`The picture ${name} has ${bytes} bytes; at most ${mostBytes} are allowed.`);
      }
      await context.close();
    }
  }
}
