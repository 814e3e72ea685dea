import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/Button.tsx';
import { Chart } from '../../../ui/Chart.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { IconDotsVertical } from '../../../ui/icons.ts';
import { Grid } from '../../../ui/Layout.tsx';
import { Link } from '../../../ui/Link.tsx';
import { percent } from '../../../ui/numbers.ts';
import { Section } from '../../../ui/Page.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { cooling, type SampleStudent, scores, springs, stages, statusWords, students, words } from '../gallerySamples.ts';
import { HERE } from './frames.ts';

/** Tables and charts. */
export default function DataSections() {
  return (
    <>
      <Tables />
      <Charts />
    </>
  );
}

/** A table of students. */
export function StudentTable({
  caption,
  rows,
  isLoading = false,
}: {
  caption: string;
  rows: readonly SampleStudent[];
  isLoading?: boolean;
}) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['2', '3']));
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={({ id }) => id}
      fileName="students"
      isLoading={isLoading}
      selected={selected}
      onSelectedChange={setSelected}
      bulkActions={<Button size="small">{words.remind}</Button>}
      rowActions={({ name }) => <IconButton icon={IconDotsVertical} label={m.ui_tree_actions({ name })} />}
      empty={
        <EmptyState title={words.emptyTitle} action={<Button variant="primary">{words.filesLabel}</Button>}>
          {words.emptyText}
        </EmptyState>
      }
      columns={[
        {
          key: 'name',
          header: words.students,
          value: ({ name }) => name,
          isRowHeader: true,
          width: 'l',
          look: (text) => (
            <Link href={HERE} look="plain">
              {text}
            </Link>
          ),
        },
        {
          key: 'status',
          header: words.status,
          value: ({ status }) => statusWords[status],
          look: (text, { status }) => <StatusDot status={status}>{text}</StatusDot>,
        },
        {
          key: 'score',
          header: words.points,
          value: ({ score }) => score,
          text: ({ score }) => (score === null ? '–' : percent(score / 100)),
          align: 'end',
          width: 's',
        },
        { key: 'minutes', header: words.timeHeader, value: ({ minutes }) => minutes, align: 'end', width: 's' },
      ]}
    />
  );
}

function Tables() {
  return (
    <Section title={words.table}>
      <StudentTable caption={words.students} rows={students(6)} />
      <StudentTable caption={words.manyStudents} rows={students(5000)} />
      <StudentTable caption={words.loadingTable} rows={[]} isLoading />
      <StudentTable caption={words.emptyTitle} rows={[]} />
    </Section>
  );
}

function Charts() {
  return (
    <Section title={words.charts}>
      <Grid min="l">
        <Chart
          kind="bar"
          title={words.barTitle}
          summary={words.barSummary}
          data={scores}
          labelHeader={words.classHeader}
          valueHeader={words.scoreHeader}
          max={100}
        />
        <Chart kind="line" title={words.lineTitle} data={cooling} labelHeader={words.timeHeader} valueHeader={words.temperatureHeader} />
        <Chart kind="stacked" title={words.stackTitle} data={stages} labelHeader={words.classHeader} valueHeader={words.studentsHeader} />
        <Chart kind="scatter" title={words.scatterTitle} data={springs} labelHeader={words.massHeader} valueHeader={words.stretchHeader} />
      </Grid>
    </Section>
  );
}
