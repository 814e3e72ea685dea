import { createServer, type IncomingMessage } from 'node:http';
import { listenHere, stopServer } from '../kit/localServer.ts';
import type { Allowed } from './openIdProvider.ts';

export const coursesScope = 'https://www.googleapis.com/auth/classroom.courses.readonly';
export const rostersScope = 'https://www.googleapis.com/auth/classroom.rosters.readonly';

export interface StudentThere {
  userId: string;
  givenName: string;
  familyName: string;
}
export interface CourseThere {
  id: string;
  name: string;
  section?: string;
  courseState: 'ACTIVE' | 'ARCHIVED';
  teachers: readonly string[];
  students: StudentThere[];
}

/** An answer in place of the service's own. */
export interface Interruption {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

export interface ClassroomThere {
  origin: string;
  courses: CourseThere[];
  /** Paths and queries that were asked for, without tokens. */
  asked: string[];
  /** Most records of a page. */
  pageSize: number;
  /** Called before each answer. */
  interrupt: (url: URL, asked: number) => Interruption | undefined;
  stop: () => Promise<unknown>;
}

/** The chosen parts of a value (`fields`, the API's parameter for partial responses): names, with those inside in parentheses. */
function chosen(value: unknown, fields: string): unknown {
  if (Array.isArray(value)) return value.map((one) => chosen(one, fields));
  const parts: [name: string, inner: string | undefined][] = [];
  let [name, depth, inner] = ['', 0, ''];
  for (const letter of `${fields},`) {
    if (letter === ')' && --depth === 0) continue;
    if (letter === ',' && depth === 0) {
      parts.push([name, inner || undefined]);
      [name, inner] = ['', ''];
    } else if (depth > 0) {
      inner += letter;
      if (letter === '(') depth++;
    } else if (letter === '(') depth++;
    else name += letter;
  }
  const given = Object(value) as Record<string, unknown>;
  return Object.fromEntries(
    parts.flatMap(([key, of]) => (key in given ? [[key, of === undefined ? given[key] : chosen(given[key], of)]] : [])),
  );
}

const failed = (status: number, reason: string): Interruption => ({
  status,
  body: JSON.stringify({ error: { code: status, message: `The request failed: ${reason}.`, status: reason } }),
});

/**
 * A classroom service, from the published reference of Google Classroom API v1: `courses.list` and `courses.students.list`, in pages, for
 * whom the access token belongs to and within its scopes.
 */
export async function startClassroom(allowedBy: (token: string) => Promise<Allowed | undefined>): Promise<ClassroomThere> {
  const page = (url: URL, list: string, records: readonly object[]): Interruption => {
    const asked = Number(url.searchParams.get('pageSize') ?? 30) || 30;
    const token = url.searchParams.get('pageToken');
    const start = token === null ? 0 : Number(Buffer.from(token, 'base64url').toString());
    if (!Number.isSafeInteger(start)) return failed(400, 'INVALID_ARGUMENT');
    const end = start + Math.min(asked, there.pageSize);
    const body = {
      // An empty list is left out.
      ...(start < records.length ? { [list]: records.slice(start, end) } : {}),
      ...(end < records.length ? { nextPageToken: Buffer.from(String(end)).toString('base64url') } : {}),
    };
    return { status: 200, body: JSON.stringify(chosen(body, url.searchParams.get('fields') ?? `nextPageToken,${list}`)) };
  };
  const answerTo = async (request: IncomingMessage, url: URL): Promise<Interruption> => {
    const who = await allowedBy(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
    if (!who) return failed(401, 'UNAUTHENTICATED');
    const takes = ({ students }: CourseThere) => students.some(({ userId }) => userId === who.subject);
    if (url.pathname === '/v1/courses') {
      if (!who.scopes.includes(coursesScope)) return failed(403, 'PERMISSION_DENIED');
      const isMine = (course: CourseThere) =>
        url.searchParams.get('teacherId') === 'me'
          ? course.teachers.includes(who.subject)
          : course.teachers.includes(who.subject) || takes(course);
      const states = url.searchParams.getAll('courseStates');
      const found = there.courses.filter((course) => isMine(course) && (states.length === 0 || states.includes(course.courseState)));
      return page(
        url,
        'courses',
        found.map(({ teachers: _, students: __, ...course }) => ({ ...course, ownerId: 'owner', enrollmentCode: 'abc123' })),
      );
    }
    const id = /^\/v1\/courses\/([^/]+)\/students$/.exec(url.pathname)?.[1];
    const course = there.courses.find((one) => one.id === id);
    if (!course) return failed(404, 'NOT_FOUND');
    if (!who.scopes.includes(rostersScope) || !(course.teachers.includes(who.subject) || takes(course)))
      return failed(403, 'PERMISSION_DENIED');
    return page(
      url,
      'students',
      course.students.map(({ userId, givenName, familyName }) => ({
        courseId: course.id,
        userId,
        profile: {
          id: userId,
          name: { givenName, familyName, fullName: `${givenName} ${familyName}` },
          emailAddress: `${userId}@mail.example`,
          photoUrl: '//photos.example/1',
        },
      })),
    );
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', there.origin);
    there.asked.push(url.pathname + url.search);
    const give = ({ status, headers = {}, body = '' }: Interruption) =>
      response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers }).end(body);
    const interruption = there.interrupt(url, there.asked.length);
    if (interruption) give(interruption);
    else answerTo(request, url).then(give, () => give(failed(500, 'INTERNAL')));
  });
  const there: ClassroomThere = {
    origin: '',
    courses: [],
    asked: [],
    pageSize: 30,
    interrupt: () => undefined,
    stop: () => stopServer(server),
  };
  there.origin = `http://127.0.0.1:${await listenHere(server)}`;
  return there;
}
