import type { SearchResult } from '../../../contract/library.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack } from '../../ui/Layout.tsx';

const filterNames: Record<SearchResult['suggestions'][number]['filter'], () => string> = {
  query: m.library_drop_query,
  place: m.library_drop_place,
  kinds: m.library_drop_kinds,
  grades: m.library_drop_grades,
  languages: m.library_drop_languages,
  standards: m.library_drop_standards,
  all: m.library_drop_all,
};

interface NothingFoundProps {
  result: SearchResult;
  /** Drops one part of the filter. */
  onDrop: (part: SearchResult['suggestions'][number]['filter']) => void;
}

/** No item matches. Suggests filter parts to drop. */
export function NothingFound({ result, onDrop }: NothingFoundProps) {
  return (
    <EmptyState
      art="search"
      title={m.library_nothing_found()}
      action={
        <Stack gap={2} align="center">
          {result.suggestions.map(({ filter: part, count: gives }) => (
            <Button key={part} onPress={() => onDrop(part)}>
              {m.library_drop({ name: filterNames[part](), count: gives })}
            </Button>
          ))}
        </Stack>
      }
    >
      {result.suggestions.length > 0 ? m.library_nothing_found_drop() : m.library_nothing_found_text()}
    </EmptyState>
  );
}
