import type { classroom } from '../../../contract/classroom.ts';
import { Role } from '../../../contract/kit.ts';
import { tenant } from '../../../server/kit/tenant.ts';
import { recordHandChange } from '../../../server/roster/handChanges.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { TestServer } from '../../server/testServer.ts';
import type { Cases } from './case.ts';

export interface ClassroomWorld {
  /** Tess has taken a course over as her class. */
  import_id: number;
}

const issuer = 'https://id.example';

/** Tess's account is linked with the classroom service, which nobody runs: its sign-on is off. */
export async function makeClassroomWorld({ ports, clock }: TestServer): Promise<ClassroomWorld> {
  const db = tenant(ports.db, ids.district);
  const import_id = ports.newId();
  const own = { user_puid: ids.tess, issuer };
  await db
    .insertInto('classroom_link')
    .values({ ...own, provider: 'classroom', subject: 's-tess', sealed_token: 'x', linked_at: clock.now })
    .execute();
  await db
    .insertInto('classroom_course')
    .values({ ...own, course_id: '1', group_puid: ids.class, version: 1, import_id, imported_at: clock.now })
    .execute();
  const who = { district_id: ids.district, user_puid: ids.tess, role: Role.teacher, session_id: 1, token_version: 1 };
  const about = { group_puid: ids.class, is_new: false };
  const change = { undo_id: import_id, user: who, school_id: ids.school, form: 'classroom', log: [], about } as const;
  await recordHandChange({ ...ports, db }, db, { ...change, log: [] });
  return { import_id };
}

const course = { course_id: '1' };

export const classroomCases: Cases<keyof typeof classroom> = {
  classroomLink: { as: 'tess', input: () => ({}), inOtherDistrict: 200 },
  linkClassroom: { as: 'tess', input: () => ({}), refused: 404 },
  unlinkClassroom: { as: 'tess', input: () => ({}), inOtherDistrict: 200 },
  classroomCourses: { as: 'tess', input: () => ({}), refused: 404 },
  compareClassroomCourse: { as: 'tess', input: () => course, refused: 404 },
  importClassroomCourses: { as: 'tess', input: () => ({ ...course, version: 'x'.repeat(43) }), refused: 404 },
  classroomWork: { as: 'tess', input: () => ({ group_puid: ids.class }) },
  shareToClassroom: {
    as: 'tess',
    input: () => ({ group_assignment_id: 1, path: '/authenticated/studentDashboard/openLesson/MQ' }),
    refused: 404,
  },
  undoClassroomImport: { as: 'tess', input: ({ classroom: { import_id } }) => ({ import_id }) },
};
