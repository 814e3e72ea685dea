import { mkdirSync } from 'node:fs';
import { launchChromium } from './chromium.ts';
import { builtServer } from './build.ts';
import { spawnServer } from './spawnServer.ts';
import { encodeRouteValue } from '../src/views/routeValue.ts';

const out = '/tmp/h-b-look';
mkdirSync(out, { recursive: true });
const t0 = Date.now();
const server = await spawnServer({}, builtServer);
console.log('server ready', Date.now() - t0);
const api = async (path: string, token?: string, body?: unknown) => {
  const answer = await fetch(`${server.url}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as { status: string; message: string; data: any };
};
try {
  const chromium = await launchChromium();
  const only = process.argv[2];
  for (const [name, options] of Object.entries({
    desk: { viewport: { width: 1366, height: 768 }, locale: 'en-US', colorScheme: 'light' },
    phone: { viewport: { width: 390, height: 844 }, locale: 'es-MX', colorScheme: 'dark' },
  } as const)) {
    const context = await chromium.newContext({ baseURL: server.url, ...options, reducedMotion: 'reduce', serviceWorkers: 'block' });
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && console.log('console', message.text()));
    await page.goto('/');
    await page.locator('input[name=username]').fill('rivera');
    await page.locator('input[name=password]').fill('science-rocks');
    await page.locator('button[type=submit]').click();
    await page.waitForURL(/\/authenticated\//);
    const { data } = await api('ngss/ngss/login/index', undefined, { username: 'rivera', password: 'science-rocks' });
    const token = data.token;
    const puid = data.userData.userPuid;
    const from = new Date(Date.now() - 90 * 86400000).toISOString().slice(0, 10);
    const to = new Date().toISOString().slice(0, 10);
    await page.goto('/authenticated/mygroups/mygroupsHome');
    const link = page.getByRole('link', { name: /Science 6, Period 2/ }).first();
    await link.waitFor();
    const href = (await link.getAttribute('href'))!;
    const group = Number(Buffer.from(decodeURIComponent(href.split('/').at(-1)!), 'base64').toString());
    const period = `from_date=${from}&to_date=${to}&user_puid=${puid}`;
    const cls = await api(`ngss/NgssReporting/get_class_report?group_puid=${group}&${period}`, token);
    const maya = cls.data.students.find((s: any) => s.first_name === 'Maya');
    const rep = await api(`ngss/NgssReporting/get_student_assement_report?group_puid=${group}&student_puid=${maya.user_puid}&${period}`, token);
    const result = rep.data.assessments.find((a: any) => a.result_id);
    const value = encodeRouteValue(group, maya.user_puid);
    const addresses: Record<string, string> = {
      assessments: `studentAssementReport/${value}`,
      attempt: `studentAssementReportView/${encodeRouteValue(result.result_id)}`,
      family: `studentReportView/${value}`,
      readers: `readerReport/${encodeRouteValue(group)}`,
      readings: `htmlReaderReport/${encodeRouteValue(group)}`,
      questions: `viewReport/${encodeRouteValue(group)}`,
      progress: `studentProgress/${value}`,
      learno: `studentLearnoReportView/${encodeRouteValue(result.result_id)}`,
    };
    for (const [key, path] of Object.entries(addresses)) {
      if (only && !only.split(',').includes(key)) continue;
      await page.goto(`/authenticated/mygroups/${path}`);
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(500);
      await page.screenshot({ path: `${out}/${key}-${name}.png`, fullPage: true });
      console.log(key, name, await page.evaluate(() => document.documentElement.scrollWidth));
      if (key === 'family') {
        const pdf = await page.pdf({ format: 'Letter', preferCSSPageSize: true });
        console.log('pages', (pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g) ?? []).length);
        await page.emulateMedia({ media: 'print' });
        await page.screenshot({ path: `${out}/${key}-${name}-print.png`, fullPage: true });
        await page.emulateMedia({ media: null });
      }
    }
    await context.close();
  }
  await chromium.close();
} finally {
  await server.stop();
}
