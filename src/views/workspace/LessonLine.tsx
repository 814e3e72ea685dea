import { chosenDay } from '../../../common/chosenDay.ts';
import type { LessonRow } from '../../../contract/workspace.ts';
import type { Task } from '../../machines/library/workspaceDialogsMachine.ts';
import { m } from '../../paraglide/messages.js';
import { IconButton } from '../../ui/IconButton.tsx';
import {
  IconCopy,
  IconDotsVertical,
  IconEdit,
  IconEye,
  IconFolderSymlink,
  IconReportAnalytics,
  IconSend,
  IconTrash,
} from '../../ui/icons.ts';
import { Row } from '../../ui/Layout.tsx';
import { Link } from '../../ui/Link.tsx';
import { Menu, type MenuAction } from '../../ui/Menu.tsx';
import { paths } from '../paths.ts';
import { lessonActions } from './LessonMenu.tsx';
import s from './workspace.module.css';

export interface LessonLineProps {
  row: LessonRow;
  facts: readonly string[];
  isShared: boolean;
  /** The row shows the folder that holds it. */
  hasPath: boolean;
  onPreview: (lessonId: number) => void;
  onTask: (task: Task) => void;
  onDelete: (row: LessonRow) => void;
}

/** One lesson or assignment of a list, with its actions. */
export function LessonLine({ row, facts, hasPath, isShared, onPreview, onTask, onDelete }: LessonLineProps) {
  const type = row.is_assignment === 'yes' ? 'assignment' : 'lesson';
  const named = { lessonId: row.lesson_id, name: row.lesson_name, dueDate: chosenDay(row.due_date) };
  const form = paths.lessonForm(type, row.lesson_id);
  const actions: MenuAction[] = [
    { key: 'preview', label: m.workspace_preview(), icon: IconEye },
    ...(row.assigned_count > 0
      ? [{ key: 'results', label: m.teacher_results(), icon: IconReportAnalytics, href: paths.lessonResult(row.lesson_id) }]
      : []),
    ...(isShared ? [] : [{ key: 'edit', label: m.workspace_edit(), icon: IconEdit, href: form }]),
    ...lessonActions(!isShared),
    { key: 'duplicate', label: isShared ? m.workspace_copy_to_mine() : m.workspace_duplicate(), icon: IconCopy },
    ...(isShared
      ? []
      : [
          { key: 'move', label: m.workspace_move(), icon: IconFolderSymlink },
          { key: 'delete', label: m.workspace_delete(), icon: IconTrash, isDanger: true },
        ]),
  ];
  const act = (key: string) => {
    if (key === 'preview') onPreview(row.lesson_id);
    else if (key === 'link' || key === 'code' || key === 'share') onTask({ kind: key, ...named, isPrebuilt: false });
    else if (key === 'duplicate') onTask({ kind: 'duplicate', ...named, type });
    else if (key === 'move') onTask({ kind: 'move', lessonId: row.lesson_id, name: row.lesson_name });
    else if (key === 'delete') onDelete(row);
  };
  return (
    <>
      <div className={s.what}>
        <p className={s.name}>
          <Link href={isShared ? paths.preview(row.lesson_id) : form} look="plain">
            <bdi>{row.lesson_name}</bdi>
          </Link>
        </p>
        {hasPath && row.path.length > 0 ? <p className={s.path}>{row.path.join(' › ')}</p> : null}
        <p className={s.facts}>{facts.join(' · ')}</p>
      </div>
      <Row gap={1} noWrap>
        <IconButton
          icon={IconSend}
          label={`${m.workspace_assign()}: ${row.lesson_name}`}
          onPress={() => onTask({ kind: 'assign', ...named, isPrebuilt: false })}
        />
        <Menu
          trigger={<IconButton icon={IconDotsVertical} label={m.workspace_actions({ name: row.lesson_name })} />}
          label={m.workspace_actions({ name: row.lesson_name })}
          placement="bottom end"
          groups={[{ key: 'actions', items: actions }]}
          onAction={act}
        />
      </Row>
    </>
  );
}
