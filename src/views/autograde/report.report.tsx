import { autograde } from '../../../contract/autograde.ts';
import { m } from '../../paraglide/messages.js';
import { kindLabel } from '../library/words.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { addressOf } from '../screen.ts';
import { NewAnswers } from './NewAnswers.tsx';
import { gradeQuestions } from './questions.screen.ts';
import { gradeReport } from './report.screen.ts';

/** The quizzes and assessments with answers, class by class, and how many wait for their points. */
export default reportScreen({
  ...gradeReport,
  call: autograde.itemData,
  input: ({ userPuid, districtId }) => ({ user_puid: userPuid, district_id: districtId }),
  rows: (items) => items,
  name: m.autograde_title,
  lead: () => m.autograde_lead(),
  Parts: NewAnswers,
  filters: {
    class: { of: ({ group_name }) => group_name },
    kind: { of: ({ itemtype_id }) => kindLabel(itemtype_id) },
    state: { of: ({ waiting }) => (waiting > 0 ? m.autograde_open() : m.autograde_done()) },
  },
  rowKey: ({ item_id, group_puid }) => `${item_id} ${group_puid}`,
  caption: m.autograde_items,
  sort: '-waiting',
  columns: {
    title: { header: m.classReports_assessment, value: ({ title }) => title, isRowHeader: true, width: 'l' },
    group: { header: m.teacher_class, value: ({ group_name }) => group_name },
    kind: { header: m.library_kind, value: ({ itemtype_id }) => kindLabel(itemtype_id), width: 's' },
    responses: { header: m.autograde_answers, value: ({ responses }) => responses, unit: 'number', width: 'xs' },
    waiting: { header: m.classReports_waiting, value: ({ waiting }) => waiting, unit: 'number', width: 'xs' },
    person: { header: m.autograde_by_person, value: ({ scored_by_person }) => scored_by_person, unit: 'number', width: 'xs' },
  },
  drill: { to: ({ item_id, itemtype_id, group_puid }) => `${addressOf(gradeQuestions, item_id, itemtype_id)}?class=${group_puid}` },
  empty: { title: m.autograde_none, text: m.autograde_none_text },
});
