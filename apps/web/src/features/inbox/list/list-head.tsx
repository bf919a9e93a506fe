/** The header of the list: title, shown tickets, and the button for a new conversation. */
import { memo } from 'react';
import type { Ticket } from '../../../entities/tickets/tickets.api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, IconButton } from '../../../ui/index.ts';
import { useTicketActions } from '../actions/provider.tsx';
import type { InboxView } from './inbox-view.ts';
import { ListMenu } from './list-menu.tsx';
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
      <ListMenu view={view} openTicket={openTicket} onPicking={onPicking} />
      <Button icon="plus" size="sm" className={css.new} onClick={() => actions.startNew()}>
        {t('startNew')}
      </Button>
    </div>
  );
});
