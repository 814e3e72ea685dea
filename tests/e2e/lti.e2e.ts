import { createServer, type Server } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { Call, InputOf } from '../../contract/kit.ts';
import { builtServer } from '../../scripts/build.ts';
import { type SpawnedServer, spawnServer } from '../../scripts/spawnServer.ts';
import { m } from '../../src/paraglide/messages.js';
import { decodeRouteValue } from '../../src/views/routeValue.ts';
import { listenHere, stopServer } from '../kit/localServer.ts';
import { claim, type LtiPlatform, scoreScope, startLtiPlatform } from '../server/ltiPlatform.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { newPage, screenshot, searchList } from './browser.ts';
import { pageOf } from './gates.ts';

const textOf = async (request: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(request)).toString();

interface Link {
  title: string;
  custom: Record<string, string>;
}

/** The pages of a course in the learning platform: links that launch, and where a chosen lesson goes. */
interface Course {
  url: string;
  /** Links that a teacher has added. */
  links: Link[];
  close: () => void;
}

async function startCourse(product: string, platform: LtiPlatform): Promise<Course> {
  const launchUrl = `${product}/api/lms/ssoLogin/lti/launch`;
  const links: Link[] = [];
  let url = '';
  const server: Server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const page = (html: string) => response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Course</title>${html}`);
    if (pathname === '/back') {
      const token = new URLSearchParams(await textOf(request)).get('JWT') ?? '';
      const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
      links.push(...payload['https://purl.imsglobal.org/spec/lti-dl/claim/content_items']);
      return void page(`<h1>Added ${links.length}</h1>`);
    }
    if (pathname === '/auth') {
      const hint = JSON.parse(searchParams.get('login_hint') ?? '{}') as { sub: string; link: number | null };
      const seconds = Math.floor(Date.now() / 1000);
      const token = await platform.sign({
        ...{ iss: platform.url, aud: 'tool', sub: hint.sub, nonce: searchParams.get('nonce'), iat: seconds, exp: seconds + 300 },
        [claim('version')]: '1.3.0',
        [claim('deployment_id')]: 'd1',
        [claim('roles')]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'],
        [claim('target_link_uri')]: launchUrl,
        [claim('context')]: { id: 'course-1', title: 'Biology at the platform' },
        ...(hint.link === null
          ? {
              [claim('message_type')]: 'LtiDeepLinkingRequest',
              'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings': {
                ...{ deep_link_return_url: `${url}/back`, accept_types: ['ltiResourceLink'] },
                accept_presentation_document_targets: ['window'],
              },
            }
          : {
              [claim('message_type')]: 'LtiResourceLinkRequest',
              [claim('resource_link')]: { id: `link-${hint.link}` },
              [claim('custom')]: links[hint.link]?.custom,
              'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint': { lineitem: `${platform.url}/items/1`, scope: [scoreScope] },
            }),
      });
      return void page(
        `<form method="post" action="${searchParams.get('redirect_uri')}"><input type="hidden" name="state" value="${searchParams.get('state')}"><input type="hidden" name="id_token" value="${token}"><button>Launch</button></form>`,
      );
    }
    const initiate = (sub: string, link: number | null) =>
      `${product}/api/lms/ssoLogin/lti/login?${new URLSearchParams({ iss: platform.url, login_hint: JSON.stringify({ sub, link }), target_link_uri: launchUrl, client_id: 'tool' })}`;
    const sub = searchParams.get('as') ?? '';
    page(
      `<a href="${initiate(sub, null).replaceAll('&', '&amp;')}">Add a lesson</a>${links
        .map(({ title }, index) => `<p><a href="${initiate(sub, index).replaceAll('&', '&amp;')}">${title}</a></p>`)
        .join('')}`,
    );
  });
  url = `http://127.0.0.1:${await listenHere(server)}`;
  return {
    ...{ url, links },
    close: () => void stopServer(server),
  };
}

let product: SpawnedServer;
let platform: LtiPlatform;
let course: Course;

beforeAll(async () => {
  product = await spawnServer({ ORRERY_PRIVATE_HOSTS: '127.0.0.1' }, builtServer);
  const keys = await fetch(`${product.url}/api/lms/ssoLogin/lti/jwks`);
  platform = await startLtiPlatform({ jwks: await keys.json(), client_id: 'tool' });
  course = await startCourse(product.url, platform);
});
afterAll(async () => {
  course.close();
  platform.close();
  await product.stop();
});

const title = 'Quiz: energy and its transfer';

/** Follows a link of the course page as somebody. */
async function open(page: Page, sub: string, link: string): Promise<void> {
  await page.goto(`${course.url}/?as=${sub}`);
  await page.getByRole('link', { name: link }).click();
  await page.getByRole('button', { name: 'Launch' }).click();
}

it('sets up a platform, chooses from there, opens the choice as a student, and gives the platform the score', async () => {
  const admin = await pageOf('lindqvist', { server: product.url });
  await admin.goto(`${product.url}/authenticated/admin/manageUsers/ltiConsumer`);
  await admin.getByRole('button', { name: m.records_add(), exact: true }).click();
  const form = admin.getByRole('dialog');
  const fill = (label: string, value: string) => form.getByLabel(label, { exact: true }).fill(value);
  await fill(m.lti_name(), 'Campus');
  await fill(m.lti_issuer(), platform.url);
  await fill(m.lti_client_id(), 'tool');
  await fill(m.lti_deployments(), 'd1');
  await fill(m.lti_authorization(), `${course.url}/auth`);
  await fill(m.lti_token(), `${platform.url}/token`);
  await fill(m.lti_jwks(), `${platform.url}/lti/keys`);
  await form.getByLabel(m.lti_sourced_ids()).check();
  await form.getByLabel(m.lti_active()).check();
  await expectAccessible(admin);
  await screenshot(admin, 'lti-form');
  await form.getByRole('button', { name: m.records_save() }).click();
  await admin.getByRole('rowheader', { name: 'Campus' }).waitFor();
  await admin.getByRole('button', { name: m.records_actions_of({ name: 'Campus' }) }).click();
  await admin.getByRole('menuitem', { name: m.lti_test() }).click();
  await admin.getByText(m.lti_tested({ name: 'Campus', keys: m.lti_keys_ok(), token: m.lti_token_ok() })).waitFor();
  await expectAccessible(admin);
  await screenshot(admin, 'lti-platforms');

  const teacher = await newPage();
  await open(teacher, 'staff-rivera', 'Add a lesson');
  await teacher.getByRole('heading', { level: 1, name: m.lti_choose_title() }).waitFor();
  await teacher.getByText(m.lti_choose_items(), { exact: true }).click();
  await searchList(teacher, title);
  const row = teacher.getByRole('row', { name: new RegExp(`^${title}`) });
  await row.getByText(m.lti_choose_has_score()).waitFor();
  await expectAccessible(teacher);
  await screenshot(teacher, 'lti-choose');
  await row.getByRole('button', { name: new RegExp(`^${m.lti_choose()}`) }).click();
  await teacher.getByRole('heading', { name: 'Added 1' }).waitFor();
  expect(course.links[0]?.title).toBe(title);

  const student = await newPage();
  await open(student, 'student-001', title);
  await student.waitForURL('**/authenticated/**');
  await student.getByRole('button', { name: m.quiz_start() }).click();
  await student.locator('[data-focus=question]').waitFor();
  await student.getByRole('button', { name: m.quiz_look_over() }).click();
  await screenshot(student, 'lti-student');
  await student.getByRole('button', { name: m.quiz_hand_in() }).click();
  await student
    .locator('dd code')
    .filter({ hasText: /^[0-9a-f]{8}$/ })
    .waitFor();
  expect(platform.received).toEqual([]);

  const ofProduct = <C extends Call>(call: C, input: InputOf<C>, token?: string) => ask(call, input, token, product.url);
  const password = 'science-rocks';
  const rivera = await ofProduct(calls.login, { username: 'rivera', password });
  const maya = await ofProduct(calls.login, { username: 'maya', password });
  const [lesson_id, assignment_id] = decodeRouteValue(new URL(student.url()).pathname.split('/').at(-1) ?? '') as [number, number];
  const named = { user_puid: maya.userData.userPuid, lesson_id, assignment_id };
  const { group_assignment_id, lesson_resources } = await ofProduct(calls.lessonPlayer, named, maya.token);
  const user_puid = rivera.userData.userPuid;
  const classes = await ofProduct(calls.classesForLesson, { user_puid }, rivera.token);
  const { group_puid } = classes.find(({ group_name }) => group_name === 'Biology at the platform')!;
  const quiz = { quiz_assessment_id: lesson_resources[0]?.quiz_id as number, item_type_id: ResourceType.quiz, group_assignment_id };
  const release_date = new Date().toISOString();
  await ofProduct(calls.releaseReport, { ...quiz, grouppuid: group_puid, release_date, released_by_puid: user_puid }, rivera.token);
  await expect.poll(() => platform.received.length, { timeout: 60_000 }).toBe(1);
  expect(platform.received[0]).toMatchObject({
    path: '/items/1/scores',
    body: { userId: 'student-001', scoreGiven: 0, activityProgress: 'Completed', gradingProgress: 'FullyGraded' },
  });
});
