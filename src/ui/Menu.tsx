import type { ReactNode } from 'react';
import { Menu as AriaMenu, Header, MenuItem, MenuSection, MenuTrigger, Popover, Text } from 'react-aria-components';
import { type Icon, IconCheck } from './icons.ts';
import o from './overlay.module.css';

export interface MenuAction {
  key: string;
  label: string;
  icon?: Icon;
  description?: string;
  /** Goes to a page instead of calling onAction. */
  href?: string;
  /** It destroys something; ask before doing it. */
  isDanger?: boolean;
  /** Why it cannot be used now; shown under the label. */
  reason?: string | null | undefined;
}

export interface MenuGroup {
  key: string;
  title?: string;
  items: readonly MenuAction[];
  /** Given: the group is a choice, and this is the chosen key. */
  selected?: string;
}

interface MenuProps {
  /** The button that opens it: Button or IconButton. */
  trigger: ReactNode;
  label: string;
  groups: readonly MenuGroup[];
  /** Absent when every item is a link. */
  onAction?: (key: string, group: string) => void;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end';
}

/** Actions, links and choices behind a button. */
export function Menu({ trigger, label, groups, onAction, placement = 'bottom end' }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={o.surface} placement={placement}>
        <AriaMenu className={o.list} aria-label={label}>
          {groups.map((group) => (
            <MenuSection
              key={group.key}
              id={group.key}
              aria-label={group.title ?? label}
              {...(group.selected === undefined
                ? {}
                : { selectionMode: 'single' as const, selectedKeys: [group.selected], disallowEmptySelection: true })}
            >
              {group.title ? <Header className={o.heading}>{group.title}</Header> : null}
              {group.items.map((item) => (
                <MenuItem
                  key={item.key}
                  id={item.key}
                  className={o.item}
                  textValue={item.label}
                  isDisabled={Boolean(item.reason)}
                  data-danger={item.isDanger || undefined}
                  {...(item.href ? { href: item.href } : { onAction: () => onAction?.(item.key, group.key) })}
                >
                  {({ isSelected }) => (
                    <>
                      {item.icon ? <item.icon size={20} stroke={1.75} aria-hidden="true" /> : null}
                      <Text slot="label">
                        {item.label}
                        {item.reason || item.description ? <small className={o.detail}> {item.reason || item.description}</small> : null}
                      </Text>
                      {isSelected ? <IconCheck className={o.check} size={18} aria-hidden="true" /> : null}
                    </>
                  )}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
