import { Menu as AriaMenu, Header, MenuItem, MenuSection, Popover, Text } from 'react-aria-components';
import { Aria } from './Aria.tsx';
import { IconCheck } from './icons.ts';
import type { MenuProps } from './Menu.tsx';
import o from './overlay.module.css';
import type { OpenedProps } from './PanelButton.tsx';

type MenuPanelProps = Omit<MenuProps, 'trigger'> & OpenedProps;

/** The panel that Menu opens; in its own file, so that a page loads it with the first menu used. */
export default function MenuPanel({ label, groups, onAction, placement = 'bottom end', triggerRef, isOpen, onOpenChange }: MenuPanelProps) {
  return (
    <Aria>
      <Popover
        className={o.surface}
        aria-label={label}
        placement={placement}
        trigger="MenuTrigger"
        {...{ triggerRef, isOpen, onOpenChange }}
      >
        <AriaMenu className={o.list} aria-label={label} autoFocus="first" onClose={() => onOpenChange(false)}>
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
    </Aria>
  );
}
