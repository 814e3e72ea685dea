import { lazy, Suspense } from 'react';
import type { LibraryItem } from '../../../contract/library.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconBookmark, IconBookmarkFilled, IconCheck, IconListCheck, IconPlus, IconPrinter } from '../../ui/icons.ts';
import { percent } from '../../ui/numbers.ts';
import '../../ui/diagram.css';
import { Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { paths } from '../paths.ts';
import { isQuizKind, kindIcon, kindName } from '../player/kinds.ts';
import s from './library.module.css';
import { languageCode, languageName } from './words.ts';

const Html = lazy(() => import('../../ui/Html.tsx').then(({ Html: Component }) => ({ default: Component })));

/** Number of standards on a card; the rest are in the details. */
const mostStandards = 3;

/** The item's own diagram, or the icon of its kind. */
export function ItemPicture({ item }: { item: Pick<LibraryItem, 'picture' | 'item_type_id'> }) {
  const Icon = kindIcon(item.item_type_id);
  const sign = (
    <span className={s.sign}>
      <Icon size="3.5rem" stroke={1.25} />
    </span>
  );
  return (
    <div className={s.picture} data-kind={item.item_type_id} aria-hidden="true">
      {item.picture === null ? (
        sign
      ) : (
        <Suspense fallback={sign}>
          <Html html={item.picture} />
        </Suspense>
      )}
    </div>
  );
}

/** Where the teacher used an item before, and its results. */
function Used({ used }: { used: NonNullable<LibraryItem['used']> }) {
  return (
    <p className={s.used}>
      <span>{m.library_used_lessons({ count: used.lessons })}</span>
      {used.times_assigned > 0 ? <span> · {m.library_used_assigned({ count: used.times_assigned })}</span> : null}
      {used.mean_percent === null ? null : (
        <span>
          {' · '}
          <strong>{m.library_used_mean({ percent: percent(used.mean_percent / 100) })}</strong>
        </span>
      )}
    </p>
  );
}

export interface ItemCardProps {
  item: LibraryItem;
  /** This item was opened last. */
  isSelected?: boolean;
  isPicked: boolean;
  /** Row in My Library; null if it is not there. */
  resourceId: number | null;
  isBusy: boolean;
  onOpen: () => void;
  onPick: () => void;
  onKeep: () => void;
  onDetails: () => void;
}

/** An item of the library: kind, picture, standards, and earlier use. */
export function ItemCard({ item, isSelected = false, isPicked, resourceId, isBusy, onOpen, onPick, onKeep, onDetails }: ItemCardProps) {
  const isKept = resourceId !== null;
  const more = item.standards.length - mostStandards;
  return (
    <div className={s.item} data-item={item.item_id} data-selected={isSelected || undefined}>
      <Card
        media={<ItemPicture item={item} />}
        eyebrow={[
          kindName(item.item_type_id),
          m.library_minutes({ count: item.minutes }),
          item.lexile === null ? null : m.library_lexile({ lexile: item.lexile }),
          item.language_id === 101 ? null : languageName(item.language_id),
        ]
          .filter((part) => part !== null)
          .join(' · ')}
        title={<span lang={languageCode(item.language_id)}>{item.title}</span>}
        href={paths.previewItem(item.item_id)}
        onOpen={onOpen}
        end={
          <IconButton
            icon={isKept ? IconBookmarkFilled : IconBookmark}
            label={isKept ? m.library_take_out({ title: item.title }) : m.library_keep({ title: item.title })}
            aria-pressed={isKept}
            reason={isBusy ? m.ui_wait() : null}
            onPress={onKeep}
          />
        }
        footer={
          <>
            <Button
              size="small"
              variant={isPicked ? 'secondary' : 'primary'}
              icon={isPicked ? IconCheck : IconPlus}
              aria-pressed={isPicked}
              reason={item.is_assignable ? null : m.library_not_assignable()}
              onPress={onPick}
            >
              {isPicked ? m.library_picked() : m.library_pick()}
            </Button>
            <span className={s.tools}>
              {isQuizKind(item.item_type_id) ? (
                <LinkButton size="small" variant="quiet" icon={IconPrinter} href={paths.printSheet(item.item_id)}>
                  {m.library_print()}
                </LinkButton>
              ) : null}
              <IconButton size="small" icon={IconListCheck} label={m.library_details_of({ title: item.title })} onPress={onDetails} />
            </span>
          </>
        }
      >
        <Text tone="soft" size={2}>
          <span className={s.summary} lang={languageCode(item.language_id)}>
            {item.summary}
          </span>
        </Text>
        {item.standards.length > 0 ? (
          <p className={s.codes}>
            {item.standards.slice(0, mostStandards).map((code) => (
              <Badge key={code}>{code}</Badge>
            ))}
            {more > 0 ? <span className={s.soft}>{m.library_more_standards({ count: more })}</span> : null}
          </p>
        ) : null}
        {item.used ? <Used used={item.used} /> : null}
      </Card>
    </div>
  );
}
