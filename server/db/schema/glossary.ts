import type { District } from './district.ts';

/** What people keep and practice of the glossary. */
export interface GlossaryTables {
  glossary_favorite: { district_id: District; user_puid: number; term_id: number; added_at: number };
  glossary_practice: GlossaryPracticeTable;
}

/** How well a person knows a term in a language: the rules are in `server/areas/glossary/practice.ts`. */
interface GlossaryPracticeTable {
  district_id: District;
  user_puid: number;
  term_id: number;
  language_id: number;
  box: number;
  /** The day from which it is asked again, YYYY-MM-DD. */
  due_day: string;
  last_at: number;
}
