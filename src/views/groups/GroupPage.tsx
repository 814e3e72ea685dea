import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { type GroupDetail, type GroupStudent, groups } from '../../../contract/groups.ts';
import { m } from '../../paraglide/messages.js';
import { changeGroup, type GroupOrder } from '../../services/groups.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { formatDay } from '../../ui/dateFormats.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconEdit, IconPlus, IconPrinter } from '../../ui/icons.ts';
import { Text } from '../../ui/Layout.tsx';
import { Link, LinkButton } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { auditOf } from '../audit/auditOf.ts';
import { ClassQuestions } from '../classReports/ClassQuestions.tsx';
import { useCollection } from '../collection.ts';
import { useNotices, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { studentProgress } from '../reports/studentProgress.screen.ts';
import { SourceFields } from '../rostering/SourceFields.tsx';
import { decodeIds } from '../routeValue.ts';
import { addressOf } from '../screen.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { useTableAddress } from '../tableAddress.ts';
import { useCommand } from '../useCommand.ts';
import { ClassTerms } from './ClassTerms.tsx';
import { factsOf } from './groupWords.ts';

const initial = { sort: { key: 'name', isDescending: false }, filter: '', hidden: [] };

/** Students to remove from a class or group. */
type Emptying = Extract<GroupOrder, { kind: 'empty' }>;

/** A class or group with its students (`mygroups/ViewGroups`). */
export default function GroupPage() {
  const { value } = useParams();
  const [group_puid] = decodeIds(value, 1) as [number];
  return <Group key={group_puid} group_puid={group_puid} />;
}

function Group({ group_puid }: { group_puid: number }) {
  const { send } = useApp();
  const user = useUser();
  const { role } = user;
  const auditHref = auditOf(user, { group_puid });
  const notices = useNotices();
  const collection = useCollection((signal) => send(groups.groupDetail, { group_puid }, { signal }));
  const { data, refresh } = collection;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const removal = useCommand('groupRemoval', (order: Emptying, { signal }) => changeGroup(send, order, signal), {
    question: 'plain',
    onDone: ({ students }) => {
      setSelected(new Set());
      notices.send({ type: 'notice.posted', kind: 'success', text: m.groups_removed({ count: students.length }) });
      refresh();
    },
  });
  const removed = removal.order?.students.length ?? 0;
  const chosen = data?.students.filter((one) => one.left_at === null && selected.has(String(one.user_puid))) ?? [];
  return (
    <LoadedPage
      collection={collection}
      width="wide"
      title={data?.group_name ?? m.groups_class()}
      breadcrumbs={[{ label: m.groups_title(), href: paths.groups }]}
      lead={data ? factsOf(data, role).join(' · ') : null}
      badge={
        <>
          {data?.active === false ? <Badge>{m.groups_archived()}</Badge> : null}
          {data?.is_over && data.active ? <Badge tone="warning">{m.groups_over()}</Badge> : null}
          {data?.is_rostered ? <Badge tone="accent">{m.groups_rostered_badge()}</Badge> : null}
        </>
      }
      more={
        <>
          <LinkButton href={paths.printLabels(group_puid)} icon={IconPrinter}>
            {m.rostering_print_labels()}
          </LinkButton>
          <LinkButton href={paths.updateGroup(group_puid)} icon={IconEdit}>
            {m.groups_edit()}
          </LinkButton>
          {auditHref ? <LinkButton href={auditHref}>{m.audit_open()}</LinkButton> : null}
        </>
      }
      action={
        <LinkButton variant="primary" href={paths.addGroupStudents(group_puid)} icon={IconPlus}>
          {m.groups_add_students()}
        </LinkButton>
      }
      shape="row"
      count={6}
      above={
        <>
          {data ? <ClassTerms {...data} /> : null}
          {data?.is_rostered ? <Notice tone="info">{m.groups_rostered()}</Notice> : null}
        </>
      }
    >
      {data ? <ClassQuestions group_puid={group_puid} /> : null}
      {data ? (
        <Members
          group={data}
          selected={selected}
          onSelected={setSelected}
          onRemove={() => removal.give({ kind: 'empty', groupPuid: group_puid, students: chosen.map((one) => one.user_puid) })}
        />
      ) : null}
      {data ? <SourceFields fields={data.metadata} /> : null}
      <ConfirmDialog
        isOpen={removal.isAsking}
        onOpenChange={(isOpen) => !isOpen && removal.dismissQuestion()}
        isDanger
        isPending={removal.isSaving}
        error={removal.problem ? problemText(removal.problem) : null}
        title={m.groups_remove_title({ count: removed, name: data?.group_name ?? '' })}
        confirmLabel={m.groups_remove({ count: removed })}
        onConfirm={() => removal.confirm()}
      >
        <Text>{m.groups_remove_text()}</Text>
      </ConfirmDialog>
    </LoadedPage>
  );
}

interface MembersProps {
  group: GroupDetail;
  selected: ReadonlySet<string>;
  onSelected: (selected: ReadonlySet<string>) => void;
  onRemove: () => void;
}

function Members({ group, selected, onSelected, onRemove }: MembersProps) {
  const { time_zone } = useUser();
  const { language } = usePreferences();
  const table = useTableAddress(initial);
  const here = group.students.filter(({ left_at }) => left_at === null);
  const left = group.students.filter(({ left_at }) => left_at !== null);
  const columns: TableColumn<GroupStudent>[] = [
    {
      key: 'name',
      header: m.rostering_name(),
      value: (row) => `${row.last_name}, ${row.first_name}`,
      look: (text, row) =>
        row.left_at === null ? <Link href={addressOf(studentProgress, group.group_puid, row.user_puid)}>{text}</Link> : text,
      isRowHeader: true,
      width: 'l',
    },
    { key: 'userName', header: m.rostering_user_name(), value: (row) => row.user_name },
    { key: 'grade', header: m.rostering_grade(), value: (row) => row.grade ?? '', width: 's' },
    {
      key: 'signIn',
      header: m.rostering_sign_in(),
      value: (row) => (row.has_password ? m.rostering_has_password() : m.rostering_no_password()),
      look: (text, row) => <Badge tone={row.has_password ? 'success' : 'warning'}>{text}</Badge>,
    },
  ];
  return (
    <>
      <DataTable
        caption={m.groups_members()}
        rows={here}
        columns={columns}
        rowKey={(row) => String(row.user_puid)}
        {...table}
        selected={selected}
        onSelectedChange={onSelected}
        bulkActions={
          <Button size="small" onPress={onRemove}>
            {m.groups_remove({ count: here.filter((one) => selected.has(String(one.user_puid))).length })}
          </Button>
        }
        fileName={group.group_name}
        empty={
          <EmptyState
            title={m.groups_no_members()}
            action={
              <LinkButton variant="primary" href={paths.addGroupStudents(group.group_puid)}>
                {m.groups_add_students()}
              </LinkButton>
            }
          >
            {m.groups_no_members_text()}
          </EmptyState>
        }
      />
      {left.length > 0 ? (
        <Section title={m.groups_left()}>
          <DataTable
            caption={m.groups_left()}
            isCaptionHidden
            rows={left}
            columns={[
              ...columns.slice(0, 3),
              {
                key: 'left',
                header: m.groups_left_when(),
                value: (row) => row.left_at,
                text: (row) => (row.left_at ? formatDay(row.left_at, language, time_zone) : ''),
              },
            ]}
            rowKey={(row) => `${row.user_puid}.${row.left_at}`}
            hasToolbar={left.length > 5}
            fileName={`${group.group_name}-left`}
            empty={null}
          />
        </Section>
      ) : null}
    </>
  );
}
