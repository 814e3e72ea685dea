import type { Rules } from '../../../common/recordValues.ts';
import type { GroupCard } from '../../../contract/groups.ts';
import { Role } from '../../../contract/kit.ts';
import type { RosterStudent } from '../../../contract/rostering.ts';

const text = (most: number, isRequired = false) => ({ kind: 'text' as const, most, isRequired, isUnique: false });

/**
 * The form of a student. A new one joins an open class and may do without a username, which is then made from the name. Only a school
 * administrator may choose no class: for the others, the class gives the school.
 */
export function studentRules(row: RosterStudent | null, role: number, classes: readonly GroupCard[]): Rules {
  const open = classes.filter(({ active }) => active);
  const options = open.map(({ group_puid, group_name, school_name }) => ({
    key: String(group_puid),
    label: role >= Role.districtAdministrator ? `${group_name} · ${school_name}` : group_name,
  }));
  return {
    first_name: text(100, true),
    last_name: text(100, true),
    user_name: text(100, row !== null),
    grade: text(10),
    email: { ...text(254), isEmail: true },
    student_id: text(100),
    ...(row
      ? {}
      : {
          group_puids: {
            kind: 'choice' as const,
            isRequired: role !== Role.schoolAdministrator,
            initial: options.length === 1 ? (options[0]?.key ?? '') : '',
            options,
          },
        }),
  };
}
