import { m } from '../../paraglide/messages.js';
import { formatNumber } from '../../ui/numbers.ts';

/** How many people sign in by a service. */
export const identitiesColumn = (language: string) =>
  ({
    key: 'identities',
    header: m.saml_identities(),
    value: ({ identities }: { identities: number }) => identities,
    text: ({ identities }: { identities: number }) => formatNumber(identities, language),
    align: 'end',
    width: 's',
  }) as const;
