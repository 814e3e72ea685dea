import { lazy, Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { type GroupDetail, groups } from '../../../contract/groups.ts';
import { Role } from '../../../contract/kit.ts';
import { mostRecords } from '../../../contract/paging.ts';
import type { RecordRow } from '../../../contract/resource.ts';
import { subjectResource } from '../../../contract/subjects.ts';
import { m } from '../../paraglide/messages.js';
import { changeGroup, type GroupDraft, type GroupOrder } from '../../services/groups.ts';
import { loadPages } from '../../services/kit/records.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { Grid, Row, Text } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { SuggestedField } from '../../ui/SuggestedField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useNotices, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { decodeIds } from '../routeValue.ts';
import { useFieldTexts } from '../shell/fieldText.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';
import { ChangeProblem } from './ChangeProblem.tsx';

/** Rare, so that it loads when somebody else was faster. */
const GroupConflict = lazy(() => import('./GroupConflict.tsx'));

/** Creates (`mygroups/add`) or edits (`mygroups/update`) a class or group. */
export default function GroupFormPage() {
  const { value } = useParams();
  if (value === undefined) return <GroupForm group={null} />;
  const [group_puid] = decodeIds(value, 1) as [number];
  return <Existing key={group_puid} group_puid={group_puid} />;
}

function Existing({ group_puid }: { group_puid: number }) {
  const { send } = useApp();
  const collection = useCollection((signal) => send(groups.groupDetail, { group_puid }, { signal }));
  const [newest, setNewest] = useState<GroupDetail | null>(null);
  const data = newest ?? collection.data;
  if (data) return <GroupForm key={data.version} group={data} onNewest={setNewest} />;
  return (
    <LoadedPage
      collection={collection}
      width="narrow"
      title={m.groups_edit()}
      breadcrumbs={[{ label: m.groups_title(), href: paths.groups }]}
      shape="row"
      count={4}
    />
  );
}

function GroupForm({ group, onNewest }: { group: GroupDetail | null; onNewest?: (newest: GroupDetail) => void }) {
  const { send } = useApp();
  const user = useUser();
  const navigate = useNavigate();
  const notices = useNotices();
  const [type, setType] = useState<'class' | 'group'>('class');
  const [school, setSchool] = useState<string | null>(null);
  const choosesSchool = group === null && user.role >= Role.districtAdministrator;
  const known = useCollection((signal) =>
    choosesSchool ? send(groups.myGroups, { user_puid: user.userPuid, with_archived: true }, { signal }) : Promise.resolve([]),
  );
  const schools = new Map(known.data?.map((one) => [String(one.school_id), one.school_name]));
  // Without them the field takes any text all the same.
  const inUse = useCollection((signal) =>
    loadPages<RecordRow>(send, subjectResource.calls.list)({ active: 'true', sort: 'name' }, mostRecords, signal),
  );
  const leave = (saved: GroupDetail) => {
    notices.send({ type: 'notice.posted', kind: 'success', text: m.groups_saved({ name: saved.group_name }) });
    void navigate(paths.group(saved.group_puid), { replace: true });
  };
  // Not `useGroupChange`: the next page, the class's own, runs that one.
  const change = useCommand('groupForm', (order: GroupOrder, { signal }) => changeGroup(send, order, signal), {
    onDone: (_, saved) => leave(saved),
  });
  const archiving = useCommand('groupArchive', (order: GroupOrder, { signal }) => changeGroup(send, order, signal), {
    question: 'plain',
    onDone: (_, saved) => leave(saved),
  });
  /** The change that was sent last, while somebody else may have changed the class. */
  const [mine, setMine] = useState<Extract<GroupOrder, { kind: 'update' }> | null>(null);
  const isConflict = [change, archiving].some(({ problem }) => problem?.reason === 'recordChanged');
  const isBusy = change.isBusy || archiving.isBusy;
  const wrongFields = useFieldTexts(change.problem);
  const text = (data: FormData, name: string) => String(data.get(name) ?? '');
  const draftOf = (data: FormData): GroupDraft => ({
    group_name: text(data, 'group_name'),
    subject: text(data, 'subject'),
    grade: text(data, 'grade'),
    period: text(data, 'period'),
  });
  const isMissing = choosesSchool && school === null;
  const switchActive = () => {
    if (!group) return;
    const { group_name, subject, grade, period } = group;
    const draft = { group_name, subject: subject ?? '', grade: grade ?? '', period: period ?? '' };
    const { group_puid: groupPuid, version } = group;
    const order = { kind: 'update' as const, groupPuid, draft, active: !group.active, version };
    setMine(order);
    if (group.active) archiving.give(order);
    else change.give(order);
  };
  return (
    <Page width="narrow">
      <PageHeader
        title={group ? m.groups_edit_title({ name: group.group_name }) : m.groups_new()}
        breadcrumbs={[
          { label: m.groups_title(), href: paths.groups },
          ...(group ? [{ label: group.group_name, href: paths.group(group.group_puid) }] : []),
        ]}
        more={
          group ? (
            <Button onPress={switchActive} reason={isBusy ? m.ui_wait() : null}>
              {group.active ? m.groups_archive() : m.groups_restore()}
            </Button>
          ) : null
        }
      />
      {isConflict && mine && onNewest ? (
        <Suspense>
          <GroupConflict mine={mine} onMine={change.give} onTheirs={onNewest} />
        </Suspense>
      ) : (
        <ChangeProblem problem={change.problem} onClose={change.dismiss} />
      )}
      <Form
        isPending={isBusy || isMissing}
        validationErrors={wrongFields}
        onSubmit={(data) => {
          const draft = draftOf(data);
          if (!group) return change.give({ kind: 'add', type, draft, schoolId: school === null ? null : Number(school) });
          const { group_puid: groupPuid, active, version } = group;
          const order = { kind: 'update' as const, groupPuid, draft, active, version };
          setMine(order);
          change.give(order);
        }}
      >
        {group ? null : (
          <SegmentedControl
            label={m.groups_kind()}
            value={type}
            options={[
              { key: 'class', label: m.groups_class() },
              { key: 'group', label: m.groups_group() },
            ]}
            onChange={setType}
          />
        )}
        <TextField name="group_name" label={m.groups_name()} defaultValue={group?.group_name ?? ''} isRequired maxLength={150} autoFocus />
        <Grid min="s" gap={3}>
          <SuggestedField
            name="subject"
            label={m.groups_subject()}
            defaultValue={group?.subject ?? ''}
            suggestions={(inUse.data?.rows ?? []).map(({ name }) => String(name))}
            maxLength={100}
          />
          <TextField name="grade" label={m.groups_grade()} defaultValue={group?.grade ?? ''} maxLength={100} />
          <TextField name="period" label={m.groups_period()} defaultValue={group?.period ?? ''} maxLength={100} />
        </Grid>
        {choosesSchool ? (
          <NativeSelect
            label={m.groups_school()}
            placeholder={m.groups_choose_school()}
            value={school}
            options={[...schools].map(([key, label]) => ({ key, label }))}
            onChange={setSchool}
          />
        ) : null}
        <Row>
          <Button type="submit" variant="primary" isPending={change.isBusy} reason={isMissing ? m.groups_choose_school() : null}>
            {group ? m.groups_save() : m.groups_create()}
          </Button>
        </Row>
      </Form>
      <ConfirmDialog
        isOpen={archiving.isAsking && !isConflict}
        onOpenChange={(isOpen) => !isOpen && archiving.dismissQuestion()}
        isPending={archiving.isSaving}
        error={archiving.problem ? problemText(archiving.problem) : null}
        title={m.groups_archive_title({ name: group?.group_name ?? '' })}
        confirmLabel={m.groups_archive()}
        onConfirm={() => archiving.confirm()}
      >
        <Text>{m.groups_archive_text({ count: group?.student_count ?? 0, assignments: group?.assignment_count ?? 0 })}</Text>
      </ConfirmDialog>
    </Page>
  );
}
