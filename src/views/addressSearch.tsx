import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { searchFieldMachine } from '../machines/library/searchFieldMachine.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { offer } from './offer.ts';
import { useAddressValue } from './tableAddress.ts';
import { useChart } from './useChart.ts';

/** The words searched for, from the address, and the field that changes them once the reader pauses. */
export function useAddressSearch(label: string) {
  const [words, setWords] = useAddressValue('find', '');
  const field = useChart(searchFieldMachine, {
    input: { query: words },
    on: { 'query.settled': ({ query }) => setWords(query.trim()) },
  });
  const typed = useSelector(field, (snapshot) => snapshot.context.query);
  // Back and links change the words, too.
  useEffect(() => {
    if (field.getSnapshot().context.query.trim() !== words) field.send({ type: 'query.replaced', query: words });
  }, [field, words]);
  return {
    words,
    field: (
      <SearchField
        label={label}
        value={typed}
        onChange={(query) => field.send({ type: 'query.typed', query })}
        onSubmit={() => offer(field, { type: 'query.submitted' })}
        onClear={() => offer(field, { type: 'query.submitted' })}
      />
    ),
  };
}
