import type { ComponentProps } from 'react';
import { m } from '../../paraglide/messages.js';
import { NativeField } from '../../ui/NativeField.tsx';

const names = {
  first_name: { label: m.account_first_name, autoComplete: 'given-name' },
  last_name: { label: m.account_last_name, autoComplete: 'family-name' },
};

/** The first or the last name of the user. */
export function NameField({ name, ...input }: Omit<ComponentProps<typeof NativeField>, 'label'> & { name: keyof typeof names }) {
  const { label, autoComplete } = names[name];
  return <NativeField {...input} label={label()} name={name} autoComplete={autoComplete} maxLength={60} />;
}
