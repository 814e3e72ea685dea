import * as v from 'valibot';
import { call, id, idOrZero, line, lineOrNothing, nothing, Role, smallId } from './kit.ts';

/** Most characters of each field of an own term. */
export const ownTermLimits = { term: 60, definition: 400, fill_in: 300 } as const;
/** Maximum number of own terms of a class. */
export const mostOwnTerms = 300;

/** Two or more underscores: where the term belongs. */
const hasBlank = (sentence: string) => sentence.includes('__');
const blank = v.check(hasBlank, 'noBlank');
const blankIfAny = v.check((sentence: string) => sentence === '' || hasBlank(sentence), 'noBlank');

const written = {
  term: line(ownTermLimits.term),
  definition: line(ownTermLimits.definition),
  /** A sentence with a blank, which is stored as `____`. */
  fill_in: v.pipe(line(ownTermLimits.fill_in), blank),
  /** In Spanish, if given: the term with its definition, and a sentence if there is one. */
  term_es: v.optional(lineOrNothing(ownTermLimits.term), ''),
  definition_es: v.optional(lineOrNothing(ownTermLimits.definition), ''),
  fill_in_es: v.optional(v.pipe(lineOrNothing(ownTermLimits.fill_in), blankIfAny), ''),
};

/** A term that a teacher added for a class. */
export const OwnTerm = v.object({
  term_id: v.number(),
  group_puid: v.number(),
  group_name: v.string(),
  term: v.string(),
  definition: v.string(),
  fill_in: v.string(),
  term_es: v.string(),
  definition_es: v.string(),
  fill_in_es: v.string(),
  /** Increases with each change. */
  version: v.number(),
  /** The glossary of the course has a term of this name, too. */
  is_in_glossary: v.boolean(),
});
export type OwnTerm = v.InferOutput<typeof OwnTerm>;

/** The teachers of a class add terms for it. */
const teachers = [Role.teacher];
const edit = {
  backend: 'lms',
  method: 'POST',
  access: teachers,
  onFailure: 'state',
  refusedWhileActing: true,
  origin: 'ours',
} as const;

/** Terms of a class’s own, which its students see beside those of the course. */
export const ownTerms = {
  ownTerms: call({
    backend: 'lms',
    method: 'GET',
    path: '/glossary/get_own_terms',
    summary: 'List the terms that teachers added for the classes that the caller teaches, by name',
    access: teachers,
    data: v.array(OwnTerm),
    onFailure: 'state',
    origin: 'ours',
  }),
  ownTerm: call({
    backend: 'lms',
    method: 'GET',
    path: '/glossary/get_own_term',
    summary: 'Get a term of a class that the caller teaches',
    access: teachers,
    query: v.object({ term_id: id }),
    data: OwnTerm,
    onFailure: 'state',
    origin: 'ours',
  }),
  addOwnTerm: call({
    ...edit,
    path: '/glossary/add_own_term',
    summary: 'Add a term for a class that the caller teaches, or with 0 for all of them. Classes that have it already keep theirs',
    body: v.object({ group_puid: idOrZero, ...written }),
    data: OwnTerm,
  }),
  updateOwnTerm: call({
    ...edit,
    path: '/glossary/update_own_term',
    summary: 'Change a term of a class that the caller teaches; refused if another teacher has changed it in the meantime',
    body: v.object({ term_id: id, version: smallId, ...written }),
    data: OwnTerm,
  }),
  removeOwnTerm: call({
    ...edit,
    path: '/glossary/remove_own_term',
    summary: 'Take a term away from a class that the caller teaches',
    body: v.object({ term_id: id }),
    data: nothing,
  }),
  restoreOwnTerm: call({
    ...edit,
    path: '/glossary/restore_own_term',
    summary: 'Put a removed term back',
    body: v.object({ term_id: id }),
    data: nothing,
  }),
};
