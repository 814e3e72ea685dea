import { fewestStudents } from '../../../common/itemFlags.ts';
import { stateName } from '../../../common/states.ts';
import { ResourceType } from '../../../contract/content.ts';
import { Role } from '../../../contract/kit.ts';
import type { ItemAnalysis, ItemLevel, usageReports } from '../../../contract/usageReports.ts';
import { type Db, isOfVisibleGroup, visibleGroups } from '../../kit/access.ts';
import { readable } from '../../kit/administered.ts';
import { type HandlersOf, notFound, refuse, type UserContext } from '../../kit/handler.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import {
  addTallies,
  analyse,
  type HandedIn,
  handedIn,
  noTally,
  type Submitted,
  submittedIn,
  talliesBy,
  tally,
} from '../../reports/itemAnalysis.ts';
import { compareNames } from '../assignments.ts';
import { withPictures } from '../quiz/pictures.ts';
import { loadQuestions, type StoredQuestion, withKey } from '../quiz/questions.ts';
import { districtsOf, districtsOfState } from './districtsOfState.ts';

/** The lowest role that sees a level. Below a district, staff see the classes in their scope. */
const lowestRole: Record<ItemLevel, number> = {
  state: Role.providerAdministrator,
  district: Role.districtAdministrator,
  school: Role.schoolAdministrator,
  group: Role.teacher,
  student: Role.teacher,
};

type Place = ItemAnalysis['within'][number];
/** Whose answers are counted, in each of these districts. */
interface Scope extends Pick<ItemAnalysis, 'id' | 'name' | 'within'> {
  districts: readonly Db[];
  narrow: (query: HandedIn) => HandedIn;
  /** What its parts are; null: none are named. */
  part: 'school_id' | 'group_puid' | 'user_puid' | null;
  /** Districts to choose from. */
  choices?: ItemAnalysis['districts'];
  student?: { user_puid: number; first_name: string; last_name: string };
}

const byName = new Intl.Collator('en', { numeric: true });

/** The levels above a class or school that the reader may open, from the top. */
async function above(db: Db, user: TokenUser, school: { school_id: number; name: string } | null): Promise<Place[]> {
  const { district_id, name } = await db.selectFrom('district').select(['district_id', 'name']).executeTakeFirstOrThrow();
  return [
    ...(user.role >= lowestRole.district ? [{ level: 'district' as const, id: district_id, name }] : []),
    ...(school && user.role >= lowestRole.school ? [{ level: 'school' as const, id: school.school_id, name: school.name }] : []),
  ];
}

async function ownSchool(db: Db, user: TokenUser): Promise<number | null> {
  const person = await db.selectFrom('app_user').select('school_id').where('user_puid', '=', user.user_puid).executeTakeFirst();
  return person?.school_id ?? null;
}

/** The scope of a level. An id that the reader may not see is not found. */
const scopeOf: Record<ItemLevel, (id: number | undefined, context: UserContext) => Promise<Scope>> = {
  state: async (id, { ports, user }) => {
    const { state_id, districts } = await districtsOfState(ports.db, user, id);
    return { id: state_id, name: stateName(state_id), within: [], districts, narrow: (query) => query, part: null };
  },
  district: async (id, { ports, user }) => {
    const { districts } = await districtsOf(ports.db, user);
    const found = districts.find(({ district_id }) => district_id === (id ?? user.district_id));
    if (!found) throw notFound('district');
    return {
      ...{ id: found.district_id, name: found.name, within: [], districts: [found.db], part: 'school_id', narrow: (query) => query },
      choices: districts.length > 1 ? districts.map(({ district_id, name }) => ({ district_id, name })) : [],
    };
  },
  school: async (id, { ports, user }) => {
    const db = await readable(ports, user, 'school_id', id);
    const own = user.role >= lowestRole.district && id !== undefined ? id : await ownSchool(ports.db, user);
    if (own === null || (id ?? own) !== own) throw notFound('school');
    const school = await db.selectFrom('school').select(['school_id', 'name']).where('school_id', '=', own).executeTakeFirst();
    if (!school) throw notFound('school');
    return {
      ...{ id: own, name: school.name, within: await above(db, user, null), districts: [db], part: 'group_puid' },
      narrow: (query) => query.where('g.school_id', '=', own),
    };
  },
  group: async (id, { ports, user }) => {
    const db = await readable(ports, user, 'group_puid', id);
    const group = await visibleGroups(db, user)
      .innerJoin('school as s', 's.school_id', 'class_group.school_id')
      .select(['class_group.group_puid', 'class_group.name', 's.school_id', 's.name as school_name'])
      .where('class_group.group_puid', '=', id ?? 0)
      .executeTakeFirst();
    if (!group) throw notFound('class');
    const { group_puid, name, school_id, school_name } = group;
    return {
      ...{ id: group_puid, name, within: await above(db, user, { school_id, name: school_name }), districts: [db], part: 'user_puid' },
      narrow: (query) => query.where('g.group_puid', '=', group_puid),
    };
  },
  student: async (id, { ports, user }) => {
    const db = await readable(ports, user, 'student_puid', id);
    const student = await visibleGroups(db, user)
      .innerJoin('enrollment as e', 'e.group_puid', 'class_group.group_puid')
      .innerJoin('app_user as u', 'u.user_puid', 'e.user_puid')
      .innerJoin('school as s', 's.school_id', 'class_group.school_id')
      .select(['u.user_puid', 'u.first_name', 'u.last_name', 'class_group.group_puid', 'class_group.name', 's.school_id'])
      .select('s.name as school_name')
      .where('u.user_puid', '=', id ?? 0)
      .where('e.role', '=', 'student')
      .where('e.active', '=', 1)
      .where('u.active', '=', 1)
      .orderBy('class_group.group_puid')
      .executeTakeFirst();
    if (!student) throw notFound('student');
    const { user_puid, first_name, last_name, group_puid, name, school_id, school_name } = student;
    return {
      ...{ id: user_puid, name: `${last_name}, ${first_name}`, districts: [db], part: null },
      within: [...(await above(db, user, { school_id, name: school_name })), { level: 'group', id: group_puid, name }],
      narrow: (query) => query.where('u.user_puid', '=', user_puid).where(isOfVisibleGroup(db, user)),
      student: { user_puid, first_name, last_name },
    };
  },
};

/** A check at the end of another kind of resource. It has one or two questions, so its figures say less. */
const isCheck = ({ item_type_id }: { item_type_id: number }) =>
  Number(item_type_id !== ResourceType.quiz && item_type_id !== ResourceType.assessment);

/** Quizzes that were submitted in the scope, before checks: most students first, then last submitted first. */
async function quizzesIn({ districts, narrow }: Scope, submitted: Submitted): Promise<ItemAnalysis['quizzes']> {
  const all = new Map<number, ItemAnalysis['quizzes'][number] & { last: number }>();
  for (const db of districts) {
    const counted = narrow(handedIn(db, submitted))
      .select('a.quiz_id')
      .select((eb) => [eb.fn.count<number>('a.user_puid').distinct().as('students'), eb.fn.max('a.submitted_at').as('last')])
      .groupBy('a.quiz_id');
    const rows = await db
      .selectFrom(counted.as('c'))
      .innerJoin('quiz as q', 'q.quiz_id', 'c.quiz_id')
      .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
      .select(['q.quiz_id', 'i.item_type_id', 'i.title', 'c.students', 'c.last'])
      .execute();
    for (const row of rows) {
      const known = all.get(row.quiz_id) ?? { students: 0, last: 0 };
      all.set(row.quiz_id, { ...row, students: row.students + known.students, last: Math.max(row.last ?? 0, known.last) });
    }
  }
  return [...all.values()]
    .toSorted((a, b) => isCheck(a) - isCheck(b) || b.students - a.students || b.last - a.last || a.quiz_id - b.quiz_id)
    .map(({ last: _, ...quiz }) => quiz);
}

async function partsOf(db: Db, scope: Scope, query: HandedIn, quiz_id: number, questions: readonly StoredQuestion[]) {
  if (scope.part !== 'school_id' && scope.part !== 'group_puid') return [];
  const rows = await talliesBy(db, query, quiz_id, questions, scope.part);
  const ids = [0, ...rows.map(({ id }) => id)];
  const named =
    scope.part === 'school_id'
      ? await db.selectFrom('school').select(['school_id as id', 'name']).where('school_id', 'in', ids).execute()
      : await db.selectFrom('class_group').select(['group_puid as id', 'name']).where('group_puid', 'in', ids).execute();
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const level = scope.part === 'school_id' ? ('school' as const) : ('group' as const);
  return rows
    .map(({ id, students, scored, mean }) => ({
      ...{ level, id, name: names.get(id) ?? '', students },
      mean: scored < fewestStudents ? null : mean,
    }))
    .toSorted((a, b) => byName.compare(a.name, b.name) || a.id - b.id);
}

async function peopleOf(db: Db, query: HandedIn, quiz_id: number, questions: readonly StoredQuestion[]) {
  const means = await talliesBy(db, query, quiz_id, questions, 'user_puid');
  const people = await db
    .selectFrom('app_user')
    .select(['user_puid', 'first_name', 'last_name'])
    .where('user_puid', 'in', [0, ...means.map(({ id }) => id)])
    .execute();
  const scores = new Map(means.map(({ id, mean }) => [id, mean]));
  return people.toSorted(compareNames).map((person) => ({ ...person, score: scores.get(person.user_puid) ?? null }));
}

/** The student's last submission of a quiz. */
const lastOf = (db: Db, scope: Scope, submitted: Submitted, quiz_id: number) =>
  scope
    .narrow(handedIn(db, submitted))
    .where('a.quiz_id', '=', quiz_id)
    .select(['a.result_id', 'a.group_assignment_id'])
    .orderBy('a.submitted_at', 'desc')
    .orderBy('a.result_id', 'desc')
    .executeTakeFirst();

/** The student's answers in an attempt, by question. */
async function ownAnswers(db: Db, result_id: number) {
  const rows = await db
    .selectFrom('response')
    .select(['question_id', 'answer_id', 'answer_text', 'is_correct', 'points'])
    .where('result_id', '=', result_id)
    .where('is_dropped', '=', 0)
    .execute();
  return new Map(
    rows.map(({ question_id, is_correct, ...answer }) => [
      question_id,
      { ...answer, is_correct: is_correct === null ? null : is_correct === 1 },
    ]),
  );
}

/** The points of the questions that were asked, or of all if nobody has submitted. A dropped question was not asked. */
const mostPoints = (items: readonly { points: number; asked: number }[]) => {
  const asked = items.filter((item) => item.asked > 0);
  return (asked.length > 0 ? asked : items).reduce((sum, { points }) => sum + points, 0);
};

/** The answers to a quiz, question by question, at a level. */
export const itemAnalysis: HandlersOf<typeof usageReports>['itemAnalysis'] = async ({ query }, context) => {
  const { ports, user } = context;
  const { level, quiz_assessment_id, item_type_id } = query;
  if (user.role < lowestRole[level]) throw refuse('roleNotAllowed');
  const scope = await scopeOf[level](query.id, context);
  const [db = ports.db] = scope.districts;
  const submitted = await submittedIn(level === 'state' ? ports.db : db, query);
  const quizzes = await quizzesIn(scope, submitted);
  const { id, name, within, student, choices = [] } = scope;
  const shared = { level, id, name, districts: choices, within, quizzes };
  const chosen = quiz_assessment_id ?? quizzes[0]?.quiz_id;
  if (chosen === undefined) return { ...shared, quiz: null, items: [], parts: [], people: [] };
  const quiz = await db
    .selectFrom('quiz as q')
    .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
    .select(['q.quiz_id', 'i.item_type_id', 'i.title'])
    .where('q.quiz_id', '=', chosen)
    .executeTakeFirst();
  if (!quiz || (item_type_id ?? quiz.item_type_id) !== quiz.item_type_id) throw notFound('quiz');
  const loaded = await loadQuestions(db, [chosen]);
  const questions = student ? await withPictures(db, loaded) : loaded;
  const last = student && (await lastOf(db, scope, submitted, chosen));
  // A student is compared with everyone who submitted the same assignment.
  const counted = student ? (query: HandedIn) => query.where('ga.group_assignment_id', '=', last?.group_assignment_id ?? 0) : scope.narrow;
  let all = noTally;
  for (const own of scope.districts)
    all = addTallies(all, await tally(own, counted(handedIn(own, student ? { from: null, to: null } : submitted)), chosen, questions));
  const { quiz: figures, items } = analyse(all, questions);
  const own = last && (await ownAnswers(db, last.result_id));
  const people = scope.part === 'user_puid' ? await peopleOf(db, counted(handedIn(db, submitted)), chosen, questions) : [];
  const isScored = [...(own?.values() ?? [])].every(({ points }) => points !== null);
  const score = last && isScored ? questions.reduce((sum, { question_id }) => sum + (own?.get(question_id)?.points ?? 0), 0) : null;
  return {
    ...shared,
    quiz: { ...quiz, max_score: mostPoints(items), ...figures },
    items: items.flatMap((item, at) => {
      const question = questions[at] as StoredQuestion;
      // Of earlier versions, those that somebody has.
      if (question.retired_at !== null && item.asked === 0) return [];
      return [{ ...item, question: student ? withKey(question) : null, own: own?.get(item.question_id) ?? null }];
    }),
    parts: await partsOf(db, scope, counted(handedIn(db, submitted)), chosen, questions),
    people: student ? [{ ...student, score }] : people.map((one) => ({ ...one, score: figures.is_small ? null : one.score })),
  };
};
