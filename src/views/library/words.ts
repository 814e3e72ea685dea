import { Language, ResourceType } from '../../../contract/content.ts';
import type { blockTypes } from '../../../contract/library.ts';
import { m } from '../../paraglide/messages.js';
import { kindName } from '../player/kinds.ts';

/** Names of content languages in the user's language. */
export const languageName = (language_id: number): string => (language_id === Language.spanish ? m.library_spanish() : m.library_english());
/** Label of a kind among other kinds: for an assessment it includes the provider. */
export const kindLabel = (kind: number): string => (kind === ResourceType.providerAssessment ? m.library_kind_provider() : kindName(kind));
/** The `lang` attribute of a content text. */
export const languageCode = (language_id: number): 'en' | 'es' => (language_id === Language.spanish ? 'es' : 'en');

const blocks: Record<(typeof blockTypes)[number], () => string> = {
  warm_up: m.library_block_warm_up,
  hook: m.library_block_hook,
  discussion: m.library_block_discussion,
  exit_ticket: m.library_block_exit_ticket,
  extension: m.library_block_extension,
  differentiation: m.library_block_differentiation,
};
export const blockName = (type: (typeof blockTypes)[number]): string => blocks[type]();
