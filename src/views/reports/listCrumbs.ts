import type { GroupAssignment } from '../../../contract/assignments.ts';
import { m } from '../../paraglide/messages.js';
import type { Crumb } from '../../ui/Breadcrumbs.tsx';
import { paths } from '../paths.ts';
import { districtCrumbs } from './onward.ts';

/** Breadcrumbs of the results of an assignment: the reader's own list, or what leads to another district. */
export const listCrumbs = (assignment: Pick<GroupAssignment, 'other_district'> | undefined): Crumb[] =>
  assignment?.other_district ? districtCrumbs(assignment.other_district) : [{ label: m.teacher_assignments(), href: paths.assignments }];
