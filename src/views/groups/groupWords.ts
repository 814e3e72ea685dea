import type { GroupCard } from '../../../contract/groups.ts';
import { Role } from '../../../contract/kit.ts';
import { m } from '../../paraglide/messages.js';

/** Facts that distinguish a class beside its name; administrators also see the school and the teachers. */
export const factsOf = (group: GroupCard, role: number): string[] =>
  [
    group.grade ? m.groups_grade_of({ grade: group.grade }) : '',
    group.period ? m.groups_period_of({ period: group.period }) : '',
    role >= Role.districtAdministrator ? group.school_name : '',
    role > Role.teacher && group.teachers.length > 0
      ? m.groups_teachers({ names: group.teachers.map((one) => `${one.first_name} ${one.last_name}`).join(', ') })
      : '',
  ].filter((fact) => fact !== '');
