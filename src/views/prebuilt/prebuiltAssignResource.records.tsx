import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { longestName } from '../../../common/lessonLimits.ts';
import { may } from '../../../common/may.ts';
import { library } from '../../../contract/library.ts';
import { prebuilt as calls } from '../../../contract/prebuilt.ts';
import { m } from '../../paraglide/messages.js';
import { type PrebuiltRow, prebuiltSource } from '../../services/prebuilt/prebuilt.ts';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { Text } from '../../ui/Layout.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { languageName } from '../library/words.ts';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { addressOf } from '../screen.ts';
import { prebuiltAssignResource } from './prebuiltAssignResource.screen.ts';
import { prebuiltLesson } from './prebuiltLesson.screen.ts';

const PublishDialog = lazy(() => import('./PublishDialog.tsx'));

const origins = { course: m.prebuilt_from_course, published: m.prebuilt_from_provider, own: m.prebuilt_from_district };
const originOf = ({ origin, is_changed }: PrebuiltRow) =>
  is_changed ? m.prebuilt_changed({ origin: origins[origin]() }) : origins[origin]();

const columns = (language: string): TableColumn<PrebuiltRow>[] => {
  const count = (key: 'resource_count' | 'total_time' | 'groups', header: string): TableColumn<PrebuiltRow> => ({
    ...{ key, header, align: 'end', width: 's' },
    value: (row) => row[key],
    text: (row) => (row[key] === null ? '' : formatNumber(row[key], language)),
    file: (row) => row[key],
  });
  return [
    { key: 'lesson_name', header: m.workspace_column_lesson(), value: ({ lesson_name }) => lesson_name, isRowHeader: true, width: 'l' },
    { key: 'unit', header: m.workspace_column_unit(), value: ({ unit_name }) => unit_name },
    { key: 'product', header: m.workspace_column_product(), value: ({ product_name }) => product_name },
    { key: 'language', header: m.contentSetup_language(), value: ({ language_id }) => languageName(language_id), width: 's' },
    count('resource_count', m.workspace_column_resources()),
    count('total_time', m.workspace_column_minutes()),
    count('groups', m.prebuilt_classes()),
    { key: 'origin', header: m.prebuilt_origin(), value: originOf },
  ];
};

/** The form with its choice of units, the way to a lesson's contents, and its publication. */
function usePrebuiltParts({ refresh, say }: RecordFrame): RecordParts<PrebuiltRow> {
  const { send } = useApp();
  const me = useUser();
  const navigate = useNavigate();
  const [published, setPublished] = useState<PrebuiltRow | null>(null);
  const units = useCollection(
    (signal) => send(library.units, { user_puid: me.userPuid }, { signal, quiet: true }),
    undefined,
    'collection: units',
  );
  const open = (lesson_id: number) => void navigate(addressOf(prebuiltLesson, lesson_id));
  // Not at once: until the form has closed, its guard keeps the page.
  const [added, setAdded] = useState<number | null>(null);
  const openAdded = useEffectEvent(open);
  useEffect(() => {
    if (added !== null) openAdded(added);
  }, [added]);
  const { categories = [], sub_categories = [] } = units.data ?? {};
  const options = categories.flatMap(({ product_id, name: product }) =>
    sub_categories
      .filter((unit) => unit.product_id === product_id)
      .map(({ unit_id, name }) => ({ key: String(unit_id), label: m.prebuilt_unit_of({ product, unit: name }) })),
  );
  const canPublish = may(me, calls.publishPrebuilt);
  return {
    ...(units.data
      ? {
          rules: () => ({
            lesson_name: { kind: 'text', most: longestName, isRequired: true, isUnique: false },
            unit_id: { kind: 'choice', isRequired: true, initial: options[0]?.key ?? '', options },
          }),
        }
      : {}),
    onAdded: (answer) => setAdded((answer as { lesson_id: number }).lesson_id),
    opens: {
      column: 'lesson_name',
      label: (row) => m.prebuilt_contents_of({ name: row.lesson_name }),
      onOpen: ({ lesson_id }) => open(lesson_id),
    },
    actions: (row) => [
      { key: 'contents', label: m.prebuilt_contents(), onAction: () => open(row.lesson_id) },
      ...(canPublish
        ? [
            {
              key: 'publish',
              label: m.prebuilt_publish(),
              reason: row.resource_count === 0 ? m.prebuilt_publish_empty() : null,
              onAction: () => setPublished(row),
            },
          ]
        : []),
    ],
    dialogs: published ? (
      <Suspense>
        <PublishDialog
          lesson={published}
          onClose={() => setPublished(null)}
          onPublished={(text) => {
            setPublished(null);
            say(text);
            refresh();
          }}
        />
      </Suspense>
    ) : null,
  };
}

/** The prebuilt lessons that teachers of the district find in the library (`admin/prebuiltAssignResource`). */
export default recordScreen<PrebuiltRow>({
  ...prebuiltAssignResource,
  title: m.prebuilt_title,
  lead: m.prebuilt_lead,
  add: m.prebuilt_add,
  edit: m.prebuilt_place,
  source: prebuiltSource,
  nameOf: ({ lesson_name }) => lesson_name,
  columns: (_, language) => columns(language),
  initial: { sort: null, filter: '', hidden: ['product', 'total_time'] },
  fields: {
    lesson_name: { label: m.builder_name },
    unit_id: { label: m.workspace_column_unit, help: m.prebuilt_unit_help },
  },
  formTitle: (row) => (row ? m.prebuilt_place_title({ name: row.lesson_name }) : m.prebuilt_add()),
  removal: {
    consequences: ({ groups = 0, students = 0, not_started = 0, in_progress = 0, completed = 0 }) => (
      <>
        <Text>{groups === 0 ? m.prebuilt_unused() : m.prebuilt_in_use({ groups, students })}</Text>
        {students > 0 ? <Text>{m.workspace_delete_students({ notStarted: not_started, inProgress: in_progress, completed })}</Text> : null}
      </>
    ),
  },
  empty: { title: m.prebuilt_none, text: m.prebuilt_none_text },
  useParts: usePrebuiltParts,
});
