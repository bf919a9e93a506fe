import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useHasHelps } from '../../entities/helps/has-helps.ts';
import { useSession } from '../../lib/session.tsx';
import { useStored } from '../../lib/stored.ts';
import {
  addressOf,
  menuOf,
  screenAt,
  screens,
  type MenuAlert,
  type MenuEntry,
  type MenuGroup,
  type Screen,
} from '../screens.tsx';
import { useMenuAlerts } from './menu-alerts.ts';

/** The menu of this user at this path: entries, open groups, current entry. Stored per user. */
export function useMenuState() {
  const { user, actor } = useSession();
  const currentScreen = useLocation({ select: ({ pathname }) => menuScreenAt(pathname) });
  const [open, setOpen] = useStored(`balcao.menu.${user.id}.open`, user.defaultMenu === 'open');
  const [unfolded, setUnfolded] = useStored<MenuGroup[]>(`balcao.menu.${user.id}.groups`, ['attendance']);
  const hasHelps = useHasHelps();
  const groups = useMemo(() => menuOf(actor, screens, new Set(hasHelps ? ['helps'] : [])), [actor, hasHelps]);
  const alerts = useMenuAlerts();

  return {
    groups,
    currentPath: currentScreen && addressOf(currentScreen),
    open,
    toggle: () => setOpen(!open),
    /** The alert of an entry, as text. */
    alertOf: ({ alert }: { alert?: MenuAlert | undefined }): string | undefined => alert && alerts[alert],
    alertIn: (entries: readonly MenuEntry[]): boolean => entries.some(({ alert }) => alert && alerts[alert]),
    /** The group of the current page cannot be collapsed. */
    isUnfolded: (group: MenuGroup) => group === currentScreen?.menu?.group || unfolded.includes(group),
    isCurrent: (group: MenuGroup) => group === currentScreen?.menu?.group,
    fold: (group: MenuGroup) =>
      setUnfolded(unfolded.includes(group) ? unfolded.filter((other) => other !== group) : [...unfolded, group]),
  };
}

/** A screen without a menu entry belongs to the one that opens it, or to the one with its title. */
function menuScreenAt(pathname: string): Screen | undefined {
  const at = screenAt(pathname);
  if (!at || at.menu) return at;
  return screens.find(({ menu, title }) => menu && title === (at.under ?? at.title));
}

export type MenuState = ReturnType<typeof useMenuState>;
