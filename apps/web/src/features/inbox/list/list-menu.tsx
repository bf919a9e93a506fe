/** Actions on the whole list; on a phone also what is shown and in which order. */
import type { Ticket } from '../../../entities/tickets/tickets.api.ts';
import { useCan } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { IconButton, Menu, type MenuItem } from '../../../ui/index.ts';
import { useTicketActions } from '../actions/provider.tsx';
import type { InboxView } from './inbox-view.ts';
import { listTexts } from './list.texts.ts';

export interface ListMenuProps {
  view: InboxView;
  openTicket: Ticket | undefined;
  onPicking: () => void;
  /** The header with its own buttons is hidden. */
  isPhone?: boolean;
  className?: string | undefined;
}

export function ListMenu({ view, openTicket, onPicking, isPhone = false, className }: ListMenuProps) {
  const t = useTexts(listTexts);
  const actions = useTicketActions();
  const canCloseAll = useCan('ticket.close-all');
  const { tab, list } = view;
  const items: (MenuItem | false)[] = [
    isPhone &&
      view.canSeeAll && {
        key: 'all',
        label: t('showAll'),
        icon: 'eye',
        ticked: view.showAll,
        onClick: () => view.setShowAll(!view.showAll),
      },
    isPhone &&
      view.sorts && {
        key: 'order',
        label: t('oldestFirst'),
        icon: 'sort',
        ticked: view.oldestFirst,
        onClick: () => view.setOldestFirst(!view.oldestFirst),
      },
    { key: 'pick', label: t('selectSeveral'), icon: 'tasks', onClick: onPicking },
    {
      key: 'unread',
      label: t('markUnread'),
      icon: 'mail',
      disabled: !openTicket,
      onClick: () => openTicket && actions.markUnread(openTicket),
    },
    canCloseAll &&
      !view.isSearch &&
      tab !== 'closed' && {
        key: 'close-all',
        label: t('closeAll'),
        icon: 'check-c',
        hasSeparator: true,
        onClick: () => actions.closeAll(tab, list.queueIds),
      },
  ];
  return (
    <Menu
      items={items.filter((item) => item !== false)}
      target={<IconButton icon="more" size="md" label={t('moreActs')} tip={false} className={className} />}
    />
  );
}
