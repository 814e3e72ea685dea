import { Role } from '../../../contract/kit.ts';
import { m } from '../../paraglide/messages.js';

/** Name of a role (specification, section 6). */
export const roleName = (role: number): string =>
  role === Role.student
    ? m.common_role_student()
    : role === Role.teacher
      ? m.common_role_teacher()
      : role === Role.schoolAdministrator
        ? m.common_role_school_administrator()
        : role === Role.districtAdministrator
          ? m.common_role_district_administrator()
          : m.common_role_administrator();
