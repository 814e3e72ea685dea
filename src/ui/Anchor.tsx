import { type ComponentProps, type MouseEvent, use } from 'react';
import { NavigationContext } from './navigate.ts';

interface AnchorProps extends Omit<ComponentProps<'a'>, 'onClick'> {
  href: string;
  /** Called before the link is followed. */
  onPress?: (() => void) | undefined;
}

const asItIs = (href: string) => href;

/** An unstyled link. Inside the product it navigates through the router; the browser handles new tabs, downloads and other sites. */
export function Anchor({ href, onPress, ...props }: AnchorProps) {
  const navigation = use(NavigationContext);
  const useHref = navigation?.useHref ?? asItIs;
  const isOurs = !/^[a-z][a-z\d+.-]*:|^\/\//i.test(href) && !props.target && props.download === undefined;
  const address = useHref(href);
  const onClick = (event: MouseEvent) => {
    onPress?.();
    if (!isOurs || !navigation || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigation.navigate(href);
  };
  return <a {...props} href={isOurs ? address : href} onClick={onClick} />;
}
