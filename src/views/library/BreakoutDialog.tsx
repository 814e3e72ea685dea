import { type LibraryItem, library } from '../../../contract/library.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { paths } from '../paths.ts';
import { LoadState } from '../shell/Loaded.tsx';
import s from './library.module.css';

const kinds = { section: m.library_part_section, page: m.library_part_page, question: m.library_part_question };

/** The parts of an item, with the standards of each and the sources of its facts. */
export function BreakoutDialog({ item, onClose }: { item: LibraryItem; onClose: () => void }) {
  const { send } = useApp();
  const collection = useCollection((signal) =>
    send(library.itemBreakout, { url: paths.previewItem(item.item_id) }, { signal, quiet: true }),
  );
  const { data } = collection;
  return (
    <Dialog
      title={item.title}
      isOpen
      size="large"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <LinkButton variant="primary" href={paths.previewItem(item.item_id)}>
          {m.teacher_preview()}
        </LinkButton>
      }
    >
      <Stack gap={4}>
        <Text tone="soft">{item.summary}</Text>
        {item.standards.length > 0 ? (
          <Row gap={2}>
            {item.standards.map((code) => (
              <Badge key={code} tone="accent">
                {code}
              </Badge>
            ))}
          </Row>
        ) : null}
        <LoadState collection={collection} shape="row" count={5} />
        {data && data.parts.length > 0 ? (
          <ol className={s.parts} aria-label={m.library_parts()}>
            {data.parts.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids and never move
              <li key={index} className={s.part}>
                <span>
                  <span className={s.soft}>{kinds[part.kind]()} </span>
                  {part.text}
                </span>
                <span className={s.soft}>
                  {[
                    part.points === null ? null : m.library_points({ count: part.points }),
                    ...(part.kind === 'question' ? part.standards : []),
                  ]
                    .filter((text) => text !== null)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ol>
        ) : null}
        {data && data.sources.length > 0 ? (
          <div>
            <h3 className={s.heading}>{m.library_sources()}</h3>
            <ul className={s.contents}>
              {data.sources.map((source) => (
                <li key={source.name}>
                  {source.name} <span className={s.soft}>{source.note}</span>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </Stack>
    </Dialog>
  );
}
