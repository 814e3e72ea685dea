import type { ActorRefFrom } from 'xstate';
import { chosenDay } from '../../../common/chosenDay.ts';
import type { LessonKind, LessonOrder, LessonRow } from '../../../contract/workspace.ts';
import type { ListFilters, lessonListMachine } from '../../machines/workspace/lessonListMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { formatDay } from '../../ui/dateFormats.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack } from '../../ui/Layout.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useUser } from '../hooks.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useFields } from '../useFields.ts';
import { LessonLine, type LessonLineProps } from './LessonLine.tsx';
import { LessonRows } from './LessonRows.tsx';
import s from './workspace.module.css';

/** Noon of a calendar day, so that no time zone shifts it to another day. */
const noon = (day: string) => `${day}T12:00:00Z`;

interface LessonListProps extends Omit<LessonLineProps, 'row' | 'facts'> {
  list: ActorRefFrom<typeof lessonListMachine>;
  filters: ListFilters;
  emptyKind: 'folder' | 'all' | 'shared';
  onFilters: (filters: ListFilters) => void;
}

const empty = {
  folder: [m.workspace_empty, m.workspace_empty_text],
  all: [m.workspace_empty_all, m.workspace_empty_all_text],
  shared: [m.workspace_empty_shared, m.workspace_empty_shared_text],
} as const;

/** The list with its filters and sort order. */
export function LessonList({ list, filters, emptyKind, onFilters, ...line }: LessonListProps) {
  const user = useUser();
  const { language } = usePreferences();
  const { rows, total, problem, ...shown } = useFields(list, (snapshot) => ({
    rows: snapshot.context.rows,
    total: snapshot.context.total,
    problem: snapshot.context.problem,
    isReady: snapshot.hasTag('ready'),
    isFailed: snapshot.hasTag('failed'),
    isStale: snapshot.hasTag('stale'),
    isCut: snapshot.hasTag('cut'),
    isBusy: snapshot.hasTag('busy'),
  }));
  const isNarrowed = filters.search !== '' || filters.kind !== 'all';
  const kinds: { key: LessonKind; label: string }[] = [
    { key: 'all', label: m.workspace_kind_all() },
    { key: 'lesson', label: m.workspace_kind_lessons() },
    { key: 'assignment', label: m.workspace_kind_assignments() },
  ];
  const orders: { key: LessonOrder; label: string }[] = [
    { key: 'name', label: m.workspace_sort_name() },
    { key: '-updated', label: m.workspace_sort_updated() },
    { key: 'due', label: m.workspace_sort_due() },
  ];
  const [emptyTitle, emptyText] = empty[emptyKind];
  const facts = (row: LessonRow) =>
    [
      row.is_assignment === 'yes' ? m.workspace_kind_assignment() : m.workspace_kind_lesson(),
      m.workspace_resources({ count: row.resource_count }),
      row.total_time === null ? null : m.workspace_minutes({ count: row.total_time }),
      chosenDay(row.due_date) === null ? null : m.workspace_due({ day: formatDay(noon(row.due_date as string), language, 'UTC') }),
      row.assigned_count > 0 ? m.workspace_assigned_to({ count: row.assigned_count }) : null,
      row.shared_by ? m.workspace_from({ name: row.shared_by.name }) : null,
      filters.sort === '-updated' ? m.workspace_changed({ day: formatDay(row.updated_at, language, user.time_zone) }) : null,
    ].filter((fact) => fact !== null);
  return (
    <Stack gap={3}>
      <div className={s.tools}>
        <div className={s.search}>
          <SearchField
            label={m.workspace_search()}
            isLabelHidden
            placeholder={m.workspace_search()}
            value={filters.search}
            maxLength={200}
            onChange={(search) => onFilters({ ...filters, search })}
          />
        </div>
        <SegmentedControl
          label={m.workspace_kind()}
          options={kinds}
          value={filters.kind}
          onChange={(kind) => onFilters({ ...filters, kind })}
        />
        <div className={s.sort}>
          <Select
            label={m.workspace_sort()}
            isLabelHidden
            options={orders}
            value={filters.sort}
            onChange={(sort) => onFilters({ ...filters, sort: sort as LessonOrder })}
          />
        </div>
        <span className={s.count} role="status">
          {shown.isReady ? m.workspace_count({ count: total }) : null}
        </span>
      </div>
      {shown.isFailed ? <ProblemNotice problem={problem} focus="list-problem" onRetry={() => list.send({ type: 'list.retried' })} /> : null}
      {shown.isStale ? (
        <ProblemNotice
          title={shown.isCut ? m.workspace_cut() : m.common_may_be_old()}
          problem={problem}
          onRetry={() => list.send({ type: 'list.retried' })}
        />
      ) : null}
      {shown.isBusy && !shown.isReady ? <Skeleton shape="row" count={6} /> : null}
      {shown.isReady && total === 0 ? (
        isNarrowed ? (
          <EmptyState
            art="search"
            title={m.workspace_filtered_away()}
            action={<Button onPress={() => onFilters({ ...filters, search: '', kind: 'all' })}>{m.workspace_filters_clear()}</Button>}
          >
            {m.workspace_filtered_away_text()}
          </EmptyState>
        ) : (
          <EmptyState art="flask" title={emptyTitle()}>
            {emptyText()}
          </EmptyState>
        )
      ) : null}
      {shown.isReady && total > 0 ? (
        <LessonRows
          rows={rows}
          total={total}
          isMovable={!line.isShared}
          onWanted={(page) => {
            const event = { type: 'page.wanted' as const, page };
            if (list.getSnapshot().can(event)) list.send(event);
          }}
          render={(row) => <LessonLine row={row} facts={facts(row)} {...line} />}
        />
      ) : null}
    </Stack>
  );
}
