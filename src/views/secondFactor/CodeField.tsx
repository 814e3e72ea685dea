import type { ComponentProps } from 'react';
import type { Problem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { NativeField } from '../../ui/NativeField.tsx';
import { fieldText } from '../shell/fieldText.ts';

interface CodeFieldProps extends ComponentProps<typeof NativeField> {
  /** It was sent empty. */
  isMissing: boolean;
  problem: Problem | null;
}

/** The code of an authenticator app, or a recovery code where a form takes one. */
export const CodeField = ({ isMissing, problem, ...input }: CodeFieldProps) => (
  <NativeField
    {...input}
    name="code"
    data-focus="second-code"
    autoComplete="one-time-code"
    error={isMissing ? m.login_second_missing() : fieldText(problem, 'code')}
  />
);
