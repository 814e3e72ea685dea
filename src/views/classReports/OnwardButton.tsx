import type { ReactNode } from 'react';
import { Row } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { useOnward } from '../reports/onward.ts';

/** Leads to another report about the same period and assignment. */
export function OnwardButton({ href, children }: { href: string; children: ReactNode }) {
  const onward = useOnward();
  return (
    <Row>
      <LinkButton href={onward(href)}>{children}</LinkButton>
    </Row>
  );
}
