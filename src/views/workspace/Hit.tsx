import { mostResources } from '../../../common/lessonLimits.ts';
import type { LibraryItem } from '../../../contract/library.ts';
import { m } from '../../paraglide/messages.js';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { Link } from '../../ui/Link.tsx';
import { paths } from '../paths.ts';
import { kindName } from '../player/kinds.ts';
import { KindPicture } from './ResourceEditor.tsx';
import s from './workspace.module.css';

export interface HitsProps {
  /** Items already in the lesson. */
  has: ReadonlySet<number>;
  count: number;
  onAdd: (item: HitItem) => void;
}
type HitItem = Pick<LibraryItem, 'item_id' | 'item_type_id' | 'title' | 'minutes'>;

/** A hit, and the button that adds it. */
export function Hit({ item, has, count, onAdd }: HitsProps & { item: HitItem }) {
  return (
    <li className={s.hit}>
      <KindPicture typeId={item.item_type_id} />
      <div className={s.what}>
        <Link href={paths.previewItem(item.item_id)} look="plain" isExternal>
          {item.title}
        </Link>
        <p className={s.facts}>
          {[
            kindName(item.item_type_id),
            m.workspace_minutes({ count: item.minutes }),
            has.has(item.item_id) ? m.builder_library_in() : null,
          ]
            .filter((fact) => fact !== null)
            .join(' · ')}
        </p>
      </div>
      <IconButton
        icon={IconPlus}
        label={m.builder_library_add({ name: item.title })}
        reason={count >= mostResources ? m.builder_library_full() : null}
        onPress={() => onAdd(item)}
      />
    </li>
  );
}
