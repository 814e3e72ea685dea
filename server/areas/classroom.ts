import type { ClassroomCourse, ClassroomLink, classroom as classroomCalls } from '../../contract/classroom.ts';
import type { CauseOf } from '../../contract/technicalStatus.ts';
import { compare, type ReadCourse } from '../classroom/comparison.ts';
import { type Access, accessOf, activeClassroom, classroomScope, forgetLink, linkOf } from '../classroom/link.ts';
import { ClassroomService } from '../classroom/service.ts';
import { sharedWorks, shareWork } from '../classroom/sharing.ts';
import { takeOver, undoTakeOver } from '../classroom/takeOver.ts';
import type { ClassroomAccount } from '../classroom/tokens.ts';
import { groupsInScope, iso } from '../kit/access.ts';
import { type HandlersOf, notFound, Refusal, refuse, type UserContext } from '../kit/handler.ts';
import { noteUse } from '../kit/integrationUse.ts';
import { beginOpenId, SignOnProblem } from '../sso/openId.ts';

/** The issuer of Google's accounts, whose classroom service people know by its name. */
const google = 'https://accounts.google.com';

const inOrder = new Intl.Collator('en', { numeric: true });

/** How a teacher is linked, and the same as it is told. */
async function linkAs({ ports, user }: UserContext): Promise<{ link?: ClassroomAccount; told: ClassroomLink }> {
  const provider = await activeClassroom(ports.db);
  if (!provider) return { told: { service: null, state: 'none', linked_at: null } };
  const service = new URL(provider.issuer).origin === google ? 'google' : 'other';
  const link = await linkOf(ports.db, user, provider);
  if (!link) return { told: { service, state: 'none', linked_at: null } };
  return { link, told: { service, state: link.sealed_token === '' ? 'ended' : 'linked', linked_at: iso(link.linked_at) } };
}

/** What a refusal means for the district's technician. */
const causes: Readonly<Record<string, CauseOf<'classroom'>>> = {
  classroomForbidden: 'apiForbidden',
  classroomMayNotShare: 'apiForbidden',
  classroomBusy: 'apiBusy',
  classroomUnavailable: 'apiDown',
  classroomUnreadable: 'apiAnswer',
  classroomRefused: 'apiAnswer',
  classroomTooLarge: 'apiTooLarge',
};

/** Asks the service as the teacher, and notes for the technician whether it worked. */
async function asking<T>({ ports, user }: UserContext, ask: (service: ClassroomService, access: Access) => Promise<T>): Promise<T> {
  const access = await accessOf(ports, user);
  const use = { kind: 'classroom', ref: 'classroom' } as const;
  try {
    const answer = await ask(new ClassroomService(ports, access), access);
    await noteUse(ports, ports.db, use, null);
    return answer;
  } catch (error) {
    const cause = error instanceof Refusal ? causes[String(error.data.reason)] : undefined;
    if (cause) await noteUse(ports, ports.db, use, cause);
    throw error;
  }
}

/** A course of the teacher's, read from the service. */
const readCourse = (context: UserContext, course_id: string) =>
  asking(context, async (service, access) => {
    const course = await service.course(course_id);
    const read: ReadCourse = { course, participants: await service.students(course_id) };
    return { access, read };
  });

export const classroom: HandlersOf<typeof classroomCalls> = {
  classroomLink: async (_, context) => (await linkAs(context)).told,

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
    return (await linkAs(context)).told;
  },

  classroomCourses: async (_, context) => {
    const { ports, user } = context;
    const { courses, access } = await asking(context, async (service, given) => ({ courses: await service.courses(), access: given }));
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

  classroomWork: async ({ query: { group_puid } }, context) => {
    const { ports, user } = context;
    const { db } = ports;
    const group = await groupsInScope(db, user).select('name').where('class_group.group_puid', '=', group_puid).executeTakeFirst();
    if (!group) throw notFound('class');
    const { link, told } = await linkAs(context);
    const course =
      link &&
      (await db
        .selectFrom('classroom_course')
        .select('course_id')
        .where('user_puid', '=', user.user_puid)
        .where('issuer', '=', link.issuer)
        .where('group_puid', '=', group_puid)
        .executeTakeFirst());
    return {
      ...told,
      ...{ group_puid, group_name: group.name, is_course: course !== undefined },
      works: course && link ? await sharedWorks(db, user, link, group_puid) : [],
    };
  },

  shareToClassroom: ({ body }, context) =>
    asking(context, (service, access) => shareWork(context.ports, context.user, access, service, body)),
};
