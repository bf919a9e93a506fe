/** The header of the list: title, shown tickets, and the button for a new conversation. */
import { memo } from 'react';
import type { Ticket } from '../../../entities/tickets/tickets.api.ts';
import { useCan } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, IconButton, Menu, type MenuItem } from '../../../ui/index.ts';
import { useTicketActions } from '../actions/provider.tsx';
import type { InboxView } from './inbox-view.ts';
import { listTexts } from './list.texts.ts';
import css from './list.module.css';

export const ListHead = memo(function ListHead({
  view,
  openTicket,
  onPicking,
}: {
  view: InboxView;
  openTicket: Ticket | undefined;
  onPicking: () => void;
}) {
  const t = useTexts(listTexts);
  const actions = useTicketActions();
  const canCloseAll = useCan('ticket.close-all');
  const { tab, list } = view;

  const items: MenuItem[] = [
    { key: 'pick', label: t('selectSeveral'), icon: 'tasks', onClick: onPicking },
    {
      key: 'unread',
      label: t('markUnread'),
      icon: 'mail',
      disabled: !openTicket,
      onClick: () => openTicket && actions.markUnread(openTicket),
    },
  ];
  if (canCloseAll && !view.isSearch && tab !== 'closed') {
    items.push({
      key: 'close-all',
      label: t('closeAll'),
      icon: 'check-c',
      hasSeparator: true,
      onClick: () => actions.closeAll(tab, list.queueIds),
    });
  }
  return (
    <div className={css.head}>
      <h1 className={css.title}>{t('title')}</h1>
      {view.canSeeAll && (
        <IconButton
          icon="eye"
          size="md"
          label={t(view.showAll ? 'showMine' : 'showAll')}
          aria-pressed={view.showAll}
          active={view.showAll}
          onClick={() => view.setShowAll(!view.showAll)}
        />
      )}
      {view.sorts && (
        <IconButton
          icon="sort"
          size="md"
          label={t(view.oldestFirst ? 'newestFirst' : 'oldestFirst')}
          aria-pressed={view.oldestFirst}
          active={view.oldestFirst}
          className={view.oldestFirst ? css.upside : undefined}
          onClick={() => view.setOldestFirst(!view.oldestFirst)}
        />
      )}
      <Menu items={items} target={<IconButton icon="more" size="md" label={t('moreActs')} tip={false} />} />
      <Button icon="plus" size="sm" className={css.new} onClick={() => actions.startNew()}>
        {t('startNew')}
      </Button>
    </div>
  );
});
