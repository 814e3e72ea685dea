import { gradeResource } from '../../../contract/grades.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber } from '../../ui/numbers.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { grades } from './grades.screen.ts';

export default recordScreen({
  ...grades,
  resource: gradeResource,
  title: m.admin_grades_title,
  lead: m.admin_grades_lead,
  newOne: m.admin_grades_new,
  fields: {
    name: { label: m.admin_subjects_name },
    students: { label: m.admin_grades_students },
    classes: { label: m.admin_subjects_classes },
  },
  uses: ({ students, classes }) =>
    students + classes === 0
      ? m.admin_grades_unused()
      : m.admin_grades_uses({ people: formatNumber(students), classes: formatNumber(classes) }),
  empty: { title: m.admin_grades_none, text: m.admin_grades_none_text },
});
