import { m } from '../../paraglide/messages.js';
import { Text } from '../../ui/Layout.tsx';
import type { Missing } from './declaration.ts';

/** Names listed before the rest is counted. */
const mostNames = 8;

/** The sentence that reports who or what is missing; nothing if nobody is. */
export function MissingNames({ names, words }: Missing) {
  if (names.length === 0) return null;
  const listed = names.slice(0, mostNames).join('; ');
  const rest = names.length - mostNames;
  return <Text>{words({ count: names.length, names: rest > 0 ? m.reports_missing_more({ names: listed, count: rest }) : listed })}</Text>;
}
