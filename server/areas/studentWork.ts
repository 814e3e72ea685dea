import { Language, ResourceType } from '../../contract/content.ts';
import { AssignmentType, type AssignmentTypeId, type studentWork as studentWorkCalls } from '../../contract/studentWork.ts';
import { type Db, iso, isoOrNull, lessonResources } from '../kit/access.ts';
import { assertSelf, type HandlersOf, notFound, refuse } from '../kit/handler.ts';
import { assertNoGuest } from '../kit/lessonScope.ts';
import { assertContentOpen } from './closing.ts';
import { assertInOrder, openAssignment } from './player/tracking.ts';
import { drawnFor, seedFor, withNumbers } from './quiz/drawing.ts';
import { withPictures } from './quiz/pictures.ts';
import { forPaper, layOut, loadQuestions, newestOf, withoutKey } from './quiz/questions.ts';
import { percentages, type Standing, standings, withContents } from './student/assignments.ts';

const isOfType: Record<AssignmentTypeId, (one: Standing) => boolean> = {
  [AssignmentType.all]: () => true,
  [AssignmentType.toDo]: ({ state, is_past_year }) => (state === 'notStarted' || state === 'inProgress') && !is_past_year,
  [AssignmentType.overdue]: ({ is_overdue }) => is_overdue,
  [AssignmentType.done]: ({ state }) => state === 'completed',
  [AssignmentType.upcoming]: ({ state }) => state === 'upcoming',
};

/** Kinds that students may open without an assignment, because they have nothing to answer or score. */
export const openKinds = [ResourceType.reading, ResourceType.video, ResourceType.interactive, ResourceType.leveledReader];
/** Kinds whose questions may be printed. An assessment shows its questions only once it has started. */
const printableKinds: readonly number[] = [ResourceType.quiz, ResourceType.printableQuiz];

/** A student's results in quiz games that count. */
const countedOf = async (db: Db, student: number) =>
  (
    await db
      .selectFrom('game_result as r')
      .innerJoin('game as g', 'g.game_id', 'r.game_id')
      .innerJoin('class_group as c', 'c.group_puid', 'g.group_puid')
      .select(['g.game_id', 'g.title', 'g.created_at', 'r.points as score', 'r.max_points as max_score', 'c.name as group_name'])
      .where('r.user_puid', '=', student)
      .orderBy('g.created_at')
      .orderBy('g.game_id')
      .execute()
  ).map(({ created_at, ...row }) => ({ kind: 'game' as const, ...row, submitted_at: iso(created_at) }));

export const studentWork: HandlersOf<typeof studentWorkCalls> = {
  viewAllAssignments: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const wanted = isOfType[query.typeId as AssignmentTypeId];
    return withContents(ports.db, user, (await standings(ports, user)).filter(wanted));
  },

  studentResources: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const { db } = ports;
    const open = (await standings(ports, user)).filter(({ state }) => state !== 'upcoming');
    const parts = Map.groupBy(
      await lessonResources(db, [...new Set(open.map(({ lesson_id }) => lesson_id))]),
      ({ lesson_id }) => lesson_id,
    );
    const progress = await percentages(db, user, open);
    return open.flatMap(({ lesson_id, assignment_id, group_assignment_id, lesson_name, group_name, tracking_id, enforce_order }) => {
      const resources = parts.get(lesson_id) ?? [];
      const done = (id: number) => progress.get(tracking_id ?? 0)?.get(id) ?? 0;
      const next = enforce_order === 1 ? resources.findIndex((one) => done(one.lesson_resource_id) < 100) : -1;
      const isOpen = (at: number) => next === -1 || at <= next;
      return resources.map(({ lesson_resource_id, item_id, title, summary, resource_type_id, time, quiz_id }, at) => ({
        lesson_id,
        assignment_id,
        group_assignment_id,
        lesson_name,
        group_name,
        lesson_resource_id,
        item_id,
        title,
        summary,
        resource_type_id,
        time,
        percentage_completed: done(lesson_resource_id),
        printable_quiz_id: printableKinds.includes(resource_type_id) && isOpen(at) ? quiz_id : null,
      }));
    });
  },

  studentLibrary: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    assertNoGuest(user);
    const { db } = ports;
    const items = await db
      .selectFrom('content_item as i')
      .innerJoin('unit as u', 'u.unit_id', 'i.unit_id')
      .innerJoin('product as p', 'p.product_id', 'u.product_id')
      .select([
        'i.item_id',
        'i.item_type_id',
        'i.title',
        'i.summary',
        'i.minutes',
        'i.lexile',
        'i.language_id',
        'u.unit_id',
        'u.name as unit_name',
        'p.product_id',
        'p.name as product_name',
        'p.language_id as product_language',
      ])
      .where('i.item_type_id', 'in', openKinds)
      .where('i.is_assignable', '=', 1)
      .where('i.is_offered', '=', 1)
      .orderBy('p.sort_order')
      .orderBy('p.product_id')
      .orderBy('u.sort_order')
      .orderBy('u.unit_id')
      .orderBy('i.sort_order')
      .orderBy('i.item_id')
      .execute();
    const products = Map.groupBy(items, ({ product_id }) => product_id);
    return {
      products: [...products].map(([product_id, of]) => ({
        product_id,
        name: of[0]?.product_name ?? '',
        language_id: of[0]?.product_language ?? Language.english,
        units: [...new Map(of.map(({ unit_id, unit_name }) => [unit_id, { unit_id, name: unit_name }])).values()],
      })),
      items: items.map(({ unit_name: _, product_name: __, product_language: ___, ...item }) => item),
    };
  },

  studentReport: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    let attempts = ports.db
      .selectFrom('attempt as a')
      .innerJoin('group_assignment as ga', 'ga.group_assignment_id', 'a.group_assignment_id')
      .innerJoin('class_group as g', 'g.group_puid', 'ga.group_puid')
      .innerJoin('lesson as l', 'l.lesson_id', 'a.lesson_id')
      .innerJoin('quiz as q', 'q.quiz_id', 'a.quiz_id')
      .where('a.user_puid', '=', user.user_puid)
      .where('a.state', '=', 'released');
    if (user.lesson) attempts = attempts.where('a.lesson_id', '=', user.lesson.lesson_id);
    const rows = await attempts
      .select([
        'a.result_id',
        'a.lesson_id',
        'a.assignment_id',
        'a.submitted_at',
        'a.score',
        'a.max_score',
        'l.lesson_name',
        'g.name as group_name',
        'q.title',
      ])
      .orderBy('a.submitted_at')
      .orderBy('a.result_id')
      .execute();
    const quizzes = rows.map(({ submitted_at, score, ...row }) => ({
      ...{ kind: 'quiz' as const, ...row, submitted_at: isoOrNull(submitted_at), score: score ?? 0 },
    }));
    // A guest of a lesson sees that lesson only.
    const games = user.lesson ? [] : await countedOf(ports.db, user.user_puid);
    return [...quizzes, ...games].toSorted((a, b) => (a.submitted_at ?? '').localeCompare(b.submitted_at ?? ''));
  },

  printableQuiz: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const { db } = ports;
    const assignment = await openAssignment(ports, user, { lesson_id: query.lesson_id, assignment_id: query.assignment_id });
    const resource = (await lessonResources(db, [query.lesson_id])).find(({ quiz_id }) => quiz_id === query.quiz_id);
    if (!resource) throw notFound('quiz');
    if (!printableKinds.includes(resource.resource_type_id)) throw refuse('notPrintable');
    await assertInOrder(db, assignment, resource, assignment.tracking_id ?? 0);
    await assertContentOpen(ports, user);
    const { teacher_first, teacher_last, ...place } = await db
      .selectFrom('group_assignment as ga')
      .innerJoin('class_group as g', 'g.group_puid', 'ga.group_puid')
      .innerJoin('assignment as a', 'a.assignment_id', 'ga.assignment_id')
      .innerJoin('app_user as teacher', 'teacher.user_puid', 'a.assigned_by_puid')
      .select(['g.name as group_name', 'g.period', 'teacher.first_name as teacher_first', 'teacher.last_name as teacher_last'])
      .where('ga.group_assignment_id', '=', assignment.group_assignment_id)
      .executeTakeFirstOrThrow();
    const quiz = await db.selectFrom('quiz').select(['title', 'intro_html']).where('quiz_id', '=', query.quiz_id).executeTakeFirstOrThrow();
    // What the student has on the screen, too: the version of the quiz, and the numbers in it.
    const begun = await db
      .selectFrom('attempt')
      .select('layout')
      .where('group_assignment_id', '=', assignment.group_assignment_id)
      .where('user_puid', '=', user.user_puid)
      .where('quiz_id', '=', query.quiz_id)
      .executeTakeFirst();
    const all = await loadQuestions(db, [query.quiz_id]);
    const stored = await withPictures(db, begun ? layOut(all, JSON.parse(begun.layout)) : newestOf(all));
    const drawn = begun ? {} : drawnFor(stored, await seedFor(stored, db, { ...user, ...assignment, quiz_id: query.quiz_id }));
    const questions = stored.map((question) => withNumbers(question, drawn[question.question_id]));
    return {
      ...place,
      title: quiz.title,
      intro: quiz.intro_html,
      lesson_name: assignment.lesson_name,
      teacher_name: `${teacher_first} ${teacher_last}`,
      questions: questions.map((question) => withoutKey(forPaper(question))),
    };
  },
};
