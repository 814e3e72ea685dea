import { subjectResource } from '../../../contract/subjects.ts';
import { m } from '../../paraglide/messages.js';
import { recordScreen } from '../records/recordScreen.tsx';
import { subjects } from './subjects.screen.ts';

export default recordScreen({
  ...subjects,
  resource: subjectResource,
  title: m.admin_subjects_title,
  lead: m.admin_subjects_lead,
  newOne: m.admin_subjects_new,
  fields: {
    name: { label: m.admin_subjects_name },
    active: { label: m.admin_subjects_active, help: m.admin_subjects_active_help },
    classes: { label: m.admin_subjects_classes },
  },
  uses: ({ classes }) => (classes === 0 ? m.admin_subjects_unused() : m.admin_subjects_uses({ count: classes })),
  empty: { title: m.admin_subjects_none, text: m.admin_subjects_none_text },
});
