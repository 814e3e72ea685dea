import type { classReports } from '../../../contract/classReports.ts';
import { iso, isoOrNull } from '../../kit/access.ts';
import type { HandlersOf } from '../../kit/handler.ts';
import {
  assignmentChoice,
  classAssignments,
  classStudents,
  meanPercent,
  meanTime,
  scoreOf,
  sumOf,
  visibleClass,
  type Work,
  worksOf,
} from '../../reports/classWork.ts';
import { countedGames, gamesOf } from '../../reports/countedGames.ts';
import { workOnWire } from './workOnWire.ts';

const isCompleted = ({ state }: Work) => state === 'completed';

/** The work of a class over a period, by assignment and by student. */
export const classReport: HandlersOf<typeof classReports>['classReport'] = async ({ query }, { ports, user }) => {
  const { db } = ports;
  const group = await visibleClass(db, user, query.group_puid);
  const all = await classAssignments(db, user, query);
  const rows = all.filter(({ group_assignment_id }) => (query.group_assignment_id ?? group_assignment_id) === group_assignment_id);
  const works = await worksOf(db, rows, ports.now());
  const games = await countedGames(db, query);
  const byStudent = Map.groupBy(
    rows.flatMap(({ group_assignment_id }) => (works.get(group_assignment_id) ?? []).map((work) => ({ group_assignment_id, work }))),
    ({ work }) => work.user_puid,
  );
  const students = (await classStudents(db, group.group_puid)).map((student) => {
    const own = byStudent.get(student.user_puid) ?? [];
    const done = own.map(({ work }) => work);
    const played = gamesOf(games, student.user_puid);
    return {
      ...student,
      assigned: own.length,
      completed: done.filter(isCompleted).length,
      late: done.filter(({ is_late }) => is_late).length,
      missing: done.filter(({ is_missing }) => is_missing).length,
      time_spent: sumOf(done, ({ time_spent }) => time_spent),
      score: scoreOf([...done, ...played]),
      work: own.map(({ group_assignment_id, work }) => ({ group_assignment_id, ...workOnWire(work) })),
      games: played.map((one) => ({ game_id: one.game_id, score: scoreOf([one]) })),
    };
  });
  return {
    ...group,
    choices: all.map(assignmentChoice),
    assignments: rows.map(({ group_assignment_id, lesson_id, lesson_name, from_date, to_date }) => {
      const of = works.get(group_assignment_id) ?? [];
      const begun = of.filter(({ state }) => state !== 'notStarted');
      const late = of.filter((work) => isCompleted(work) && work.is_late).length;
      return {
        group_assignment_id,
        lesson_id,
        lesson_name,
        from_date: iso(from_date),
        to_date: isoOrNull(to_date),
        students: of.length,
        on_time: of.filter(isCompleted).length - late,
        late,
        missing: of.filter(({ is_missing }) => is_missing).length,
        open: of.filter((work) => !isCompleted(work) && !work.is_missing).length,
        percentage_completed: meanPercent(of.map((work) => work.percentage_completed)),
        time_spent: meanTime(begun),
        score: meanPercent(of.map((work) => scoreOf([work]))),
      };
    }),
    games: games.map(({ game_id, title, at }) => {
      const scores = students.flatMap((student) => student.games.filter((one) => one.game_id === game_id));
      return { game_id, title, at, students: scores.length, score: meanPercent(scores.map(({ score }) => score)) };
    }),
    students,
    score: meanPercent(students.map(({ score }) => score)),
  };
};
