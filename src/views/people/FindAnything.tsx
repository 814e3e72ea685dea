import { lazy, Suspense, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Stack } from '../../ui/Layout.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useAddressValue } from '../tableAddress.ts';

// Its tables load with the first search.
const FoundAnything = lazy(() => import('./FoundAnything.tsx'));

/** A search over users, schools, classes and imports. The address keeps it. */
export function FindAnything() {
  const [search, setSearch] = useAddressValue('find', '');
  const [typed, setTyped] = useState(search);
  return (
    <Stack gap={5}>
      <SearchField
        label={m.people_search()}
        description={m.people_search_hint()}
        value={typed}
        maxLength={100}
        onChange={setTyped}
        onSubmit={(text) => setSearch(text.trim())}
        onClear={() => setSearch('')}
      />
      {search ? (
        <Suspense fallback={<Skeleton shape="row" count={3} />}>
          <FoundAnything key={search} search={search} />
        </Suspense>
      ) : null}
    </Stack>
  );
}
