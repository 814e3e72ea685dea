import { Language } from '../../contract/content.ts';

/** What the page of an item gets, with `own` for what the walk is about. */
export const itemOnScreen = <Own extends object>(own: Own) => ({
  summary: '',
  minutes: 5,
  grades: [],
  standards: [],
  language_id: Language.english,
  mapped_id: null,
  is_assignable: true,
  is_learnosity_enabled: false,
  ...own,
});
