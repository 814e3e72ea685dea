import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { idOf } from '../../server/content/ids.ts';
import { m } from '../../src/paraglide/messages.js';
import { authoringTool } from '../../src/views/contentSetup/authoringTool.screen.ts';
import { courseImport } from '../../src/views/contentSetup/courseImport.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { devices } from './browser.ts';
import { pageOf } from './gates.ts';
import { lookAt } from './layout.ts';

it.each(devices)(
  'the course is exported, and an import of the file changes nothing: $viewport, $theme, $locale',
  async (device) => {
    const { said, viewport } = device;
    const page = await pageOf('root', device);
    const look = lookAt(page, 'course-export', viewport);
    const shown = (text: string) => page.getByText(text, { exact: true }).first().waitFor();

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
