/** Contact, queue, and the actions of the open ticket. R resolves, T transfers, I shows the contact. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { commandsFor } from '@balcao/domain/ticket/machine';
import { isAttended } from '@balcao/domain/ticket/ticket';
import { memo, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { ContactAvatar } from '../../../entities/contacts/contact-avatar.tsx';
import { ticketNumber } from '../../../entities/tickets/ticket-number.ts';
import { useScreenCommands, type ScreenCommand } from '../../../lib/screen-commands.ts';
import { useCan, useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import {
  Button,
  ColorDot,
  IconButton,
  Kbd,
  Menu,
  useToolbar,
  type IconName,
  type MenuItem,
} from '../../../ui/index.ts';
import { useTicketActions } from '../actions/provider.tsx';
import { useScheduleFor } from '../use-schedule-for.ts';
import { useHeaderKeys } from './header-keys.ts';
import css from './header.module.css';
import { headerTexts } from './header.texts.ts';

/** Below this width only the main action is shown; all others are in the menu. */
const FOLDS_AT = 560;
/** On a phone the main action is an icon, and the contact is in the menu too. */
const TINY_AT = 440;

export interface HeaderProps {
  ticket: Ticket;
  onBack(): void;
  panelOpen: boolean;
  onPanel(): void;
}

export const ConversationHeader = memo(function ConversationHeader({
  ticket,
  onBack,
  panelOpen,
  onPanel,
}: HeaderProps) {
  const t = useTexts(headerTexts);
  const actions = useTicketActions();
  const head = useRef<HTMLElement>(null);
  const layout = useLayout(head);
  const onKeyDown = useToolbar(head);
  const isTiny = layout === 'tiny';
  const can = usePossible(ticket);

  useHeaderKeys({
    r: can.resolve && (() => actions.resolve(ticket)),
    t: can.transfer && (() => actions.transfer(ticket)),
    i: onPanel,
  });
  useScreenCommands([
    ...optionalCommand(can.accept, {
      key: 'accept',
      label: t('accept'),
      icon: 'check',
      run: () => actions.accept(ticket),
    }),
    ...optionalCommand(can.resolve, {
      key: 'resolve',
      label: t('resolve'),
      icon: 'check',
      keys: 'R',
      run: () => actions.resolve(ticket),
    }),
    ...optionalCommand(can.transfer, {
      key: 'transfer',
      label: t('transfer'),
      icon: 'transfer',
      keys: 'T',
      run: () => actions.transfer(ticket),
    }),
    ...optionalCommand(can.returnToQueue, {
      key: 'giveBack',
      label: t('giveBack'),
      icon: 'requeue',
      run: () => actions.returnToQueue(ticket),
    }),
    ...optionalCommand(can.reopen, {
      key: 'reopen',
      label: t('reopen'),
      icon: 'refresh',
      run: () => actions.reopen(ticket),
    }),
    { key: 'log', label: t('log'), icon: 'history', run: () => actions.showLog(ticket) },
  ]);

  return (
    <header className={css.head} ref={head} role="toolbar" aria-label={t('toolbar')} onKeyDown={onKeyDown}>
      <span className={css.back}>
        <IconButton icon="arrow-l" size="md" label={t('back')} onClick={onBack} />
      </span>
      <ContactAvatar contact={ticket.contact} channel={ticket.channel} size={36} />
      <ContactSummary ticket={ticket} />
      {layout === 'wide' && <InlineActions ticket={ticket} can={can} />}
      {isTiny && can.resolve && (
        <IconButton icon="check" size="md" label={t('resolve')} onClick={() => actions.resolve(ticket)} />
      )}
      <Menu
        target={<IconButton icon="more-v" size="md" label={t('more')} tip={false} />}
        items={useMenu(ticket, can, layout, onPanel)}
        minWidth={220}
      />
      {can.accept && (
        <Button icon="check" onClick={() => actions.accept(ticket)}>
          {t('accept')}
        </Button>
      )}
      {!isTiny && can.resolve && (
        <Button icon="check" onClick={() => actions.resolve(ticket)}>
          {t('resolve')}
        </Button>
      )}
      {can.reopen && (
        <Button icon="refresh" onClick={() => actions.reopen(ticket)}>
          {t('reopen')}
        </Button>
      )}
      {!isTiny && (
        <IconButton
          icon="panel-right"
          size="md"
          label={t(panelOpen ? 'hideContact' : 'showContact')}
          active={panelOpen}
          onClick={onPanel}
        />
      )}
    </header>
  );
});

const optionalCommand = (isPossible: boolean, command: ScreenCommand<IconName>): ScreenCommand<IconName>[] =>
  isPossible ? [command] : [];

function ContactSummary({ ticket }: { ticket: Ticket }) {
  const t = useTexts(headerTexts);
  const { actor } = useSession();
  const { contact, queue, whatsapp, user } = ticket;
  const agentText = !user ? t('nobody') : user.id === actor.userId ? t('withYou') : t('withOther', { name: user.name });
  const parts = [queue?.name ?? t('noQueue'), ticketNumber(ticket), whatsapp?.name, agentText];
  return (
    <div className={css.who}>
      <h2 className={css.name} title={contact.name}>
        {contact.name}
      </h2>
      <p className={css.meta}>
        {queue && <ColorDot color={queue.color} />}
        {parts.filter(Boolean).join(' · ')}
      </p>
    </div>
  );
}

type Possible = ReturnType<typeof usePossible>;

/** The actions allowed by the ticket's state and the user's permissions. */
function usePossible(ticket: Ticket) {
  const { actor } = useSession();
  const commands = commandsFor(ticket.status);
  const canIgnore = useCan('ticket.ignore');
  const seesAll = useCan('ticket.see-all');
  return {
    accept: commands.includes('accept'),
    // A pending ticket is accepted or ignored; only an attended one is resolved.
    resolve: commands.includes('close') && !commands.includes('ignore'),
    reopen: commands.includes('reopen'),
    transfer: commands.includes('transfer'),
    returnToQueue: commands.includes('return'),
    ignore: commands.includes('ignore') && canIgnore,
    takeOver: isAttended(ticket) && ticket.userId !== actor.userId && seesAll,
    markUnread: isAttended(ticket) && ticket.unreadMessages === 0,
    remove: useCan('ticket.delete'),
  };
}

function InlineActions({ ticket, can }: { ticket: Ticket; can: Possible }) {
  const t = useTexts(headerTexts);
  const actions = useTicketActions();
  return (
    <span className={css.actions}>
      {can.transfer && (
        <IconButton icon="transfer" size="md" label={t('transfer')} onClick={() => actions.transfer(ticket)} />
      )}
      {can.returnToQueue && (
        <IconButton icon="requeue" size="md" label={t('giveBack')} onClick={() => actions.returnToQueue(ticket)} />
      )}
      <IconButton icon="history" size="md" label={t('log')} onClick={() => actions.showLog(ticket)} />
    </span>
  );
}

function useMenu(ticket: Ticket, can: Possible, layout: Layout, onPanel: () => void): MenuItem[] {
  const isFolded = layout !== 'wide';
  const t = useTexts(headerTexts);
  const actions = useTicketActions();
  const onSchedule = useScheduleFor(ticket.contactId);
  const item = (
    key:
      | 'contact'
      | 'transfer'
      | 'giveBack'
      | 'log'
      | 'flowPath'
      | 'takeOver'
      | 'markUnread'
      | 'schedule'
      | 'tag'
      | 'ignore'
      | 'remove',
    icon: NonNullable<MenuItem['icon']>,
    onClick: () => void,
    more: Partial<MenuItem> = {},
  ): MenuItem => ({ key, label: t(key), icon, onClick, ...more });
  const all: (MenuItem | false)[] = [
    layout === 'tiny' && item('contact', 'user', onPanel),
    isFolded && can.transfer && item('transfer', 'transfer', () => actions.transfer(ticket), { hint: <Kbd>T</Kbd> }),
    isFolded && can.returnToQueue && item('giveBack', 'requeue', () => actions.returnToQueue(ticket)),
    isFolded && item('log', 'history', () => actions.showLog(ticket)),
    item('flowPath', 'flow', () => actions.showFlowPath(ticket)),
    can.takeOver && item('takeOver', 'user-plus', () => actions.takeOver(ticket)),
    can.markUnread && item('markUnread', 'mail', () => actions.markUnread(ticket)),
    onSchedule !== null && item('schedule', 'calendar', onSchedule),
    item('tag', 'tag', () => actions.tag(ticket)),
    can.ignore && item('ignore', 'ban', () => actions.ignore(ticket)),
    can.remove && item('remove', 'trash', () => actions.remove(ticket), { danger: true, hasSeparator: true }),
  ];
  return all.filter((entry) => entry !== false);
}

type Layout = 'wide' | 'folded' | 'tiny';

/** The last layout: the next header starts with it and need not be measured before the first render. */
let lastLayout: Layout = 'wide';

/** By the width of the header itself, because the list beside it can be resized. */
function useLayout(head: RefObject<HTMLElement | null>): Layout {
  const [layout, setLayout] = useState(lastLayout);
  useLayoutEffect(() => {
    const element = head.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    // Reports the first width too, after the layout is done anyway.
    const watch = new ResizeObserver(() => {
      const width = element.clientWidth;
      // A hidden pane has no width and keeps its layout.
      if (width > 0) setLayout((lastLayout = width <= TINY_AT ? 'tiny' : width <= FOLDS_AT ? 'folded' : 'wide'));
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [head]);
  return layout;
}
