import { createContext, type ReactNode, use } from 'react';
import type { AuthoredQuestion } from '../../../contract/authoring.ts';
import { m } from '../../paraglide/messages.js';
import type { EditorCalls } from '../../services/authoring.ts';
import { paths } from '../paths.ts';

/** What the form of a draft says about publishing it. `form`: the page’s name while the draft loads. */
export type DraftWords = Record<
  ('form' | 'publish' | 'isPublished' | 'published' | 'publishedText' | 'publishFailed') | ('ready' | 'changed' | 'draft' | 'previewLead'),
  string
>;

/** What differs between a user's own quiz and one of the catalog, for the same form. */
export interface Writing {
  calls: EditorCalls;
  /** Begins the key of a draft that stays on this device. */
  keptAs: string;
  crumbs: readonly { label: string; href: string }[];
  lead?: string;
  /** Questions in a reading or a video, which has the title and the time, and where answers are marked at once. */
  isCheck?: boolean;
  /** A quiz of the catalog, whose intro and language are edited too. */
  hasIntro?: boolean;
  /** Further controls beside Undo and Redo. */
  more?: ReactNode;
  onPublished?: () => void;
  /** As the course has them, and whether they are other ones since the latest publication. */
  course?: { questions: AuthoredQuestion[]; isNew: boolean } | undefined;
  words: DraftWords;
  /** Where to go on once it is published. */
  onward: { label: string; href: string };
}

/** A quiz of the user's own. */
export const ownWriting = (calls: EditorCalls): Writing => ({
  ...{ calls, keptAs: '' },
  crumbs: [{ label: m.authoring_list(), href: paths.ownQuizzes }],
  words: {
    ...{ form: m.authoring_edit(), previewLead: m.authoring_preview_lead() },
    ...{ publish: m.authoring_publish(), isPublished: m.authoring_is_ready(), published: m.authoring_published() },
    ...{ publishedText: m.authoring_published_text(), publishFailed: m.authoring_publish_failed() },
    ...{ ready: m.authoring_state_ready(), changed: m.authoring_state_changed(), draft: m.authoring_state_draft() },
  },
  onward: { label: m.authoring_to_list(), href: paths.ownQuizzes },
});

/** Drawings of the course that questions keep, by the question that has them. */
export const DrawingsContext = createContext<ReadonlyMap<number, string>>(new Map());

/** The drawing that a question keeps; undefined if it has none, or a picture in its place. */
export const drawingOf = (drawings: ReadonlyMap<number, string>, { kept, question_type, picture }: AuthoredQuestion): string | undefined =>
  kept && !(question_type === 'label_diagram' && picture) ? drawings.get(kept.question_id) : undefined;
export const useDrawing = (question: AuthoredQuestion): string | undefined => drawingOf(use(DrawingsContext), question);
