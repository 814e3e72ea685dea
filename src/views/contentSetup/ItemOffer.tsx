import { contentSetup } from '../../../contract/contentSetup.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app.ts';
import { useNotices } from '../hooks.ts';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';

interface ItemOfferProps {
  itemId: number;
  isOffered: boolean;
  onDone: (isOffered: boolean) => void;
}

/** Withdraws a published item from the library, or offers it again. Lessons that have it keep it, so nobody has to be asked. */
export function ItemOffer({ itemId, isOffered, onDone }: ItemOfferProps) {
  const { send } = useApp();
  const notices = useNotices();
  const offering = useCommand(
    'itemOffer',
    (isWanted: boolean, { signal }) =>
      send(isWanted ? contentSetup.offerItem : contentSetup.withdrawItem, { item_id: itemId }, { signal, quiet: true }),
    {
      onDone: (isWanted) => {
        onDone(isWanted);
        notices.send({ type: 'notice.posted', kind: 'success', text: isWanted ? m.itemEditor_offered() : m.itemEditor_withdrawn() });
      },
      onFailed: (problem) =>
        notices.send({ type: 'notice.posted', kind: 'error', text: `${m.itemEditor_offer_failed()} ${problemText(problem)}` }),
    },
  );
  return (
    <Button isPending={offering.isSaving} onPress={() => offering.give(!isOffered)}>
      {isOffered ? m.itemEditor_withdraw() : m.itemEditor_offer()}
    </Button>
  );
}
