import { useSearchParams } from 'react-router-dom';
import type { GroupAssignment } from '../../../contract/assignments.ts';
import { m } from '../../paraglide/messages.js';
import type { Crumb } from '../../ui/Breadcrumbs.tsx';
import { addressOf } from '../screen.ts';
import { summary } from '../usageReports/summary.screen.ts';
import { usageHome } from '../usageReports/usageHome.screen.ts';

/** What reports pass on in their links: the period, the assignment, and the district that the provider's administrators read about. */
const passedOn = ['from', 'to', 'assignment', 'district'];

/**
 * The default period of reports on a class, in days before and after today. All but those on growth use the same, so that links between
 * them keep it.
 */
export const classPeriod = { back: 90, ahead: 0 };
/** That of reports on growth: a trend takes more results than a class has in 90 days, and goes on after the summer. */
export const progressPeriod = { back: 365, ahead: 0 };

/** Adds the period and the assignment in this page's address to the address of another page, unless that has its own. */
export function useOnward(): (href: string) => string {
  const [params] = useSearchParams();
  return (href) => {
    const [address = '', place] = href.split('#');
    const [page = '', search] = address.split('?');
    const wanted = new URLSearchParams(search);
    for (const name of passedOn) {
      const value = params.get(name);
      if (value !== null && !wanted.has(name)) wanted.append(name, value);
    }
    return `${page}${wanted.size > 0 ? `?${wanted}` : ''}${place === undefined ? '' : `#${place}`}`;
  };
}

/** Breadcrumbs to what the provider's administrators read of another district, from the top. */
export const districtCrumbs = ({ district_id, name }: NonNullable<GroupAssignment['other_district']>): Crumb[] => [
  { label: m.usageReports_home(), href: addressOf(usageHome) },
  { label: name, href: `${addressOf(summary)}?district=${district_id}` },
];
