import * as v from 'valibot';
import { courseId } from '../../contract/classroom.ts';
import { plainLine } from '../../contract/plainLine.ts';
import { notFound, refuse } from '../kit/handler.ts';
import { OutsideProblem } from '../kit/outside.ts';
import type { Ports } from '../kit/ports.ts';
import type { Access } from './link.ts';

/** An active course at the service. */
export interface Course {
  course_id: string;
  name: string;
  section: string | null;
}
/** Somebody who takes a course. `name`: for the teacher's eyes alone; it is not stored. */
export interface Participant {
  subject: string;
  name: string;
}

/** An assignment in a course. `address`: where people open it. */
export interface Work {
  work_id: string;
  address: string | null;
  /** Addresses that it leads to. */
  links: readonly string[];
  /** Whether it was made here, so that it can be changed here. */
  isOurs: boolean;
}
/** What is told of an assignment. Instants are ms since 1970. */
export interface WorkFields {
  title: string;
  due_at: number | null;
}
export interface NewWork extends WorkFields {
  url: string;
  /** When students see it; null: at once. */
  opens_at: number | null;
  /** Subjects of the students whom it is for; null: everybody in the course. */
  subjects: readonly string[] | null;
}

/** A teacher may have as many courses, and a course as many assignments; the service allows no more students in one. */
const mostCourses = 500;
const mostStudents = 1_000;
const mostWorks = 2_000;
const pageSize = 100;
/** More pages than this are a loop. A service may give fewer records than were asked for. */
const mostPages = 200;
/** Bytes of one page and of all, and the longest waits, in ms: for a page, for all of them, and for a service that asks to wait. */
const mostOfPage = 2 * 1024 * 1024;
const mostOfAll = 16 * 1024 * 1024;
const longest = 10_000;
const longestInAll = 40_000;
const longestPause = 5_000;
const attempts = 3;

const text = v.fallback(v.string(), '');
const Courses = v.object({
  courses: v.optional(v.array(v.object({ id: courseId, name: text, section: text })), []),
  nextPageToken: v.optional(v.pipe(v.string(), v.maxLength(4_000)), ''),
});
const Students = v.object({
  students: v.optional(
    v.array(
      v.object({
        userId: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
        profile: v.fallback(
          v.object({ name: v.fallback(v.object({ givenName: text, familyName: text }), { givenName: '', familyName: '' }) }),
          {
            name: { givenName: '', familyName: '' },
          },
        ),
      }),
    ),
    [],
  ),
  nextPageToken: v.optional(v.pipe(v.string(), v.maxLength(4_000)), ''),
});

const OneWork = v.object({
  id: courseId,
  alternateLink: v.fallback(v.nullable(v.pipe(v.string(), v.url(), v.startsWith('https://'))), null),
  associatedWithDeveloper: v.fallback(v.boolean(), false),
  materials: v.fallback(v.array(v.object({ link: v.fallback(v.object({ url: text }), { url: '' }) })), []),
});
const Works = v.object({
  courseWork: v.optional(v.array(OneWork), []),
  nextPageToken: v.optional(v.pipe(v.string(), v.maxLength(4_000)), ''),
});
const workFields = 'id,alternateLink,associatedWithDeveloper,materials(link(url))';
const workOf = ({ id, alternateLink, associatedWithDeveloper, materials }: v.InferOutput<typeof OneWork>): Work => ({
  work_id: id,
  address: alternateLink,
  links: materials.map(({ link: { url } }) => url),
  isOurs: associatedWithDeveloper,
});

/** Title and due date as the service has them (`CourseWork`): its dates and times are UTC. */
const told = ({ title, due_at }: WorkFields) => {
  if (due_at === null) return { title };
  const due = new Date(due_at);
  return {
    title,
    dueDate: { year: due.getUTCFullYear(), month: due.getUTCMonth() + 1, day: due.getUTCDate() },
    dueTime: { hours: due.getUTCHours(), minutes: due.getUTCMinutes() },
  };
};

/** As long as a class's name may be. */
export const longestClassName = 150;

/** A line of at most so many characters, cut between two of them. */
export const shortened = (words: string, most: number): string => {
  const line = plainLine(words);
  return line.length <= most ? line : line.slice(0, /[\uD800-\uDBFF]/.test(line.charAt(most - 1)) ? most - 1 : most).trim();
};

/** How long a service asks to wait (RFC 9110, section 10.2.3), in ms; undefined if it does not say. */
function pauseOf(answer: Response): number | undefined {
  const seconds = answer.headers.get('retry-after')?.trim() ?? '';
  return /^\d{1,9}$/.test(seconds) ? Number(seconds) * 1_000 : undefined;
}

/** What is asked for. `isWork`: of assignments, for which a teacher may have given no access. */
interface Asked {
  method: 'GET' | 'POST' | 'PATCH';
  body?: unknown;
  isWork?: true;
}
const reading: Asked = { method: 'GET' };
const readingWork: Asked = { method: 'GET', isWork: true };

/**
 * Asks the classroom service as a teacher (Google Classroom API v1: `courses.list`, `courses.students.list`, and `list`, `create` and `patch`
 * of `courses.courseWork`), lists page by page. Everything is a refusal that the teacher can act on: the service's own words are not passed
 * on.
 */
export class ClassroomService {
  readonly #ports: Pick<Ports, 'outside' | 'classroomApi' | 'now'>;
  readonly #access: Access;
  readonly #begun: number;
  #token: string | undefined;
  #isRenewed = false;
  #bytes = 0;

  constructor(ports: Pick<Ports, 'outside' | 'classroomApi' | 'now'>, access: Access) {
    this.#ports = ports;
    this.#access = access;
    this.#begun = ports.now();
  }

  async #send(url: URL, authorization: string, { method, body }: Asked): Promise<Response | undefined> {
    if (this.#ports.now() - this.#begun > longestInAll) throw refuse('classroomUnavailable');
    try {
      const headers = { authorization, accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
      const content = body === undefined ? undefined : JSON.stringify(body);
      return await this.#ports.outside.send(url, { method, headers, body: content, most: mostOfPage, longest });
    } catch (error) {
      if (!(error instanceof OutsideProblem)) throw error;
      if (error.code === 'tooLarge') throw refuse('classroomUnreadable');
      if (error.code !== 'unreachable') throw refuse('classroomUnavailable');
      return undefined;
    }
  }

  async #ask(url: URL, asked: Asked): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      this.#token ??= await this.#access.renew();
      const answer = await this.#send(url, `Bearer ${this.#token}`, asked);
      const status = answer?.status ?? 503;
      if (status === 401) {
        if (this.#isRenewed) throw await this.#access.end();
        this.#isRenewed = true;
        this.#token = undefined;
        attempt -= 1;
      } else if (status === 429 || status >= 500) {
        const pause = (answer && pauseOf(answer)) ?? 1_000 * attempt;
        // What was asked to write may have been written.
        const isLast = attempt >= attempts || pause > longestPause || (status !== 429 && asked.method !== 'GET');
        if (isLast) throw refuse(status === 429 ? 'classroomBusy' : 'classroomUnavailable');
        await this.#ports.outside.pause(pause);
      } else if (status === 403) throw asked.isWork ? refuse('classroomMayNotShare') : refuse('classroomForbidden');
      else if (status === 404) throw notFound('course');
      else if (!answer || status !== 200) throw refuse(asked.method === 'GET' ? 'classroomUnreadable' : 'classroomRefused');
      else {
        const body = await answer.text();
        this.#bytes += body.length;
        if (this.#bytes > mostOfAll) throw refuse('classroomUnreadable');
        try {
          return JSON.parse(body);
        } catch {
          throw refuse('classroomUnreadable');
        }
      }
    }
  }

  /** Records of a list, each once. @throws refusal for more than `most` */
  async #all<Page extends { nextPageToken: string }, T>(
    path: string,
    query: Readonly<Record<string, string | readonly string[]>>,
    {
      schema,
      of,
      keyOf,
      most,
      asked = reading,
    }: {
      schema: v.GenericSchema<unknown, Page>;
      of: (page: Page) => readonly T[];
      keyOf: (one: T) => string;
      most: number;
      asked?: Asked;
    },
  ): Promise<T[]> {
    const all = new Map<string, T>();
    const seen = new Set<string>();
    const url = new URL(path, this.#ports.classroomApi);
    for (const [name, values] of Object.entries({ ...query, pageSize: String(pageSize) }))
      for (const value of [values].flat()) url.searchParams.append(name, value);
    for (let next = ''; ; ) {
      const page = v.safeParse(schema, await this.#ask(url, asked));
      if (!page.success) throw refuse('classroomUnreadable');
      for (const one of of(page.output)) all.set(keyOf(one), one);
      if (all.size > most) throw refuse('classroomTooLarge', { most });
      next = page.output.nextPageToken;
      if (next === '') return [...all.values()];
      if (seen.has(next) || seen.size >= mostPages) throw refuse('classroomUnreadable');
      seen.add(next);
      url.searchParams.set('pageToken', next);
    }
  }

  /** The courses that the teacher teaches. */
  async courses(): Promise<Course[]> {
    const query = { teacherId: 'me', courseStates: 'ACTIVE', fields: 'nextPageToken,courses(id,name,section)' };
    const found = await this.#all('/v1/courses', query, {
      schema: Courses,
      of: ({ courses }) => courses,
      keyOf: ({ id }) => id,
      most: mostCourses,
    });
    return found.map(({ id, name, section }) => ({
      course_id: id,
      name: shortened(name, longestClassName) || id,
      section: shortened(section, 100) || null,
    }));
  }

  /** A course that the teacher teaches. Students may read it too, so the service's own word is not enough. @throws 404 for any other */
  async course(course_id: string): Promise<Course> {
    const course = (await this.courses()).find((one) => one.course_id === course_id);
    if (!course) throw notFound('course');
    return course;
  }

  /** Who takes a course. E-mail addresses are not asked for. */
  async students(course_id: string): Promise<Participant[]> {
    const query = { fields: 'nextPageToken,students(userId,profile(name(givenName,familyName)))' };
    const found = await this.#all(`/v1/courses/${course_id}/students`, query, {
      schema: Students,
      of: ({ students }) => students,
      keyOf: ({ userId }) => userId,
      most: mostStudents,
    });
    return found.map(({ userId, profile: { name } }) => ({
      subject: userId,
      name: shortened(`${name.givenName} ${name.familyName}`, 400),
    }));
  }

  /** The assignments of a course that students see or will see. */
  async works(course_id: string): Promise<Work[]> {
    const query = { courseWorkStates: ['PUBLISHED', 'DRAFT'], fields: `nextPageToken,courseWork(${workFields})` };
    const found = await this.#all(`/v1/courses/${course_id}/courseWork`, query, {
      schema: Works,
      of: ({ courseWork }) => courseWork,
      keyOf: ({ id }) => id,
      most: mostWorks,
      asked: readingWork,
    });
    return found.map(workOf);
  }

  async #write(path: string, query: Readonly<Record<string, string>>, asked: Asked): Promise<Work> {
    const url = new URL(path, this.#ports.classroomApi);
    for (const [name, value] of Object.entries({ ...query, fields: workFields })) url.searchParams.set(name, value);
    const work = v.safeParse(OneWork, await this.#ask(url, asked));
    if (!work.success) throw refuse('classroomUnreadable');
    return workOf(work.output);
  }

  /** Adds an assignment. The service cannot be told that it is the same one, so whoever repeats this has to look for it first. */
  addWork(course_id: string, { url, opens_at, subjects, ...fields }: NewWork): Promise<Work> {
    const body = {
      ...told(fields),
      workType: 'ASSIGNMENT',
      materials: [{ link: { url } }],
      ...(opens_at === null ? { state: 'PUBLISHED' } : { state: 'DRAFT', scheduledTime: new Date(opens_at).toISOString() }),
      ...(subjects === null ? {} : { assigneeMode: 'INDIVIDUAL_STUDENTS', individualStudentsOptions: { studentIds: subjects } }),
    };
    return this.#write(`/v1/courses/${course_id}/courseWork`, {}, { method: 'POST', body, isWork: true });
  }

  /** Changes title and due date of an assignment that was made here. */
  changeWork(course_id: string, work_id: string, fields: WorkFields): Promise<Work> {
    return this.#write(
      `/v1/courses/${course_id}/courseWork/${work_id}`,
      { updateMask: 'title,dueDate,dueTime' },
      { method: 'PATCH', body: told(fields), isWork: true },
    );
  }
}
