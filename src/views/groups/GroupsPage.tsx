import { type GroupCard, groups } from '../../../contract/groups.ts';
import { Role } from '../../../contract/kit.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { Grid, Row, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { useApp } from '../app.ts';
import { viewReport } from '../classReports/viewReport.screen.ts';
import { ToClassroom } from '../classroom/ToClassroom.tsx';
import { useCollection } from '../collection.ts';
import { districtScope, useDistrictChoice } from '../districts/DistrictChoice.tsx';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { addressOf } from '../screen.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { useAddressValue, useAddressValues } from '../tableAddress.ts';
import { factsOf } from './groupWords.ts';

/** Whether a class is archived, or its terms are over. */
function markOf({ active, is_over }: GroupCard) {
  if (!active) return <Badge>{m.groups_archived()}</Badge>;
  return is_over ? <Badge tone="warning">{m.groups_over()}</Badge> : null;
}

/** Classes and groups of a staff member (`mygroups/mygroupsHome`). */
export default function GroupsPage() {
  const [chosen, choose] = useAddressValues([districtScope]);
  const { district_id, control } = useDistrictChoice({ chosen, choose });
  return <Groups key={district_id} {...{ district_id, control }} />;
}

/** The classes of a district, under the control that chooses it. */
function Groups({ district_id, control }: Pick<ReturnType<typeof useDistrictChoice>, 'district_id' | 'control'>) {
  const { send } = useApp();
  const user = useUser();
  const [archived, setArchived] = useAddressValue('archived', 'no');
  // Classes of another district lead to their reports, and nothing in them can be changed.
  const isOther = district_id !== user.districtID;
  const collection = useCollection((signal) =>
    send(groups.myGroups, { user_puid: user.userPuid, with_archived: true, district_id }, { signal }),
  );
  const { data } = collection;
  const shown = data?.filter(({ active }) => active || archived === 'yes');
  const create = isOther ? null : (
    <LinkButton variant="primary" href={paths.addGroup} icon={IconPlus}>
      {m.groups_new()}
    </LinkButton>
  );
  return (
    <LoadedPage
      collection={collection}
      width="wide"
      title={m.groups_title()}
      lead={isOther ? undefined : m.groups_lead()}
      action={create}
      more={
        <>
          {user.role === Role.teacher ? <ToClassroom /> : null}
          {isOther ? null : <LinkButton href={paths.students}>{m.rostering_students()}</LinkButton>}
        </>
      }
      above={control}
      shape="card"
      count={6}
    >
      {data?.some(({ active }) => !active) ? (
        <Row>
          <Checkbox
            label={m.groups_show_archived()}
            isSelected={archived === 'yes'}
            onChange={(isShown) => setArchived(isShown ? 'yes' : 'no')}
          />
        </Row>
      ) : null}
      {shown?.length === 0 ? (
        <EmptyState title={m.groups_none()} action={create}>
          {isOther ? null : m.groups_none_text()}
        </EmptyState>
      ) : null}
      <Grid min="m">
        {shown?.map((group) => (
          <Card
            key={group.group_puid}
            level={2}
            title={group.group_name}
            eyebrow={[group.kind === 'class' ? m.groups_class() : m.groups_group(), group.subject].filter(Boolean).join(' · ')}
            href={isOther ? addressOf(viewReport, group.group_puid) : paths.group(group.group_puid)}
            end={markOf(group)}
          >
            <Text tone="soft" size={2}>
              {factsOf(group, user.role).join(' · ')}
            </Text>
            <Text tone="soft" size={2}>
              {m.groups_students({ count: group.student_count })} · {m.groups_assignments({ count: group.assignment_count })}
            </Text>
          </Card>
        ))}
      </Grid>
    </LoadedPage>
  );
}
