import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import { freshServer } from '../../scripts/build.ts';
import { capture } from '../../scripts/kit.ts';
import { spawnServer } from '../../scripts/spawnServer.ts';
import { answer, startMailServer } from '../server/mailServer.ts';
import { requestOf } from '../server/testServer.ts';

const district = {
  district: 'Cedar Valley',
  zone: 'America/Chicago',
  first: 'Ana',
  last: 'Núñez',
  email: 'ana@example.org',
  username: 'anunez',
};
const given = Object.entries(district).flatMap(([name, text]) => [`--${name}`, text]);

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-setup-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const setUp = (env: Record<string, string>) => capture('node', ['scripts/setup.ts', ...given], { DATABASE_URL: '', ...env });
const mailOf = ({ port }: { port: number }) => ({
  ORRERY_MAIL_SERVER: `127.0.0.1:${port}`,
  ORRERY_MAIL_TLS: 'none',
  ORRERY_MAIL_FROM: 'Orrery <orrery@example.org>',
});
const linkIn = (text: string) => /\S+\/account\/resetPassword\?Id=([\w-]+)/.exec(text.replaceAll('=\r\n', '').replaceAll('=3D', '='));

it('mails the link, whose owner then chooses a password, and gets e-mails from the server', async () => {
  const { server, taken } = await startMailServer();
  const folder = newFolder();
  const env = { ORRERY_DATA: folder, ORRERY_ORIGIN: 'http://127.0.0.1:4100', ...mailOf(server) };
  const { code, output } = await setUp({ ...env, LC_ALL: 'es_MX.UTF-8' });
  expect(output).toContain('An e-mail to ana@example.org has a link');
  expect([code, linkIn(output)]).toEqual([0, null]);
  expect(taken).toMatchObject([{ to: ['ana@example.org'] }]);
  expect(taken[0]?.message, 'in the language of the terminal').toMatch(/Hola, Ana/);
  const [address, Id] = linkIn(taken[0]?.message ?? '') ?? [];
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:4100\//);

  const again = await setUp(env);
  expect(again.code).toBe(1);
  expect(again.output).toContain('has a school already');
  expect(again.output, 'with words, and no stack').not.toMatch(/\n\s+at /);

  const running = await spawnServer({ ...env, ORRERY_SAMPLE_STUDENTS: '0' }, await freshServer());
  onTestFinished(() => void running.stop());
  const post = async (call: Call, input: Record<string, unknown>) => {
    const { path, init } = requestOf(call, input);
    return (await fetch(`${running.url}${path}`, init)).status;
  };
  expect(await post(calls.resetPassword, { Id, password: 'my own secret' })).toBe(200);
  expect(await post(calls.retrievePassword, { emailid: 'ana@example.org' })).toBe(200);
  await expect.poll(() => taken.length, { timeout: 60_000 }).toBe(2);
  const [, second] = linkIn(taken[1]?.message ?? '') ?? [];
  expect(await post(calls.validateResetLink, { Id: second })).toBe(200);
  expect(await running.stop()).toBe(0);
  const file = readFileSync(join(folder, 'orrery.sqlite'));
  for (const secret of [Id, second]) expect(file.includes(secret as string), 'the database file has no link').toBe(false);
});

it('prints the link where no e-mail gets out', async () => {
  const { server } = await startMailServer({ onRcptTo: (_, __, done) => done(answer(550, 'No such mailbox')) });
  const { code, output } = await setUp({ ORRERY_DATA: newFolder(), ...mailOf(server) });
  expect(output).toContain('No such mailbox');
  expect([code, linkIn(output)?.[1]?.length]).toEqual([0, 43]);
});
