import { ResourceType } from '../../contract/content.ts';
import { Role } from '../../contract/kit.ts';
import { usualGrades } from '../../server/areas/registration.ts';
import type { ContentSet, ItemContent, QuestionContent } from '../../server/content/contentSet.ts';
import { idOf } from '../../server/content/ids.ts';
import { importContent } from '../../server/content/importContent.ts';
import type { NewRow } from '../../server/db/schema.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { putRows } from './databases.ts';
import { terms } from './glossaryTerms.ts';
import { cheapPasswords, prepared, startOfClock, type TestClient, type TestPorts, type TestServer, testServer } from './testServer.ts';

const question = (type: QuestionContent['question_type'], further: Partial<QuestionContent>): QuestionContent => ({
  question_type: type,
  question_html: `A ${type} question`,
  explanation_html: 'EXPLANATION',
  diagram: null,
  points: 1,
  difficulty: 0,
  unit: null,
  standards: [],
  targets: [],
  options: [],
  key: { kind: 'one' },
  ...further,
});
const choices = (texts: string[], right: string[]) =>
  texts.map((text) => ({ text, is_answer: right.includes(text), misconception: right.includes(text) ? null : `MISCONCEPTION ${text}` }));
const things = (texts: string[]) => texts.map((text) => ({ text, is_answer: false, misconception: null }));

/** One question of each type. */
export const everyType: QuestionContent[] = [
  question('single_choice', { options: choices(['ice', 'steam', 'water'], ['steam']) }),
  question('multiple_choice', { points: 2, options: choices(['gold', 'air', 'iron', 'soup'], ['gold', 'iron']), key: { kind: 'many' } }),
  question('true_false', { options: choices(['True', 'False'], ['False']) }),
  question('short_text', { key: { kind: 'text', accepted: ['Evaporation'] } }),
  question('numeric', {
    unit: 'kPa',
    key: { kind: 'numeric', value: 150, tolerance: 1, unit: 'kPa', units: [{ unit: 'Pa', factor: 0.001 }] },
  }),
  question('ordering', {
    points: 3,
    options: things(['first', 'second', 'third']),
    key: { kind: 'order', texts: ['first', 'second', 'third'] },
  }),
  question('matching', {
    points: 2,
    targets: [
      { id: 't1', text: 'Solid' },
      { id: 't2', text: 'Gas' },
    ],
    options: things(['rows', 'apart', 'none']),
    key: { kind: 'places', places: { t1: 'rows', t2: 'apart' } },
  }),
  question('label_diagram', {
    points: 2,
    diagram: '<svg viewBox="0 0 1 1"><title>T</title><desc>D</desc></svg>',
    targets: [
      { id: 'f1-1', text: '1' },
      { id: 'f1-2', text: '2' },
    ],
    options: things(['heart', 'lung', 'liver']),
    key: { kind: 'places', places: { 'f1-1': 'heart', 'f1-2': 'lung' } },
  }),
];

/** An item of a catalog; a reading unless `further` says otherwise. */
export const item = (slug: string, further: Partial<ItemContent>): ItemContent => ({
  code: `course/unit/sub/${slug}`,
  sub_unit: 'course/unit/sub',
  level3: null,
  item_type_id: ResourceType.reading,
  title: slug,
  summary: `About ${slug}`,
  body: { kind: 'html', html: '<p>Text</p>' },
  minutes: 10,
  grades: ['6'],
  standards: [],
  sources: [],
  translates: null,
  is_assignable: true,
  is_learnosity_enabled: false,
  lexile: null,
  spanish_remark: null,
  collections: [],
  quiz: null,
  ...further,
});
const quizItem = (slug: string, questions: QuestionContent[], type: number = ResourceType.quiz): ItemContent =>
  item(slug, {
    item_type_id: type,
    body: { kind: 'quiz', intro_html: '<p>Ready?</p>' },
    quiz: { intro_html: '<p>Ready?</p>', delivery: type === ResourceType.assessment ? 'assessment' : 'quiz', questions },
  });

const items = [
  item('reading', {}),
  item('video', {
    item_type_id: ResourceType.video,
    body: { kind: 'video', animation: 'heating', duration: 60, captions: [{ at: 0, text: 'Look' }] },
    quiz: { intro_html: '', delivery: 'quiz', questions: [everyType[0]!] },
  }),
  quizItem('quiz', everyType),
  quizItem('assessment', everyType.slice(0, 2), ResourceType.assessment),
];

/** A small catalog: one unit with a reading, a video with a question, a quiz with every type and an assessment. */
export const catalogue: ContentSet = {
  products: [
    {
      code: 'course',
      name: 'Course',
      description: '',
      language_id: 101,
      grades: ['6'],
      translates: null,
      sort_order: 1,
      units: [
        {
          code: 'course/unit',
          name: 'Unit',
          summary: '',
          translates: null,
          sort_order: 1,
          sub_units: [{ code: 'course/unit/sub', name: 'Sub-unit', level3: [] }],
          items,
          prebuilt_lessons: [],
          lesson_blocks: [],
        },
      ],
    },
  ],
  standards: [],
  glossary: terms,
  files: [],
};
export const quiz_id = idOf('course/unit/sub/quiz#quiz');
/** The id of a question of that quiz, by its place from 0. */
export const questionIdAt = (place: number): number => idOf(`course/unit/sub/quiz#question${place + 1}`);
export const assessment_id = idOf('course/unit/sub/assessment#quiz');
export const videoQuiz_id = idOf('course/unit/sub/video#quiz');
export const item_id = idOf('course/unit/sub/reading');

/** Ids of everyone and everything in the fixture, by name. Most tests use district 1; district 2 has one class of outsiders. */
export const ids = {
  district: 1,
  otherDistrict: 2,
  school: 11,
  otherSchool: 12,
  /** Students. `ana` and `ben` share class 3101, `cal` is in 3102 at the other school, `zoe` is in district 2. */
  ana: 1001,
  ben: 1002,
  cal: 1003,
  zoe: 2001,
  /** Teachers: `tess` of 3101, `tom` of 3102, `ted` in district 2. */
  tess: 1101,
  tom: 1102,
  ted: 2101,
  /** Administrators: school, other school, district, provider, super. `dora` runs district 2. */
  sue: 1201,
  sid: 1202,
  dan: 1203,
  pam: 1204,
  max: 1205,
  dora: 2203,
  class: 3101,
  otherClass: 3102,
  foreignClass: 201,
  /** Science, for the classes of district 1, and for those of district 2. */
  subject: 3201,
  permission: 3301,
  removedPermission: 3302,
  permissionAssignment: 3311,
  removedAssignment: 3312,
  announcement: 3321,
  withdrawnAnnouncement: 3322,
  foreignSubject: 3202,
  /** Grade 6, which the classes have, and kindergarten, which nobody has. */
  grade: 10_006,
  freeGrade: 10_000,
  /** Prebuilt, in order: reading, video, quiz. */
  orderedLesson: 501,
  /** Prebuilt, in any order: reading, video, quiz, assessment. */
  freeLesson: 502,
  /** Owned by tom. */
  tomsLesson: 503,
  foreignLesson: 601,
} as const;

/** Ids of a lesson's resources (`PlayerResource.id`). */
export const resourceIds = (lesson_id: number) => ({
  reading: lesson_id * 10 + 1,
  video: lesson_id * 10 + 2,
  quiz: lesson_id * 10 + 3,
  assessment: lesson_id * 10 + 4,
});

const people: [name: string, puid: number, district: number, role: number, school: number | null][] = [
  ['ana', ids.ana, 1, 1, ids.school],
  ['ben', ids.ben, 1, 1, ids.school],
  ['cal', ids.cal, 1, 1, ids.otherSchool],
  ['zoe', ids.zoe, 2, 1, 21],
  ['tess', ids.tess, 1, 2, ids.school],
  ['tom', ids.tom, 1, 2, ids.otherSchool],
  ['ted', ids.ted, 2, 2, 21],
  ['sue', ids.sue, 1, 6, ids.school],
  ['sid', ids.sid, 1, 6, ids.otherSchool],
  ['dan', ids.dan, 1, 9, null],
  ['pam', ids.pam, 1, 12, null],
  ['max', ids.max, 1, 15, null],
  ['dora', ids.dora, 2, 9, null],
];

const makeOn = ({ ports }: TestServer) => make(ports);

/** Inserts the fixture into an empty database. The first test makes it; the others get the same rows. */
export async function makeFixtureSchool(ports: TestPorts): Promise<void> {
  const isUsual = ports.passwords === cheapPasswords && ports.now() === startOfClock;
  if (!isUsual || (await ports.db.selectFrom('product').select('product_id').limit(1).executeTakeFirst())) return make(ports);
  const { rows } = await prepared(makeOn);
  await putRows(ports.db, rows);
}

async function make(ports: TestPorts): Promise<void> {
  const { db } = ports;
  const now = ports.now();
  await importContent(db, catalogue);
  const nav_tabs = JSON.stringify([
    { key: 'content', show: true },
    { key: 'admin', show: false },
  ]);
  await insertAll(db, 'district', [
    { district_id: 1, name: 'North', state_id: 48, time_zone: 'America/Chicago', nav_tabs },
    { district_id: 2, name: 'South', state_id: null, time_zone: 'America/New_York', nav_tabs },
  ]);
  await insertAll(db, 'school', [
    { district_id: 1, school_id: ids.school, name: 'Hill', sourced_id: null },
    { district_id: 1, school_id: ids.otherSchool, name: 'Lake', sourced_id: null },
    { district_id: 2, school_id: 21, name: 'Coast', sourced_id: null },
  ]);
  const password_hash = await ports.passwords.hash('science-rocks');
  await insertAll(
    db,
    'app_user',
    people.map(([name, user_puid, district_id, role_id, school_id]) => ({
      district_id,
      user_puid,
      user_name: name,
      user_key: name,
      password_hash,
      role_id,
      first_name: name,
      last_name: 'Person',
      school_id,
      active: 1,
      token_version: 1,
      created_at: now,
    })),
  );
  const group = (district_id: number, group_puid: number, school_id: number, name: string): NewRow<'class_group'> => ({
    district_id,
    group_puid,
    school_id,
    name,
    kind: 'class',
    subject: 'Science',
    grade: '6',
    period: '2',
    sourced_id: null,
    active: 1,
  });
  await insertAll(db, 'class_group', [
    group(1, ids.class, ids.school, 'Science 6, Period 2'),
    group(1, ids.otherClass, ids.otherSchool, 'Science 6, Period 4'),
    group(2, ids.foreignClass, 21, 'Science 8'),
  ]);
  await insertAll(
    db,
    'subject',
    [
      [1, ids.subject],
      [2, ids.foreignSubject],
    ].map(([district_id = 0, subject_id = 0]) => ({
      district_id,
      subject_id,
      name: 'Science',
      name_key: 'science',
      active: 1,
      version: 1,
      removed_at: null,
    })),
  );
  await insertAll(
    db,
    'grade',
    [ids.district, ids.otherDistrict].flatMap((district_id) =>
      usualGrades.map(({ grade: name }, at) => ({
        ...{ district_id, grade_id: district_id * 10_000 + at, name, name_key: name.toLowerCase() },
        ...{ position: at + 1, version: 1, removed_at: null },
      })),
    ),
  );
  await insertAll(
    db,
    'permission',
    (
      [
        [ids.permission, 'Front desk', null],
        [ids.removedPermission, 'Old desk', now],
      ] as const
    ).map(([permission_id, name, removed_at]) => ({
      ...{ district_id: 1, permission_id, name, name_key: name.toLowerCase(), description: 'Answers messages', version: 1, removed_at },
      ...{ may_messages: 1, may_notifications: 0, may_subjects: 0, may_audit: 0, active: 1 },
    })),
  );
  // It begins much later: nobody has a right yet.
  const from_at = Date.UTC(2040, 0, 1, 6);
  await insertAll(
    db,
    'permission_assignment',
    (
      [
        [ids.permissionAssignment, null],
        [ids.removedAssignment, now],
      ] as const
    ).map(([assignment_id, removed_at]) => ({
      ...{ district_id: 1, assignment_id, permission_id: ids.permission, to_role_id: Role.teacher, to_user_puid: null, removed_at },
      ...{ from_date: '2040-01-01', to_date: null, from_at, until_at: Number.MAX_SAFE_INTEGER, given_by: ids.dan, given_at: now },
    })),
  );
  await insertAll(
    db,
    'announcement',
    (
      [
        [ids.announcement, null],
        [ids.withdrawnAnnouncement, now],
      ] as const
    ).map(([notification_id, withdrawn_at]) => ({
      ...{ district_id: 1, notification_id, text_en: 'School begins', text_es: 'Empiezan las clases', audience: 'school' as const },
      ...{ role_id: null, school_id: ids.school, group_puid: null, user_puid: null, below_role: Role.districtAdministrator },
      ...{
        from_date: '2040-01-01',
        to_date: null,
        from_at,
        until_at: Number.MAX_SAFE_INTEGER,
        written_by: ids.dan,
        written_at: now,
        withdrawn_at,
      },
    })),
  );
  const enroll = (district_id: number, group_puid: number, user_puid: number, role: 'student' | 'teacher'): NewRow<'enrollment'> => ({
    district_id,
    group_puid,
    user_puid,
    role,
    sourced_id: null,
    active: 1,
  });
  await insertAll(db, 'enrollment', [
    enroll(1, ids.class, ids.tess, 'teacher'),
    enroll(1, ids.class, ids.ana, 'student'),
    enroll(1, ids.class, ids.ben, 'student'),
    enroll(1, ids.otherClass, ids.tom, 'teacher'),
    enroll(1, ids.otherClass, ids.cal, 'student'),
    enroll(2, ids.foreignClass, ids.ted, 'teacher'),
    enroll(2, ids.foreignClass, ids.zoe, 'student'),
  ]);
  const lesson = (
    district_id: number,
    lesson_id: number,
    lesson_name: string,
    further: Partial<NewRow<'lesson'>> = {},
  ): NewRow<'lesson'> => ({
    district_id,
    lesson_id,
    owner_puid: null,
    lesson_name,
    lesson_objective: 'Learn it',
    instructions: '',
    total_time: 40,
    due_date: null,
    product_id: idOf('course'),
    unit_id: idOf('course/unit'),
    is_assignment: 0,
    enforce_order: 0,
    language_id: 101,
    version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    ...further,
  });
  await insertAll(db, 'lesson', [
    lesson(1, ids.orderedLesson, 'In order', { enforce_order: 1 }),
    lesson(1, ids.freeLesson, 'In any order'),
    lesson(1, ids.tomsLesson, 'Made by Tom', { owner_puid: ids.tom }),
    lesson(2, ids.foreignLesson, 'Elsewhere'),
  ]);
  const resources = (
    district_id: number,
    lesson_id: number,
    slugs: ('reading' | 'video' | 'quiz' | 'assessment')[],
  ): NewRow<'lesson_resource'>[] =>
    slugs.map((slug, index) => ({
      district_id,
      lesson_id,
      lesson_resource_id: resourceIds(lesson_id)[slug],
      item_id: idOf(`course/unit/sub/${slug}`),
      resource_type_id: items.find((one) => one.code.endsWith(`/${slug}`))!.item_type_id,
      time: 10,
      sort_order: index + 1,
      remarks: '',
    }));
  await insertAll(db, 'lesson_resource', [
    ...resources(1, ids.orderedLesson, ['reading', 'video', 'quiz']),
    ...resources(1, ids.freeLesson, ['reading', 'video', 'quiz', 'assessment']),
    ...resources(1, ids.tomsLesson, ['reading']),
    ...resources(2, ids.foreignLesson, ['reading', 'quiz']),
  ]);
}

/** A server with the fixture school, and clients of the users named. */
export async function schoolServer<const Names extends readonly string[]>(
  ...names: Names
): Promise<[server: TestServer, ...clients: { [Index in keyof Names]: TestClient }]> {
  const server = await testServer();
  await makeFixtureSchool(server.ports);
  const clients: TestClient[] = [];
  for (const name of names) clients.push(await server.signIn(name));
  return [server, ...(clients as { [Index in keyof Names]: TestClient })];
}

/** Tess's class becomes tom's. */
export async function giveClassToTom({ db }: TestServer): Promise<void> {
  await db
    .updateTable('enrollment')
    .set({ user_puid: ids.tom })
    .where('group_puid', '=', ids.class)
    .where('user_puid', '=', ids.tess)
    .execute();
}
