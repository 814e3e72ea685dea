import type { GroupDetail } from '../../../contract/groups.ts';
import { m } from '../../paraglide/messages.js';
import { formatWholeDay } from '../../ui/dateFormats.ts';
import { Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { usePreferences } from '../shell/preferences.ts';

/** The academic sessions of a class with their dates, and a notice once the last is over. */
export function ClassTerms({ terms, is_over, active }: Pick<GroupDetail, 'terms' | 'is_over' | 'active'>) {
  const { language } = usePreferences();
  const day = (text: string) => formatWholeDay(text, language, 'UTC');
  if (terms.length === 0) return null;
  return (
    <>
      <Text tone="soft">
        {terms
          .map(({ title, start_date, end_date }) => m.groups_term_of({ title, start: day(start_date), end: day(end_date) }))
          .join(' · ')}
      </Text>
      {is_over && active ? <Notice tone="info">{m.groups_over_text()}</Notice> : null}
    </>
  );
}
