import type { ClassroomCourse, ClassroomLink, classroom as classroomCalls } from '../../contract/classroom.ts';
import { compare, type ReadCourse } from '../classroom/comparison.ts';
import { accessOf, activeClassroom, classroomScope, forgetLink, linkOf } from '../classroom/link.ts';
import { ClassroomService } from '../classroom/service.ts';
import { takeOver, undoTakeOver } from '../classroom/takeOver.ts';
import { groupsInScope, iso } from '../kit/access.ts';
import { type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { beginOpenId, SignOnProblem } from '../sso/openId.ts';

/** The issuer of Google's accounts, whose classroom service people know by its name. */
const google = 'https://accounts.google.com';

const inOrder = new Intl.Collator('en', { numeric: true });

async function linkAs({ ports, user }: UserContext): Promise<ClassroomLink> {
  const provider = await activeClassroom(ports.db);
  if (!provider) return { service: null, state: 'none', linked_at: null };
  const service = new URL(provider.issuer).origin === google ? 'google' : 'other';
  const link = await linkOf(ports.db, user, provider);
  if (!link) return { service, state: 'none', linked_at: null };
  return { service, state: link.sealed_token === '' ? 'ended' : 'linked', linked_at: iso(link.linked_at) };
}

/** A course of the teacher's, read from the service. */
async function readCourse({ ports, user }: UserContext, course_id: string) {
  const access = await accessOf(ports, user);
  const service = new ClassroomService(ports, access);
  const course = await service.course(course_id);
  const read: ReadCourse = { course, participants: await service.students(course_id) };
  return { access, read };
}

export const classroom: HandlersOf<typeof classroomCalls> = {
  classroomLink: (_, context) => linkAs(context),

  linkClassroom: async (_, context) => {
    const { ports, user } = context;
    const provider = await activeClassroom(ports.db);
    if (!provider) throw notFound('signInWay');
    const linker = { user_puid: user.user_puid, district_id: user.district_id };
    const { url, state } = await beginOpenId(ports, provider, { linker, scope: classroomScope }).catch((error: unknown) => {
      throw error instanceof SignOnProblem ? refuse('classroomUnavailable') : error;
    });
    context.setSignOnCookie(state, 'Lax');
    return { url };
  },

  unlinkClassroom: async (_, context) => {
    await forgetLink(context.ports, context.user);
    return linkAs(context);
  },

  classroomCourses: async (_, { ports, user }) => {
    const access = await accessOf(ports, user);
    const courses = await new ClassroomService(ports, access).courses();
    const taken = await groupsInScope(ports.db, user)
      .innerJoin('classroom_course as c', 'c.group_puid', 'class_group.group_puid')
      .select(['c.course_id', 'c.imported_at', 'class_group.group_puid', 'class_group.name as group_name'])
      .where('c.user_puid', '=', user.user_puid)
      .where('c.issuer', '=', access.link.issuer)
      .execute();
    const byCourse = new Map(taken.map((one) => [one.course_id, one]));
    return courses
      .map((course): ClassroomCourse => {
        const found = byCourse.get(course.course_id);
        const group = found ? { group_puid: found.group_puid, group_name: found.group_name } : null;
        return { ...course, group, imported_at: found ? iso(found.imported_at) : null };
      })
      .sort((a, b) => inOrder.compare(a.name, b.name) || inOrder.compare(a.section ?? '', b.section ?? ''));
  },

  compareClassroomCourse: async ({ query }, context) => {
    const { access, read } = await readCourse(context, query.course_id);
    return (await compare(context.ports.db, context.user, access, read)).shown;
  },

  importClassroomCourses: async ({ body: { course_id, version, confirmed } }, context) => {
    const { access, read } = await readCourse(context, course_id);
    return takeOver(context.ports, context.user, access, read, { version, confirmed });
  },

  undoClassroomImport: ({ body }, { ports, user }) => undoTakeOver(ports, user, body.import_id),
};
