import { createServer, type IncomingMessage } from 'node:http';
import { listenHere, stopServer } from '../kit/localServer.ts';
import type { Allowed } from './openIdProvider.ts';

export const coursesScope = 'https://www.googleapis.com/auth/classroom.courses.readonly';
export const rostersScope = 'https://www.googleapis.com/auth/classroom.rosters.readonly';

export const workScope = 'https://www.googleapis.com/auth/classroom.coursework.students';

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

/** An assignment in a course, in the words of the API. */
export interface WorkThere {
  id: string;
  courseId: string;
  state: 'PUBLISHED' | 'DRAFT' | 'DELETED';
  title: string;
  alternateLink: string;
  associatedWithDeveloper: boolean;
  materials?: { link: { url: string } }[];
  dueDate?: { year: number; month: number; day: number };
  dueTime?: { hours?: number; minutes?: number };
  scheduledTime?: string;
  workType: string;
  assigneeMode?: string;
  individualStudentsOptions?: { studentIds: string[] };
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
  works: WorkThere[];
  /** Its time, ms since 1970: it takes no due date in the past. */
  now: () => number;
  /** Paths and queries that were asked for, without tokens. */
  asked: string[];
  /** Most records of a page. */
  pageSize: number;
  /** Called before each answer. With `isAfter`, what was asked for happens all the same. */
  interrupt: (url: URL, asked: number, method: string) => (Interruption & { isAfter?: boolean }) | undefined;
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

/** When an assignment is due, ms since 1970; undefined: never. */
const dueOf = ({ dueDate, dueTime }: Partial<WorkThere>) =>
  dueDate && Date.UTC(dueDate.year, dueDate.month - 1, dueDate.day, dueTime?.hours ?? 0, dueTime?.minutes ?? 0);

async function bodyOf(request: IncomingMessage): Promise<Partial<WorkThere>> {
  let text = '';
  for await (const piece of request) text += piece;
  return text === '' ? {} : JSON.parse(text);
}

/**
 * A classroom service, from the published reference of Google Classroom API v1: `courses.list`, `courses.students.list`, and `list`, `create`
 * and `patch` of `courses.courseWork`, lists in pages, for whom the access token belongs to and within its scopes.
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
    const [, id, list, workId] = /^\/v1\/courses\/([^/]+)\/(students|courseWork)(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
    const course = there.courses.find((one) => one.id === id);
    if (!course) return failed(404, 'NOT_FOUND');
    if (list === 'courseWork') {
      if (!who.scopes.includes(workScope) || !course.teachers.includes(who.subject)) return failed(403, 'PERMISSION_DENIED');
      return workAnswer(request, url, course, workId);
    }
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
  /** Lists, adds or changes assignments. */
  const workAnswer = async (request: IncomingMessage, url: URL, course: CourseThere, workId: string | undefined): Promise<Interruption> => {
    const own = there.works.filter(({ courseId }) => courseId === course.id);
    const fields = url.searchParams.get('fields') ?? 'id';
    const give = (work: WorkThere) => ({ status: 200, body: JSON.stringify(chosen(work, fields)) });
    if (request.method === 'GET') {
      const states = url.searchParams.getAll('courseWorkStates');
      return page(
        url,
        'courseWork',
        own.filter(({ state }) => (states.length === 0 ? state === 'PUBLISHED' : states.includes(state))),
      );
    }
    const body = await bodyOf(request);
    const due = dueOf(body);
    if ((body.dueDate === undefined) !== (body.dueTime === undefined) || (due !== undefined && due < there.now()))
      return failed(400, 'INVALID_ARGUMENT');
    if (request.method === 'PATCH') {
      const work = own.find((one) => one.id === workId && one.state !== 'DELETED');
      if (!work) return failed(404, 'NOT_FOUND');
      if (!work.associatedWithDeveloper) return failed(403, 'PERMISSION_DENIED');
      const mask = (url.searchParams.get('updateMask') ?? '').split(',');
      for (const name of mask) {
        if (!['title', 'dueDate', 'dueTime', 'description', 'state'].includes(name)) return failed(400, 'INVALID_ARGUMENT');
        delete (work as unknown as Record<string, unknown>)[name];
        Object.assign(work, name in body ? { [name]: body[name as keyof WorkThere] } : {});
      }
      return give(work);
    }
    const isScheduled = body.scheduledTime !== undefined;
    if (
      !body.title ||
      body.workType !== 'ASSIGNMENT' ||
      (isScheduled && (body.state !== 'DRAFT' || Date.parse(body.scheduledTime ?? '') < there.now()))
    )
      return failed(400, 'INVALID_ARGUMENT');
    const takes = (one: string) => course.students.some(({ userId }) => userId === one);
    if (body.assigneeMode === 'INDIVIDUAL_STUDENTS' && !(body.individualStudentsOptions?.studentIds ?? []).every(takes))
      return failed(400, 'INVALID_ARGUMENT');
    const number = String(700 + there.works.length);
    const work = {
      state: 'DRAFT' as const,
      ...(body as Pick<WorkThere, 'title' | 'workType'>),
      ...{ id: number, courseId: course.id, associatedWithDeveloper: true },
      alternateLink: `https://classroom.example/c/${course.id}/a/${number}`,
    };
    there.works.push(work);
    return give(work);
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', there.origin);
    there.asked.push(url.pathname + url.search);
    const give = ({ status, headers = {}, body = '' }: Interruption) =>
      response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers }).end(body);
    const interruption = there.interrupt(url, there.asked.length, request.method ?? '');
    if (interruption && !interruption.isAfter) give(interruption);
    else
      answerTo(request, url).then(
        (answer) => give(interruption ?? answer),
        () => give(failed(500, 'INTERNAL')),
      );
  });
  const there: ClassroomThere = {
    origin: '',
    courses: [],
    works: [],
    now: Date.now,
    asked: [],
    pageSize: 30,
    interrupt: () => undefined,
    stop: () => stopServer(server),
  };
  there.origin = `http://127.0.0.1:${await listenHere(server)}`;
  return there;
}
