import { type GroupDetail, groups } from '../../../contract/groups.ts';
import { m } from '../../paraglide/messages.js';
import type { GroupOrder } from '../../services/groups.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { Versions } from '../records/Versions.tsx';
import { LoadState } from '../shell/Loaded.tsx';

type Update = Extract<GroupOrder, { kind: 'update' }>;

const fields = {
  group_name: { label: m.groups_name },
  subject: { label: m.groups_subject },
  grade: { label: m.groups_grade },
  period: { label: m.groups_period },
  active: { label: m.groups_archived },
};
const wordsOf = (field: string, row: Readonly<Record<string, unknown>>) =>
  field === 'active' ? (row.active === true ? m.records_no() : m.records_yes()) : String(row[field] ?? '');

/** The user's version of a class beside the one that somebody else saved, to choose from. */
export default function GroupConflict({
  mine,
  onMine,
  onTheirs,
}: {
  mine: Update;
  onMine: (order: Update) => void;
  onTheirs: (newest: GroupDetail) => void;
}) {
  const { send } = useApp();
  const collection = useCollection((signal) => send(groups.groupDetail, { group_puid: mine.groupPuid }, { signal }));
  const { data } = collection;
  return (
    <Stack gap={4}>
      <LoadState collection={collection} shape="row" count={3} />
      {data ? (
        <>
          <Versions
            names={Object.keys(fields)}
            fields={fields}
            mine={{ ...mine.draft, active: mine.active }}
            theirs={{ ...data }}
            wordsOf={wordsOf}
          />
          <Row>
            <Button onPress={() => onTheirs(data)}>{m.builder_conflict_take_theirs()}</Button>
            <Button variant="primary" onPress={() => onMine({ ...mine, version: data.version })}>
              {m.builder_conflict_keep_mine()}
            </Button>
          </Row>
        </>
      ) : null}
    </Stack>
  );
}
