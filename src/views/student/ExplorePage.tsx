import { useParams } from 'react-router-dom';
import { content } from '../../../contract/content.ts';
import type { DataOf } from '../../../contract/kit.ts';
import { m } from '../../paraglide/messages.js';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { OpenPage } from '../player/Closed.tsx';
import { decodeIds } from '../routeValue.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { ItemPreview } from './ItemPreview.tsx';

/** One item of the open library. */
export default function ExplorePage() {
  const { value } = useParams();
  const [itemId] = decodeIds(value, 1) as [number];
  return (
    <OpenPage>
      <Explore key={itemId} itemId={itemId} />
    </OpenPage>
  );
}

/** The few questions at the end of some items only belong in lessons. */
const withoutQuiz = (known: DataOf<typeof content.getContent>) => ({ ...known, item_details: { ...known.item_details, quiz_id: null } });

function Explore({ itemId }: { itemId: number }) {
  const { send } = useApp();
  const user = useUser();
  const collection = useCollection((signal) =>
    send(
      content.getContent,
      { id: itemId, userPuid: user.userPuid, roleId: user.role, districtId: user.districtID, stateId: user.state_id ?? null },
      { signal },
    ),
  );
  const { data } = collection;
  return (
    <Page width="narrow">
      <Breadcrumbs items={[{ label: m.student_library_title(), href: paths.studentLibrary }]} />
      <Notice tone="info">{m.student_explore_text()}</Notice>
      <LoadState collection={collection} shape="text" count={8} />
      {data ? <ItemPreview known={withoutQuiz(data)} /> : null}
    </Page>
  );
}
