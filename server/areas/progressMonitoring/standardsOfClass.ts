import type { progressMonitoring } from '../../../contract/progressMonitoring.ts';
import type { HandlersOf } from '../../kit/handler.ts';
import { classAssessments } from '../../reports/classAssessments.ts';
import { classAssignments, classStudents, visibleClass } from '../../reports/classWork.ts';
import { countedGames } from '../../reports/countedGames.ts';
import {
  byStandard,
  chosenItems,
  differentItems,
  gamePoints,
  type ItemPoints,
  itemPoints,
  shareOf,
  standardTexts,
} from '../../reports/itemPoints.ts';

const percentOf = (items: readonly ItemPoints[]) => {
  const share = shareOf(items);
  return share === null ? null : Math.round(share);
};

/** What each student of a class has earned in the questions of each standard. */
export const standardsOfClass: HandlersOf<typeof progressMonitoring>['standardsOfClass'] = async ({ query }, { ports, user }) => {
  const { db } = ports;
  const group = await visibleClass(db, user, query.group_puid);
  const rows = await classAssignments(db, user, query);
  const { assessments } = await classAssessments(db, rows, ports.now(), {});
  const students = await classStudents(db, group.group_puid);
  const known = new Set(students.map(({ user_puid }) => user_puid));
  const all = [...(await itemPoints(db, assessments)), ...(await gamePoints(db, await countedGames(db, query)))];
  const { choices, items } = chosenItems(
    rows,
    all.filter(({ user_puid, standards }) => known.has(user_puid) && standards.length > 0),
    query.group_assignment_id,
  );
  const standards = byStandard(items);
  const textOf = await standardTexts(db, [...standards.keys()]);
  const byStudent = Map.groupBy(items, ({ user_puid }) => user_puid);
  return {
    ...group,
    choices,
    standards: [...standards].map(([standard, of]) => ({
      standard,
      description: textOf(standard),
      items: differentItems(of),
      students: new Set(of.map(({ user_puid }) => user_puid)).size,
      score: percentOf(of),
    })),
    students: students.map((student) => ({
      ...student,
      standards: [...byStandard(byStudent.get(student.user_puid) ?? [])].flatMap(([standard, of]) => {
        const score = percentOf(of);
        return score === null ? [] : [{ standard, items: of.length, score }];
      }),
    })),
  };
};
