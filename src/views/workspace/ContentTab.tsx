import { useState } from 'react';
import { content, Language } from '../../../contract/content.ts';
import type { DataOf } from '../../../contract/kit.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconCopy, IconDotsVertical, IconEye } from '../../ui/icons.ts';
import { Row, Stack } from '../../ui/Layout.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { LoadState } from '../shell/Loaded.tsx';

export type PrebuiltLesson = DataOf<typeof content.prebuiltLessons>[number];

const languages = [
  { key: String(Language.english), label: m.workspace_english },
  { key: String(Language.spanish), label: m.workspace_spanish },
];

interface ContentTabProps {
  onPreview: (lessonId: number) => void;
  onAssign: (lesson: PrebuiltLesson) => void;
  onDuplicate: (lesson: PrebuiltLesson) => void;
}

/** The science library: lessons that ship with the product, English first (specification, section 9). */
export function ContentTab(actions: ContentTabProps) {
  const [language, setLanguage] = useState<number>(Language.english);
  return (
    <Stack gap={4}>
      <Row>
        <SegmentedControl
          label={m.workspace_language()}
          options={languages.map(({ key, label }) => ({ key, label: label() }))}
          value={String(language)}
          onChange={(key) => setLanguage(Number(key))}
        />
      </Row>
      <PrebuiltLessons key={language} language={language} {...actions} />
    </Stack>
  );
}

function PrebuiltLessons({ language, onPreview, onAssign, onDuplicate }: ContentTabProps & { language: number }) {
  const { send } = useApp();
  const user = useUser();
  const collection = useCollection((signal) =>
    send(content.prebuiltLessons, { user_puid: user.userPuid, language_id: language }, { signal }),
  );
  const { data } = collection;
  if (collection.isFailed) return <LoadState collection={collection} />;
  const columns: TableColumn<PrebuiltLesson>[] = [
    { key: 'lesson', header: m.workspace_column_lesson(), value: (row) => row.lesson_name, isRowHeader: true, width: 'l' },
    { key: 'unit', header: m.workspace_column_unit(), value: (row) => row.unit_name },
    { key: 'product', header: m.workspace_column_product(), value: (row) => row.product_name },
    { key: 'resources', header: m.workspace_column_resources(), align: 'end', value: (row) => row.resources.length },
    { key: 'minutes', header: m.workspace_column_minutes(), align: 'end', value: (row) => row.total_time },
  ];
  return (
    <DataTable
      caption={m.workspace_tab_content()}
      isCaptionHidden
      rows={data ?? []}
      isLoading={data === undefined}
      columns={columns}
      rowKey={(row) => String(row.lesson_id)}
      fileName="science-library"
      empty={<EmptyState title={m.workspace_content_empty()} />}
      rowActions={(row) => (
        <Row gap={1} noWrap>
          <Button size="small" onPress={() => onAssign(row)}>
            {m.workspace_assign()}
          </Button>
          <Menu
            trigger={<IconButton size="small" icon={IconDotsVertical} label={m.workspace_actions({ name: row.lesson_name })} />}
            label={m.workspace_actions({ name: row.lesson_name })}
            groups={[
              {
                key: 'actions',
                items: [
                  { key: 'preview', label: m.workspace_preview(), icon: IconEye },
                  { key: 'duplicate', label: m.workspace_copy_to_mine(), icon: IconCopy },
                ],
              },
            ]}
            onAction={(key) => (key === 'preview' ? onPreview(row.lesson_id) : onDuplicate(row))}
          />
        </Row>
      )}
    />
  );
}
