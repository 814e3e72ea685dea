import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';
import s from './Tabs.module.css';

export interface TabItem {
  key: string;
  label: ReactNode;
  /** A number or Badge after the label. */
  badge?: ReactNode;
  /** Address of the tab, so that Back and links work; then the page of that address shows the content. */
  href?: string;
  content: ReactNode;
}

interface TabsProps {
  /** What the tabs divide, for a screen reader. */
  label: string;
  items: readonly TabItem[];
  selected?: string;
  onChange?: (key: string) => void;
}

/** Parts of one screen, one shown at a time. */
export function Tabs({ label, items, selected, onChange }: TabsProps) {
  return (
    <AriaTabs className={s.tabs} selectedKey={selected} onSelectionChange={(key) => onChange?.(String(key))}>
      <TabList aria-label={label} className={s.list} items={items} dependencies={[items]}>
        {(item) => (
          <Tab id={item.key} key={item.key} className={s.tab} href={item.href}>
            {item.label}
            {item.badge === undefined ? null : <span className={s.badge}>{item.badge}</span>}
          </Tab>
        )}
      </TabList>
      {items.map((item) => (
        <TabPanel key={item.key} id={item.key} className={s.panel}>
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
