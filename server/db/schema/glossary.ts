import type { District } from './district.ts';

/** What people keep and practice of the glossary. */
export interface GlossaryTables {
  glossary_favorite: { district_id: District; user_puid: number; term_id: number; added_at: number };
  glossary_practice: GlossaryPracticeTable;
  own_term: OwnTermTable;
  term_set: TermSetTable;
  /** The terms of a set, in their order. */
  term_set_term: { district_id: District; item_id: number; place: number; term_id: number };
  term_set_answer: TermSetAnswerTable;
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

/** A term that a teacher added for a class. */
interface OwnTermTable {
  district_id: District;
  term_id: number;
  group_puid: number;
  author_puid: number;
  term: string;
  /** The term in lower case, once per class; of a removed one its id. */
  term_key: string;
  definition: string;
  /** A sentence in which `____` is the blank. */
  fill_in: string;
  /** Empty: it is in English alone. */
  term_es: string;
  definition_es: string;
  fill_in_es: string;
  version: number;
  created_at: number;
  updated_at: number;
  removed_at: number | null;
}
/** A set of terms that somebody put together for lessons. Its item is content of the owner's own (decision 086). */
interface TermSetTable {
  district_id: District;
  item_id: number;
  owner_puid: number;
  created_at: number;
}
/** A term that a student answered right in a set of a lesson. */
interface TermSetAnswerTable {
  district_id: District;
  resource_tracking_id: number;
  user_puid: number;
  term_id: number;
  answered_at: number;
}
