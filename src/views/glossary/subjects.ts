import { useSearchParams } from 'react-router-dom';
import { type GlossarySubject, readersSubjects } from '../../../contract/glossary.ts';
import { addressOf, type ScreenAddress } from '../screen.ts';

/** The subject in the address; undefined for all, and for one that does not exist. */
export function useSubject(): GlossarySubject | undefined {
  const [params] = useSearchParams();
  return readersSubjects.find((one) => one === params.get('subject'));
}

/** The address of a glossary screen for a subject, or for all. */
export const addressIn = (screen: Pick<ScreenAddress, 'path'>, subject: GlossarySubject | undefined): string =>
  `${addressOf(screen)}${subject ? `?subject=${subject}` : ''}`;
