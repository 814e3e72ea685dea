import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { groups } from '../../../contract/groups.ts';
import { administrators } from '../../../contract/kit.ts';
import { mostStudents, type RosterStudent } from '../../../contract/rostering.ts';
import { rosteringMachine } from '../../machines/rostering/rosteringMachine.ts';
import { m } from '../../paraglide/messages.js';
import { rosteringActors } from '../../services/rostering/rostering.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconDotsVertical, IconEdit, IconPlus, IconPrinter, IconRefresh, IconTrash, IconUpload, IconX } from '../../ui/icons.ts';
import { Row } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { Select } from '../../ui/Select.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useNotices, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { problemText } from '../shell/problemText.ts';
import { useAddressValue, useTableAddress } from '../tableAddress.ts';
import { type Chart, useChart } from '../useChart.ts';
import { count, nameOf } from './rosterWords.ts';
import { StudentDialogs } from './StudentDialogs.tsx';

const announcements = { rostering_deleted_undo: m.rostering_deleted_undo, common_load_failed: m.common_load_failed };
const initial = { sort: { key: 'name', isDescending: false }, filter: '', hidden: ['email', 'studentId', 'source'] };

/** The students of a staff member, driven by the `rostering` chart (`rostering/viewStudents`). */
export default function StudentsPage() {
  const { send } = useApp();
  const logic = useMemo(() => rosteringMachine.provide({ actors: rosteringActors(send) }), [send]);
  return <Students logic={logic} />;
}

/** The list, on a chart that makes calls. */
export function Students({ logic }: { logic: typeof rosteringMachine }) {
  const { send } = useApp();
  const user = useUser();
  const notices = useNotices();
  const post = (text: string) => notices.send({ type: 'notice.posted', kind: 'success', text });
  const actor = useChart(logic, {
    input: { userPuid: user.userPuid },
    announce: announcements,
    on: {
      'student.saved': ({ student }) => post(m.rostering_saved({ name: nameOf(student) })),
      'students.restored': ({ students }) => {
        for (const student of students) post(m.rostering_restored({ name: nameOf(student) }));
      },
      'code.revoked': ({ student }) => post(m.rostering_code_revoked({ name: nameOf(student) })),
    },
  });
  const state = useSelector(actor, (snapshot) => snapshot);
  const classes = useCollection((signal) => send(groups.myGroups, { user_puid: user.userPuid }, { signal, quiet: true }));
  const [group, setGroup] = useAddressValue('class', 'all');
  const table = useTableAddress(initial);

  const { context } = state;
  const isListed = state.matches({ students: 'listed' });
  const isIdle = state.matches({ students: { listed: 'idle' } });
  const students = Object.values(context.students).filter(
    (one) => group === 'all' || one.classes.some(({ group_puid }) => String(group_puid) === group),
  );
  const isAdministrator = administrators.some((one) => one === user.role);
  const columns: TableColumn<RosterStudent>[] = [
    { key: 'name', header: m.rostering_name(), value: (row) => `${row.last_name}, ${row.first_name}`, isRowHeader: true },
    { key: 'userName', header: m.rostering_user_name(), value: (row) => row.user_name },
    { key: 'grade', header: m.rostering_grade(), value: (row) => row.grade ?? '', width: 's' },
    { key: 'classes', header: m.rostering_classes(), value: (row) => row.classes.map((one) => one.group_name).join('; '), width: 'l' },
    ...(isAdministrator ? [{ key: 'school', header: m.rostering_school(), value: (row: RosterStudent) => row.school_name ?? '' }] : []),
    {
      key: 'signIn',
      header: m.rostering_sign_in(),
      value: (row) =>
        row.login_code === null
          ? row.has_password
            ? m.rostering_has_password()
            : m.rostering_no_password()
          : row.login_code.used_at === null
            ? m.rostering_code_unused()
            : m.rostering_code_used(),
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
  const importHref = isAdministrator ? paths.adminImport('importUsers') : paths.importStudents;
  const doFor = (student: RosterStudent, key: string) => {
    if (key === 'edit' && isIdle) actor.send({ type: 'student.editAsked', student });
    else if (key === 'code' && isIdle) actor.send({ type: 'password.resetAsked', student });
    else if (key === 'revoke' && isIdle) actor.send({ type: 'revocation.asked', student });
    else if (key === 'delete') {
      const event = { type: 'student.deleted' as const, student };
      if (actor.getSnapshot().can(event)) actor.send(event);
    }
  };

  return (
    <Page width="wide">
      <PageHeader
        title={m.rostering_students()}
        lead={m.rostering_students_lead()}
        more={
          <>
            <LinkButton href={paths.printLabels(group === 'all' ? undefined : Number(group))} icon={IconPrinter}>
              {m.rostering_print_labels()}
            </LinkButton>
            <LinkButton href={importHref} icon={IconUpload}>
              {m.rostering_import()}
            </LinkButton>
          </>
        }
        action={
          <Button
            variant="primary"
            icon={IconPlus}
            reason={isListed ? null : m.ui_wait()}
            onPress={() => isIdle && actor.send({ type: 'student.addAsked' })}
          >
            {m.rostering_add_student()}
          </Button>
        }
      />
      <Removal actor={actor} state={state} />
      {state.matches({ students: 'failed' }) ? (
        <ProblemNotice title={m.common_load_failed()} problem={context.problem} onRetry={() => actor.send({ type: 'students.retried' })} />
      ) : (
        <>
          {context.total > mostStudents ? (
            <Notice tone="info">{m.rostering_cut({ count: count(mostStudents), total: count(context.total) })}</Notice>
          ) : null}
          <DataTable
            caption={m.rostering_students()}
            isCaptionHidden
            rows={students}
            columns={columns}
            rowKey={(row) => String(row.user_puid)}
            rowName={nameOf}
            {...table}
            isLoading={!isListed}
            fileName="students"
            tools={
              (classes.data?.length ?? 0) > 1 ? (
                <Select
                  label={m.rostering_class()}
                  isLabelHidden
                  value={group}
                  options={[
                    { key: 'all', label: m.rostering_every_class() },
                    ...(classes.data ?? []).map((one) => ({ key: String(one.group_puid), label: one.group_name })),
                  ]}
                  onChange={setGroup}
                />
              ) : null
            }
            rowActions={(row) => (
              <Menu
                trigger={<IconButton icon={IconDotsVertical} label={m.rostering_actions_of({ name: nameOf(row) })} size="small" />}
                label={m.rostering_actions_of({ name: nameOf(row) })}
                placement="bottom end"
                groups={[
                  {
                    key: 'row',
                    items: [
                      {
                        key: 'edit',
                        label: m.rostering_edit(),
                        icon: IconEdit,
                        reason: row.can_manage ? null : m.rostering_not_yours_ask(),
                      },
                      {
                        key: 'code',
                        label: m.rostering_new_code(),
                        icon: IconRefresh,
                        reason: row.can_manage ? null : m.rostering_not_yours_ask(),
                      },
                      {
                        key: 'revoke',
                        label: m.rostering_revoke_code(),
                        icon: IconX,
                        reason: !row.can_manage ? m.rostering_not_yours_ask() : row.has_password ? null : m.rostering_no_password(),
                      },
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
                      {
                        key: 'delete',
                        label: m.rostering_delete(),
                        icon: IconTrash,
                        isDanger: true,
                        reason: state.can({ type: 'student.deleted', student: row }) ? null : m.ui_wait(),
                      },
                    ],
                  },
                ]}
                onAction={(key) => doFor(row, key)}
              />
            )}
            empty={
              <EmptyState
                title={m.rostering_no_students()}
                action={
                  <LinkButton href={importHref} icon={IconUpload}>
                    {m.rostering_import_list()}
                  </LinkButton>
                }
              >
                {m.rostering_no_students_text()}
              </EmptyState>
            }
          />
        </>
      )}
      <StudentDialogs actor={actor} state={state} classes={classes.data ?? []} />
    </Page>
  );
}

type Rostering = Chart<typeof rosteringMachine>;

/** Students removed from the list by a deletion, with Undo. */
function Removal({ actor, state }: { actor: Rostering; state: ReturnType<Rostering['getSnapshot']> }) {
  const { removed, removalProblem } = state.context;
  if (!removed || state.matches({ removal: 'none' })) return null;
  const name = nameOf(removed);
  if (state.matches({ removal: 'deleting' })) return <Notice tone="info">{m.rostering_deleting({ name })}</Notice>;
  const isKept = state.matches({ removal: 'kept' });
  const isRestoring = state.matches({ removal: 'restoring' });
  const isLost = state.matches({ removal: 'lost' });
  return (
    <Notice
      tone={isKept || isLost ? 'error' : 'success'}
      title={isKept ? m.rostering_delete_failed({ name }) : m.rostering_deleted({ name })}
      action={
        <Row gap={1} noWrap>
          {isKept ? null : (
            <Button size="small" isPending={isRestoring} onPress={() => actor.send({ type: 'deletion.undone' })}>
              {m.rostering_undo()}
            </Button>
          )}
          {isRestoring ? null : (
            <IconButton icon={IconX} size="small" label={m.ui_dismiss()} onPress={() => actor.send({ type: 'deletion.dismissed' })} />
          )}
        </Row>
      }
    >
      {isKept && removalProblem ? problemText(removalProblem) : isLost ? m.rostering_restore_failed() : m.rostering_undo_hint()}
    </Notice>
  );
}
