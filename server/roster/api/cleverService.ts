import { print53, TightTable } from '../../../common/roster/tightTable.ts';
import type { RosterSyncKind } from '../../../contract/rosterSync.ts';
import { type ApiRecord, type Collection, mostPages, type Page, pageSize, type ReadingOptions, RosterReader } from './reader.ts';
import { ApiProblem } from './source.ts';

/** How the service is reached, and what is taken from it. */
export interface SyncService {
  base_url: string;
  token: string;
  kinds: readonly RosterSyncKind[];
}

const version = '/v3.1';

/** The address before a list's name: the given one, with the version of the API if it lacks one. */
export function syncRootOf(base_url: string): string {
  const bare = base_url.replace(/\/+$/, '');
  return /\/v\d\.\d$/.test(bare) ? bare : `${bare}${version}`;
}

/** A record as the service gives it. */
type Data = Readonly<Record<string, unknown>> & { id: string };

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf).filter(Boolean) : []);
const ref = (sourcedId: string) => ({ sourcedId });
const stampOf = ({ id, last_modified }: Data) => ({ sourcedId: id, status: 'active', dateLastModified: textOf(last_modified) });

/** Grades as OneRoster writes them, by those of the service. Numbers have two digits. */
const grades: Readonly<Record<string, string>> = {
  InfantToddler: 'IT',
  Preschool: 'PR',
  PreKindergarten: 'PK',
  TransitionalKindergarten: 'TK',
  Kindergarten: 'KG',
  PostGraduate: 'PS',
  Ungraded: 'UG',
  Other: 'Other',
};
const gradesOf = (value: unknown): string[] => {
  const grade = textOf(value);
  return grade === '' ? [] : [grades[grade] ?? (/^\d$/.test(grade) ? `0${grade}` : grade)];
};

/** The service's roles that get accounts, and what they are in OneRoster. Of a person's, the first one is primary: it has the fewest rights. */
const accountRoles = [
  ['student', 'students', 'student'],
  ['teacher', 'teachers', 'teacher'],
  ['staff', 'staff', 'siteAdministrator'],
] as const;

const orgOf = (type: 'district' | 'school') => (data: Data) => ({
  ...stampOf(data),
  name: textOf(data.name),
  type,
  ...(type === 'school' && textOf(data.district) !== '' ? { parent: ref(textOf(data.district)) } : {}),
});

const sessionOf = (data: Data) => ({
  ...stampOf(data),
  ...{ title: textOf(data.name), type: 'term', startDate: textOf(data.start_date), endDate: textOf(data.end_date) },
});

const classOf = (data: Data) => ({
  ...stampOf(data),
  ...{ title: textOf(data.name), classType: data.subject === 'homeroom/advisory' ? 'homeroom' : 'scheduled' },
  ...{ grades: gradesOf(data.grade), subjects: [textOf(data.subject)], periods: [textOf(data.period)] },
  // Courses are not read, since nothing of them is used.
  course: ref(textOf(data.course) || data.id),
  school: ref(textOf(data.school)),
  terms: [ref(textOf(data.term_id))],
});

/** The people of a section, each once. */
function enrollmentsOf(data: Data): ApiRecord[] {
  const people = new Map<string, string>();
  for (const id of idsOf(data.students)) people.set(id, 'student');
  for (const id of [textOf(data.teacher), ...idsOf(data.teachers)]) if (id !== '') people.set(id, 'teacher');
  return [...people].map(([user, role]) => ({
    ...{ ...stampOf(data), sourcedId: `${data.id}:${user}`, role },
    ...(role === 'teacher' ? { primary: user === textOf(data.teacher) } : {}),
    ...{ class: ref(data.id), school: ref(textOf(data.school)), user: ref(user) },
  }));
}

/**
 * The REST API of a school-roster service (Clever Data API 3.1): lists of `{ data: { id, … } }`, paged by `starting_after`, read with the
 * token of a district. It gives records of OneRoster 1.2, whose ids are the service's: the subjects with which people sign in there.
 */
export class CleverService extends RosterReader {
  readonly #root: string;
  readonly #token: string;
  readonly #kinds: ReadonlySet<RosterSyncKind>;
  /** People and classes that were read. Lists that change meanwhile may name others. */
  #people = new TightTable();
  #classes = new TightTable();

  constructor({ base_url, token, kinds }: SyncService, ...rest: ReadingOptions) {
    const root = syncRootOf(base_url);
    super(root, ...rest);
    this.#root = root;
    this.#token = token;
    this.#kinds = new Set(kinds);
  }

  override get collections(): readonly Collection[] {
    return this.#kinds.has('classes') ? ['orgs', 'academicSessions', 'classes', 'users', 'enrollments'] : ['orgs', 'users'];
  }

  protected async authorize(): Promise<string> {
    return this.#token;
  }

  protected renew(): boolean {
    return false;
  }

  /** A list of the service, page by page. Lists are sorted by id, and a page begins after the last id of the one before. */
  async *#list(name: string): AsyncGenerator<Data[]> {
    const seen = new Set<string>();
    let url = new URL(`${this.#root}/${name}?limit=${pageSize}`);
    for (let page = 1; ; page++) {
      if (seen.has(url.href) || page > mostPages) throw new ApiProblem('apiLoop', `The pages of ${name} have no end.`);
      seen.add(url.href);
      const { data, links } = Object((await this.get(url)).body) as { data?: unknown; links?: unknown };
      const records = Array.isArray(data) ? data.map((one) => Object(Object(one).data) as Data) : null;
      if (!records?.every(({ id }) => typeof id === 'string' && id !== ''))
        throw new ApiProblem('apiAnswer', `The answer has no list of ${name} with ids.`);
      yield records;
      const next = Array.isArray(links) ? links.find((link) => Object(link).rel === 'next') : undefined;
      if (next === undefined || records.length === 0) return;
      url = this.following(url, textOf(Object(next).uri));
    }
  }

  /** A person with the roles that are taken; undefined: none is. */
  #userOf(data: Data): ApiRecord | undefined {
    const all = Object(data.roles) as Readonly<Record<string, unknown>>;
    const taken = accountRoles.flatMap(([key, kind, role]) => {
      const told = all[key];
      // Staff who teach stay teachers, also where teachers do not come.
      const counts = key !== 'staff' || !all.teacher;
      return told && counts && this.#kinds.has(kind) ? [{ told: Object(told) as Record<string, unknown>, role }] : [];
    });
    const isFamily = Boolean(all.contact) && accountRoles.every(([key]) => !all[key]);
    if (taken.length === 0 && !isFamily) return undefined;
    const placesOf = ({ school, schools }: Record<string, unknown>) => [...new Set([textOf(school), ...idsOf(schools)].filter(Boolean))];
    const roles = taken.flatMap(({ told, role }) => placesOf(told).map((org) => ({ roleType: 'secondary', role, org: ref(org) })));
    const [first] = roles;
    if (first) first.roleType = 'primary';
    const name = Object(data.name) as Readonly<Record<string, unknown>>;
    const userNames = taken.map(({ told }) => textOf(Object(told.credentials).district_username));
    const email = textOf(data.email);
    return {
      ...{ ...stampOf(data), enabledUser: 'true', email },
      username: [...userNames, email, data.id].find((one) => one !== ''),
      ...{ givenName: textOf(name.first), familyName: textOf(name.last) },
      grades: taken.flatMap(({ told, role }) => (role === 'student' ? gradesOf(told.grade) : [])),
      ...(first ? { primaryOrg: first.org } : {}),
      roles: isFamily ? [{ role: 'relative' }] : roles,
    };
  }

  async *#records(collection: Collection): AsyncGenerator<ApiRecord[]> {
    if (collection === 'orgs') {
      for await (const page of this.#list('districts')) yield page.map(orgOf('district'));
      for await (const page of this.#list('schools')) yield page.map(orgOf('school'));
    } else if (collection === 'academicSessions') for await (const page of this.#list('terms')) yield page.map(sessionOf);
    else if (collection === 'classes') {
      this.#classes = new TightTable();
      for await (const page of this.#list('sections')) {
        for (const { id } of page) this.#classes.set(print53(id), 1);
        yield page.map(classOf);
      }
    } else if (collection === 'users') {
      this.#people = new TightTable();
      for await (const page of this.#list('users')) {
        const people = page.flatMap((data) => this.#userOf(data) ?? []);
        for (const { sourcedId } of people) this.#people.set(print53(sourcedId), 1);
        yield people;
      }
    } else if (collection === 'enrollments')
      for await (const page of this.#list('sections'))
        yield page
          .filter(({ id }) => this.#classes.get(print53(id)) !== undefined)
          .flatMap((section) =>
            enrollmentsOf(section).filter(({ user }) => this.#people.get(print53(textOf(Object(user).sourcedId))) !== undefined),
          );
  }

  async *pages(collection: Collection): AsyncGenerator<Page> {
    for await (const records of this.#records(collection)) yield { records, total: undefined };
  }
}
