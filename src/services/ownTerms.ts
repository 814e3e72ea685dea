import type { Values } from '../../common/recordValues.ts';
import type { UserData } from '../../contract/login.ts';
import { type OwnTerm, ownTerms } from '../../contract/ownTerms.ts';
import type { Send } from './kit/client.ts';
import { allowed, type RecordSource } from './kit/records.ts';

interface Stop {
  signal: AbortSignal;
}

/** The texts of a term, as its form has them. */
const textsIn = ({ term, definition, fill_in, term_es, definition_es, fill_in_es }: Values) => ({
  ...{ term: String(term), definition: String(definition), fill_in: String(fill_in) },
  ...{ term_es: String(term_es), definition_es: String(definition_es), fill_in_es: String(fill_in_es) },
});

/** The terms that teachers added for the classes that the user teaches. */
export const ownTermSource = (send: Send, user: UserData): RecordSource<OwnTerm> => {
  const edits = {
    get: ({ term_id }: OwnTerm, stop: Stop) => send(ownTerms.ownTerm, { term_id }, stop),
    add: (values: Values, stop: Stop) => send(ownTerms.addOwnTerm, { group_puid: Number(values.group_puid), ...textsIn(values) }, stop),
    update: ({ term_id, version }: OwnTerm, values: Values, stop: Stop) =>
      send(ownTerms.updateOwnTerm, { term_id, version, ...textsIn(values) }, stop),
    remove: ({ term_id }: OwnTerm, stop: Stop) => send(ownTerms.removeOwnTerm, { term_id }, stop),
    restore: ({ term_id }: OwnTerm, _: unknown, stop: Stop) => send(ownTerms.restoreOwnTerm, { term_id }, stop),
  };
  const { ownTerm: get, addOwnTerm: add, updateOwnTerm: update, removeOwnTerm: remove, restoreOwnTerm: restore } = ownTerms;
  return {
    keyOf: ({ term_id }) => String(term_id),
    isWhole: true,
    load: async (_, __, signal) => {
      const rows = await send(ownTerms.ownTerms, {}, signal ? { signal } : {});
      return { total: rows.length, rows };
    },
    ...allowed(user, { get, add, update, remove, restore }, edits),
  };
};
