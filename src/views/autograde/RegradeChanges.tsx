import type { RegradedResponse, RegradePreview } from '../../../contract/autograde.ts';
import { m } from '../../paraglide/messages.js';
import { DataTable } from '../../ui/DataTable.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { figureWords } from '../reports/words.ts';
import { usePreferences } from '../shell/preferences.ts';
import { nameOf } from '../words.ts';

/** What a regrade would change: in numbers, and student by student. */
export default function RegradeChanges({ preview: { changes, attempts, more, less, waiting, kept, ideas } }: { preview: RegradePreview }) {
  return (
    <Stack gap={3}>
      <Text isBold>{m.autograde_regrade_numbers({ changed: changes.length, attempts, more, less })}</Text>
      {kept > 0 ? <Text>{m.autograde_regrade_kept({ count: kept })}</Text> : null}
      {waiting > 0 ? <Text>{m.autograde_regrade_waiting({ count: waiting })}</Text> : null}
      {ideas.map(({ name, found, negated }) => (
        <Text key={name} size={2}>
          {negated > 0 ? m.autograde_regrade_idea_negated({ name, found, negated }) : m.autograde_regrade_idea({ name, found })}
        </Text>
      ))}
      {changes.length === 0 ? <Text>{m.autograde_regrade_nobody()}</Text> : <ChangesTable changes={changes} />}
    </Stack>
  );
}

function ChangesTable({ changes }: Pick<RegradePreview, 'changes'>) {
  const { language } = usePreferences();
  const said = (points: number | null, isDropped: boolean) => {
    if (isDropped) return m.autograde_dropped();
    return points === null ? m.autograde_waits() : figureWords(points, language);
  };
  const total = (score: number | null, max: number) => `${figureWords(score ?? 0, language)} / ${figureWords(max, language)}`;
  return (
    <DataTable<RegradedResponse>
      caption={m.autograde_who_changes()}
      isCaptionHidden
      hasToolbar={false}
      rows={changes}
      rowKey={({ result_id }) => String(result_id)}
      fileName="regrade"
      empty={null}
      columns={[
        { key: 'name', header: m.autograde_regrade_student(), value: nameOf, isRowHeader: true },
        {
          key: 'from',
          header: m.autograde_regrade_from(),
          value: ({ points_before, dropped_before }) => said(points_before, dropped_before),
          width: 's',
        },
        {
          key: 'to',
          header: m.autograde_regrade_to(),
          value: ({ points_after, dropped_after }) => said(points_after, dropped_after),
          width: 's',
        },
        {
          key: 'total',
          header: m.autograde_regrade_total(),
          value: ({ score_after, max_after }) => total(score_after, max_after),
          width: 's',
        },
      ]}
    />
  );
}
