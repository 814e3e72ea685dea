import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { idOf } from '../../server/content/ids.ts';
import { m } from '../../src/paraglide/messages.js';
import { authoringTool } from '../../src/views/contentSetup/authoringTool.screen.ts';
import { courseImport } from '../../src/views/contentSetup/courseImport.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { expectAccessible } from './accessible.ts';
import { newPage, screenshot } from './browser.ts';
import { signIn } from './gates.ts';
import { excess, unseen } from './layout.ts';

it.each([
  ['light', 'en', 1366, 768],
  ['dark', 'es', 390, 844],
] as const)(
  'the course is exported, and an import of the file changes nothing: %s, %s, %i × %i',
  async (theme, locale, width, height) => {
    const said = { locale };
    const page = await newPage({ theme, locale: locale === 'es' ? 'es-MX' : 'en-US' });
    await page.setViewportSize({ width, height });
    const look = async (name: string) => {
      expect((await excess(page))[0], `${name} fits its width`).toBeLessThanOrEqual(unseen);
      await expectAccessible(page);
      await screenshot(page, `course-export-${name}-${width}`);
    };
    const shown = (text: string) => page.getByText(text, { exact: true }).first().waitFor();

    await signIn(page, 'root');
    await page.goto(addressOf(courseImport));
    const start = page.getByRole('button', { name: m.courseExport_start({}, said), exact: true });
    await start.waitFor();
    await look('start');
    await start.press('Enter');
    const fetch = page.getByRole('button', { name: m.exports_download({}, said), exact: true });
    await fetch.waitFor({ timeout: 30_000 });
    await look('ready');
    const [file] = await Promise.all([page.waitForEvent('download'), fetch.press('Enter')]);
    expect(file.suggestedFilename()).toMatch(/^course \d{4}-\d\d-\d\d\.zip$/);

    await page.goto(addressOf(courseImport));
    await shown(m.courseImport_drop({}, said));
    const buffer = await readFile(await file.path());
    await page.locator('input[type=file]').setInputFiles({ name: 'course.zip', mimeType: 'application/zip', buffer });
    await shown(m.courseImport_same({}, said));

    // Captions, with the line that is wrong.
    await page.goto(addressOf(authoringTool, idOf('middle-school-science/solar-system-and-beyond/sun-earth-moon/eclipse-video')));
    const captions = page.getByRole('textbox', { name: m.itemEditor_captions_en({}, said) });
    await captions.waitFor();
    await captions.scrollIntoViewIfNeeded();
    await look('captions');
  },
  120_000,
);
