import type { SearchResult } from '../../../contract/library.ts';
import { m } from '../../paraglide/messages.js';
import { Notice } from '../../ui/Notice.tsx';
import { ExternalRow } from './ExternalRow.tsx';
import s from './library.module.css';

/** Search notices beside the items: how the query was read, and matching items of the teacher's own. */
export function ResultNotices({ result, isSearching }: { result: SearchResult; isSearching: boolean }) {
  return (
    <>
      {result.is_titles_only ? <Notice tone="info">{m.library_titles_only()}</Notice> : null}
      {result.corrected ? <Notice tone="info">{m.library_corrected({ words: result.corrected })}</Notice> : null}
      {result.standards.length > 0 ? (
        <Notice tone="info">
          {m.library_standards_read({
            codes: `${result.standards.slice(0, 6).join(', ')}${result.standards.length > 6 ? '…' : ''}`,
            count: result.standards.length,
          })}
        </Notice>
      ) : null}
      {result.mine.length > 0 && !isSearching ? (
        <section aria-label={m.library_from_mine()}>
          <h2 className={s.heading}>{m.library_from_mine()}</h2>
          <ul className={s.rows}>
            {result.mine.map((resource) => (
              <ExternalRow key={resource.resource_id} resource={resource} />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
