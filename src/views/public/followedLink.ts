import { useEffect } from 'react';
import type { Event } from '../../machines/emailedLink.ts';
import { offer } from '../offer.ts';

/** Tells a flow that waits for the link of its email when the page's address holds it. `linkId`: null while it holds none. */
export function useFollowedLink(chart: Parameters<typeof offer<Event>>[0], linkId: string | null): void {
  useEffect(() => {
    if (linkId !== null) offer(chart, { type: 'link.followed', linkId });
  }, [chart, linkId]);
}
