import { screen } from '@testing-library/react';
import { calls } from '../../../contract/index.ts';
import { activeClassroom, classroomScope, keepLink } from '../../../server/classroom/link.ts';
import { insertAll } from '../../../server/db/upsert.ts';
import { tenant } from '../../../server/kit/tenant.ts';
import { signOnRegistration } from '../../../server/sso/signOnProviders.ts';
import { m } from '../../../src/paraglide/messages.js';
import Page from '../../../src/views/classroom/classroomService.report.tsx';
import { classroomService } from '../../../src/views/classroom/classroomService.screen.ts';
import WorkPage from '../../../src/views/classroom/classroomWork.report.tsx';
import { classroomWork } from '../../../src/views/classroom/classroomWork.screen.ts';
import { addressOf } from '../../../src/views/screen.ts';
import type { Stage } from '../../kit/describeView.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { TestServer } from '../../server/testServer.ts';
import { AtRoute } from './atRoute.tsx';
import { openScreen, type Screen } from './screen.tsx';

const issuer = 'https://accounts.google.com';
const endpoint = (name: string) => `https://id.example/${name}`;

/** What the classroom service has, and how it answers. */
export interface There {
  courses: { id: string; name: string; section?: string }[];
  /** Subjects of those who take each course, with their given names. */
  students: Record<string, readonly (readonly [subject: string, given: string])[]>;
  status: number;
  /** Assignments of each course. */
  works?: readonly { id: string; associatedWithDeveloper: boolean }[];
}

/** Puts a classroom service in the place of every other server. */
function serve({ ports }: TestServer, there: There): void {
  const answers: Readonly<Record<string, () => object>> = {
    '/.well-known/openid-configuration': () => ({
      ...{ issuer, authorization_endpoint: endpoint('auth'), token_endpoint: endpoint('token'), jwks_uri: endpoint('keys') },
      ...{ revocation_endpoint: endpoint('revoke'), token_endpoint_auth_methods_supported: ['client_secret_post'] },
    }),
    '/token': () => ({ access_token: 'access', token_type: 'Bearer', expires_in: 3_600 }),
    '/revoke': () => ({}),
    '/v1/courses': () => ({ courses: there.courses }),
  };
  const work = { id: '7', alternateLink: 'https://classroom.example/a/7', associatedWithDeveloper: true };
  ports.outside.send = async ({ hostname, pathname }, { method }) => {
    const isApi = hostname === new URL(ports.classroomApi).hostname;
    if (pathname.includes('/courseWork'))
      return Response.json(method === 'GET' ? { courseWork: there.works ?? [] } : work, { status: there.status });
    const id = /^\/v1\/courses\/([^/]+)\/students$/.exec(pathname)?.[1] ?? '';
    const students = (there.students[id] ?? []).map(([userId, givenName]) => ({
      ...{ userId, profile: { name: { givenName, familyName: 'There' } } },
    }));
    return Response.json(answers[pathname]?.() ?? { students }, { status: isApi ? there.status : 200 });
  };
}

interface World {
  there: There;
  isLinked?: boolean;
  prepare?: (backend: TestServer) => Promise<unknown>;
}

/** Signs tess or somebody else of her district in, which uses Google Classroom. */
export async function signInWithClassroom(
  stage: Parameters<typeof openScreen>[0],
  { there, isLinked = true, prepare }: World,
  name = 'tess',
): Promise<Screen> {
  const opened = await openScreen(stage);
  const { backend } = opened.network;
  serve(backend, there);
  const dan = await backend.signIn('dan');
  await dan.ok(calls.saveClassroomSetup, {
    ...{ user_puid: ids.dan, district_id: ids.district, version: 0, issuer, client_id: 'orrery', client_secret: 'hush' },
    ...{ is_public: false, scope: 'openid', subject_is_sourced_id: false, active: true },
  });
  const provider = await activeClassroom(tenant(backend.ports.db, ids.district));
  if (!provider) throw new Error('The service is off.');
  const model = { ...{ provider: signOnRegistration(provider).provider, issuer, district_id: ids.district }, linked_at: 1 };
  await insertAll(backend.db, 'federated_identity', [
    { ...model, subject: 'g-ana', user_puid: ids.ana },
    { ...model, subject: 'g-ben', user_puid: ids.ben },
  ]);
  if (isLinked)
    await keepLink(
      backend.ports,
      provider,
      { user_puid: ids.tess, district_id: ids.district },
      { issuer, subject: 'g-tess', refreshToken: 'refresh', scope: classroomScope },
    );
  await prepare?.(backend);
  await opened.signIn(name);
  return opened;
}

interface Opening extends NonNullable<Parameters<typeof openScreen>[0]> {
  render: Stage<never>['render'];
}

/** Opens tess's page of what she can announce to her class, which is course 1 unless `isCourse` is false. */
export async function openWorkPage(
  { render, ...stage }: Opening,
  { isCourse = true, ...world }: World & { isCourse?: boolean },
): Promise<Screen> {
  const { prepare } = world;
  const opened = await signInWithClassroom(stage, {
    ...world,
    prepare: async (backend) => {
      const tess = await backend.signIn('tess');
      const assignment_details = JSON.stringify({ from_date: '2030-01-01T00:00:00Z', to_date: '2031-01-01T00:00:00Z' });
      await tess.ok(calls.assign, { lesson_id: ids.freeLesson, group_puid: ids.class, assignment_no: 1, assignment_details });
      const row = { district_id: ids.district, user_puid: ids.tess, issuer, course_id: '1', group_puid: ids.class };
      if (isCourse) await insertAll(backend.db, 'classroom_course', [{ ...row, version: 1, import_id: null, imported_at: 1 }]);
      await prepare?.(backend);
    },
  });
  const address = addressOf(classroomWork, ids.class);
  render(
    <AtRoute app={opened.app} address={address} path="/authenticated/mygroups/classroomWork/:value">
      <WorkPage />
    </AtRoute>,
  );
  await screen.findByRole('heading', { level: 1, name: /./ });
  return opened;
}

/** Opens tess's page of her courses there. `result`: what the service told, in the address. */
export async function openClassroomPage({ render, ...stage }: Opening, { result, ...world }: World & { result?: string }): Promise<Screen> {
  const opened = await signInWithClassroom(stage, world);
  const address = addressOf(classroomService);
  render(
    <AtRoute app={opened.app} address={result ? `${address}?result=${result}` : address} path={address}>
      <Page />
    </AtRoute>,
  );
  await screen.findByRole('heading', { name: m.classroom_title({ service: 'google' }) });
  return opened;
}
