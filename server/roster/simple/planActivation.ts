import { Role } from '../../../contract/kit.ts';
import { partsOf } from '../../db/parts.ts';
import { inBatches, type Plan, type Step } from '../planning.ts';
import type { AnyRow, Entry } from '../tables.ts';
import { accountsOf, placeOf, type StudentList } from './list.ts';

/** Opens or closes the accounts of the students in a list, by student number or user name. For administrators. */
export async function* planActivation(plan: Plan, roster: StudentList, active: 0 | 1): AsyncGenerator<Step> {
  const { ports, importer, findings } = plan;
  const { db } = ports;
  const { school_id } = importer;
  const { file } = roster;
  if (importer.role < Role.schoolAdministrator) return findings.error('administratorOnly', file);
  for (const school of await db.selectFrom('school').selectAll().execute()) plan.schoolNames.set(school.school_id, school.name);
  let students = db.selectFrom('app_user').where('role_id', '=', Role.student);
  if (school_id !== null) students = students.where('school_id', '=', school_id);
  for (const row of await students.select(['role_id', 'school_id', 'active']).where('active', '=', 1).execute()) plan.hadUser(row);

  const entries = new Map<number, Entry>();
  const dealt = new Set<number>();
  let rows = 0;
  for await (const lines of roster.rows())
    for (const part of partsOf(lines)) {
      const accounts = await accountsOf(ports, part);
      for (const line of part) {
        rows += 1;
        if (roster.leftOut.has(line.row)) continue;
        const at = placeOf(roster, line, line.student_id === '' ? 'user_name' : 'student_id');
        const { named, numbered } = accounts.of(line);
        const student = numbered ?? named;
        if (!student) findings.error('studentUnknown', file, at);
        else if (numbered && named && numbered !== named) findings.error('userNameTaken', file, placeOf(roster, line, 'user_name'));
        else if (student.role_id !== Role.student) findings.error('notAStudent', file, at);
        else if (school_id !== null && student.school_id !== school_id) findings.error('outOfScope', file, at);
        else if (!dealt.has(student.user_puid)) {
          dealt.add(student.user_puid);
          const entry = plan.setActive(student as unknown as AnyRow, active);
          if (entry) entries.set(student.user_puid, entry);
        }
      }
    }
  if (plan.canGoOn) yield* inBatches('users', [...entries.values()], rows);
}
