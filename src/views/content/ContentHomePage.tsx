import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { m } from '../../paraglide/messages.js';
import { LinkButton } from '../../ui/Link.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { type LibraryTab, libraryTabs, readTab } from '../library/address.ts';
import { ItemsTab } from '../library/ItemsTab.tsx';
import { PlaylistBar } from '../library/PlaylistBar.tsx';
import { type Shelf, useShelf } from '../library/shelf.ts';
import { paths } from '../paths.ts';

// Teachers start with the items; other parts load when opened.
const collections = () => import('../library/CollectionTabs.tsx');
const TestsTab = lazy(async () => ({ default: (await collections()).TestsTab }));
const EngineeringTab = lazy(async () => ({ default: (await collections()).EngineeringTab }));
const BlocksTab = lazy(async () => ({ default: (await collections()).BlocksTab }));
const RecentTab = lazy(async () => ({ default: (await collections()).RecentTab }));
const MyLibrary = lazy(async () => ({ default: (await import('../library/MyLibrary.tsx')).MyLibrary }));
const PrebuiltLessons = lazy(async () => ({ default: (await import('../library/PrebuiltLessons.tsx')).PrebuiltLessons }));
const BreakoutDialog = lazy(async () => ({ default: (await import('../library/BreakoutDialog.tsx')).BreakoutDialog }));
const WelcomeHint = lazy(() => import('../shell/WelcomeHint.tsx'));

const names: Record<LibraryTab, () => string> = {
  items: m.library_tab_items,
  lessons: m.library_tab_lessons,
  tests: m.library_tab_tests,
  engineering: m.library_tab_engineering,
  blocks: m.library_tab_blocks,
  mine: m.library_tab_mine,
  recent: m.library_tab_recent,
};

function Content({ tab, shelf }: { tab: LibraryTab; shelf: Shelf }) {
  switch (tab) {
    case 'items':
      return <ItemsTab shelf={shelf} />;
    case 'lessons':
      return <PrebuiltLessons />;
    case 'tests':
      return <TestsTab shelf={shelf} />;
    case 'engineering':
      return <EngineeringTab shelf={shelf} />;
    case 'blocks':
      return <BlocksTab />;
    case 'mine':
      return <MyLibrary shelf={shelf} />;
    case 'recent':
      return <RecentTab shelf={shelf} />;
  }
}

/** The library, the teachers' home: teaching content in parts, each with an address. */
export default function ContentHomePage() {
  const [params] = useSearchParams();
  const tab = readTab(params);
  const shelf = useShelf();
  return (
    <Page width="wide">
      <PageHeader
        title={m.teacher_library()}
        lead={m.library_lead()}
        more={
          <>
            <LinkButton href={paths.contentAssessments}>{m.library_assessments()}</LinkButton>
            <LinkButton href={paths.standards}>{m.library_standards()}</LinkButton>
          </>
        }
      />
      <Suspense>
        <WelcomeHint />
      </Suspense>
      <Tabs
        label={m.teacher_library()}
        selected={tab}
        items={libraryTabs.map((key) => ({
          key,
          label: names[key](),
          href: key === 'items' ? paths.contentHome : `${paths.contentHome}?tab=${key}`,
          content:
            key === tab ? (
              <Suspense fallback={<Skeleton shape="card" count={3} />}>
                <Content tab={key} shelf={shelf} />
              </Suspense>
            ) : null,
        }))}
      />
      <PlaylistBar />
      <Suspense>{shelf.detailed ? <BreakoutDialog item={shelf.detailed} onClose={shelf.closeDetails} /> : null}</Suspense>
    </Page>
  );
}
