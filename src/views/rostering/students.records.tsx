import { groups } from '../../../contract/groups.ts';
import { administrators } from '../../../contract/kit.ts';
import type { UserData } from '../../../contract/login.ts';
import { mostStudents, type RosterStudent } from '../../../contract/rostering.ts';
import { m } from '../../paraglide/messages.js';
import { studentSource } from '../../services/rostering/students.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { IconPrinter, IconUpload } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/Link.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { nameOf } from '../words.ts';
import { studentRules } from './studentRules.ts';
import { students } from './students.screen.ts';
import { useLoginCodes } from './useLoginCodes.tsx';

const isAdministrator = ({ role }: UserData) => administrators.some((one) => one === role);
const importHref = (user: UserData) => (isAdministrator(user) ? paths.adminImport('importUsers') : paths.importStudents);

function signInOf({ login_code, has_password }: RosterStudent): string {
  if (!login_code) return has_password ? m.rostering_has_password() : m.rostering_no_password();
  return login_code.used_at === null ? m.rostering_code_unused() : m.rostering_code_used();
}

const columns = (user: UserData): TableColumn<RosterStudent>[] => [
  { key: 'name', header: m.rostering_name(), value: (row) => `${row.last_name}, ${row.first_name}`, isRowHeader: true },
  { key: 'userName', header: m.rostering_user_name(), value: (row) => row.user_name },
  { key: 'grade', header: m.rostering_grade(), value: (row) => row.grade ?? '', width: 's' },
  { key: 'classes', header: m.rostering_classes(), value: (row) => row.classes.map((one) => one.group_name).join('; '), width: 'l' },
  ...(isAdministrator(user) ? [{ key: 'school', header: m.rostering_school(), value: (row: RosterStudent) => row.school_name ?? '' }] : []),
  {
    key: 'signIn',
    header: m.rostering_sign_in(),
    value: signInOf,
    look: (text, row) => (
      <Badge tone={!row.has_password ? 'warning' : row.login_code?.used_at === null ? 'neutral' : 'success'}>{text}</Badge>
    ),
  },
  { key: 'email', header: m.rostering_email(), value: (row) => row.email ?? '' },
  { key: 'studentId', header: m.rostering_student_id(), value: (row) => row.student_id ?? '' },
  {
    key: 'source',
    header: m.rostering_source(),
    value: (row) => (row.is_rostered ? m.rostering_from_roster() : m.rostering_by_hand()),
  },
];

/** The filter by class, the classes of a new student, the label printer, and the login codes. */
function useStudentParts({ chosen, choose, refresh, say }: RecordFrame): RecordParts<RosterStudent> {
  const { send } = useApp();
  const user = useUser();
  const classes = useCollection((signal) => send(groups.myGroups, { user_puid: user.userPuid }, { signal, quiet: true }));
  const codes = useLoginCodes(say, refresh);
  const all = classes.data ?? [];
  const isKnown = classes.data !== undefined || classes.isFailed;
  const group = chosen.class;
  return {
    more: (
      <>
        <LinkButton href={paths.printLabels(group ? Number(group) : undefined)} icon={IconPrinter}>
          {m.rostering_print_labels()}
        </LinkButton>
        <LinkButton href={importHref(user)} icon={IconUpload}>
          {m.rostering_import()}
        </LinkButton>
      </>
    ),
    tools:
      all.length > 1 ? (
        <NativeSelect
          label={m.rostering_class()}
          placeholder={m.rostering_every_class()}
          value={group ?? 'all'}
          options={[
            { key: 'all', label: m.rostering_every_class() },
            ...all.map((one) => ({ key: String(one.group_puid), label: one.group_name })),
          ]}
          onChange={(key) => choose({ class: key === 'all' ? '' : key })}
        />
      ) : null,
    isShown: (row) => !group || row.classes.some(({ group_puid }) => String(group_puid) === group),
    above: ({ total }) =>
      total > mostStudents ? (
        <Notice tone="info">{m.rostering_cut({ count: formatNumber(mostStudents), total: formatNumber(total) })}</Notice>
      ) : null,
    offered: { ...classes, failed: m.rostering_classes_failed() },
    ...(isKnown ? { rules: (row) => studentRules(row, user.role, all) } : {}),
    editReason: (row) => (row.can_manage ? null : m.rostering_not_yours_ask()),
    actions: (row) => [
      ...codes.actions(row),
      ...(row.classes[0]
        ? [
            {
              key: 'label',
              label: m.rostering_print_labels(),
              icon: IconPrinter,
              href: paths.printLabels(row.classes[0].group_puid, row.user_puid),
            },
          ]
        : []),
    ],
    onAdded: codes.show,
    dialogs: codes.dialogs,
  };
}

/** The students of a staff member (specification, sections 3, 4 and 7), keyed by user_puid. */
export default recordScreen<RosterStudent>({
  ...students,
  title: m.rostering_students,
  lead: m.rostering_students_lead,
  add: m.rostering_add_student,
  source: studentSource,
  nameOf,
  columns,
  initial: { sort: { key: 'name', isDescending: false }, filter: '', hidden: ['email', 'studentId', 'source'] },
  filters: ['class'],
  fields: {
    first_name: { label: m.rostering_first_name },
    last_name: { label: m.rostering_last_name },
    user_name: { label: m.rostering_user_name, input: { spellCheck: false } },
    grade: { label: m.rostering_grade },
    email: { label: m.rostering_email, input: { type: 'email' } },
    student_id: { label: m.rostering_student_id },
    group_puids: { label: m.rostering_class },
  },
  formTitle: (row) => (row ? m.rostering_edit_title({ name: nameOf(row) }) : m.rostering_add_student()),
  removal: {
    unasked: { removing: m.rostering_deleting, failed: m.rostering_delete_failed },
    done: m.rostering_deleted,
    hint: m.rostering_undo_hint,
    restored: m.rostering_restored,
  },
  empty: {
    title: m.rostering_no_students,
    text: m.rostering_no_students_text,
    action: (user) => (
      <LinkButton href={importHref(user)} icon={IconUpload}>
        {m.rostering_import_list()}
      </LinkButton>
    ),
  },
  useParts: useStudentParts,
});
