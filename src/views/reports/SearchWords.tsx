import { useEffect, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Layout.tsx';
import { SearchField } from '../../ui/SearchField.tsx';

interface SearchWordsProps {
  label: string;
  /** The words of the address. */
  words: string;
  onSearch: (words: string) => void;
}

/** A field with the words that a report searches for. Typing changes nothing until Enter or the button. */
export function SearchWords({ label, words, onSearch }: SearchWordsProps) {
  const [typed, setTyped] = useState(words);
  useEffect(() => setTyped(words), [words]);
  return (
    <Row gap={2} align="end">
      <SearchField
        label={label}
        value={typed}
        onChange={setTyped}
        onSubmit={(value) => onSearch(value.trim())}
        onClear={() => onSearch('')}
      />
      <Button onPress={() => onSearch(typed.trim())}>{m.usageReports_search_button()}</Button>
    </Row>
  );
}
