import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { Link } from '../../ui/Link.tsx';
import { PublicFrame } from '../../ui/PublicFrame.tsx';
import { paths } from '../paths.ts';
import { LanguageButton } from './LanguageButton.tsx';

interface PublicPageProps {
  title: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
}

/** A public page other than the sign-in page, with a link back to it. */
export function PublicPage({ title, lead, children }: PublicPageProps) {
  return (
    <PublicFrame title={title} lead={lead} tools={<LanguageButton />} footer={<Link href={paths.signIn}>{m.login_back()}</Link>}>
      {children}
    </PublicFrame>
  );
}
