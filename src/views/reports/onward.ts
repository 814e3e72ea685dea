import { useSearchParams } from 'react-router-dom';

/** What reports pass on in their links: the period and the assignment. */
const passedOn = ['from', 'to', 'assignment'];

/** The default period of reports on a class, in days before and after today. All use the same, so that links between them keep it. */
export const classPeriod = { back: 90, ahead: 0 };

/** Adds the period and the assignment in this page's address to the address of another page. */
export function useOnward(): (href: string) => string {
  const [params] = useSearchParams();
  const kept = new URLSearchParams(passedOn.flatMap((name) => params.getAll(name).map((value) => [name, value])));
  return (href) => {
    const [page = '', place] = href.split('#');
    return kept.size === 0 ? href : `${page}${page.includes('?') ? '&' : '?'}${kept}${place === undefined ? '' : `#${place}`}`;
  };
}
