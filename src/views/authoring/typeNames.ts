import type { AuthoredQuestion } from '../../../contract/authoring.ts';
import { m } from '../../paraglide/messages.js';

type AuthoredType = AuthoredQuestion['question_type'];

const types: Record<AuthoredType, () => string> = {
  single_choice: m.authoring_type_single,
  multiple_choice: m.authoring_type_multiple,
  true_false: m.authoring_type_truth,
  short_text: m.authoring_type_text,
  numeric: m.authoring_type_number,
  ordering: m.authoring_type_order,
  matching: m.authoring_type_match,
  label_diagram: m.authoring_type_diagram,
};

/** The types of question that can be added, in the order of the buttons. */
export const offeredTypes = Object.keys(types) as (keyof typeof types)[];
export const typeName = (type: AuthoredType): string => types[type]();
