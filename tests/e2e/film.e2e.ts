import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { newPage, screenshot } from './browser.ts';
import { signIn } from './gates.ts';
import { giveLesson } from './quizSchool.ts';

const folder = 'solar-system-and-beyond/sun-earth-moon';

it('a film plays with captions in two languages, is tracked, and goes on at its second; a file says what it is and is saved', async () => {
  const given = await giveLesson('Shadows', [
    [`${folder}/day-of-shadows`, ResourceType.video],
    [`${folder}/shadow-lengths`, ResourceType.file],
  ]);
  const { lesson_id, assignment_id } = given;
  const page = await newPage();
  await signIn(page, 'leo');
  await page.goto(paths.lesson(lesson_id, assignment_id));
  await page.getByRole('heading', { level: 1, name: 'A day of shadows' }).waitFor();
  const film = page.locator('video');
  const second = () => film.evaluate((element) => Math.floor((element as HTMLVideoElement).currentTime));
  await expect.poll(() => film.evaluate((element) => (element as HTMLVideoElement).duration)).toBeCloseTo(44, 0);
  expect(
    await film.evaluate((element) =>
      [...(element as HTMLVideoElement).textTracks].map(({ kind, language, mode, cues }) => [kind, language, mode, cues?.length]),
    ),
  ).toEqual([
    ['captions', 'en', 'showing', 7],
    ['captions', 'es', 'disabled', undefined],
  ]);
  await page.getByText(m.player_film_in_words()).click();
  await page.getByText('A stick one meter high stands upright on flat ground.', { exact: false }).waitFor();
  await screenshot(page, 'film');
  await expectAccessible(page);
  await film.evaluate(async (element) => {
    const video = element as HTMLVideoElement;
    video.muted = true;
    video.currentTime = 20;
    await video.play();
  });
  await expect.poll(second).toBeGreaterThanOrEqual(21);
  await film.evaluate((element) => (element as HTMLVideoElement).pause());

  await page.reload();
  await expect.poll(second).toBeGreaterThanOrEqual(21);

  const lookedAt = page.waitForRequest(/\/start_content_tracking(\?|$)/);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { level: 1, name: 'Shadow lengths on three days' }).waitFor();
  const { token, userData } = await ask(calls.login, { username: 'leo', password: 'science-rocks' });
  const tracked = async () => {
    const lesson = await ask(calls.lessonPlayer, { user_puid: userData.userPuid, lesson_id, assignment_id }, token);
    return lesson.lesson_resources[0]!;
  };
  await expect.poll(async () => (await tracked()).percentage_completed).toBeGreaterThan(45);
  expect((await tracked()).position).toBeGreaterThanOrEqual(21);

  await page.getByText(/^CSV · \d+ B$/).waitFor();
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('shadow-lengths.csv');
  expect(await readFile(await download.path(), 'utf8')).toContain('June 21,12,73.4,30');

  // Leaving is reported at once, without waiting for the next 30 s interval.
  await lookedAt;
  const told = ['track_lesson', 'track_lesson_resource', 'end_content_tracking'].map((call) =>
    page.waitForRequest(new RegExp(`/${call}(\\?|$)`)),
  );
  await page.getByRole('button', { name: 'Leave' }).click();
  const [, resource] = await Promise.all(told);
  expect(new URL(resource!.url()).searchParams.get('resource_type_id')).toBe(String(ResourceType.file));
});
