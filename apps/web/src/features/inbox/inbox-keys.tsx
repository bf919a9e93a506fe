/** The shortcuts of the list. Single keys work while the list has the focus, and can be turned off. */
import { commandsFor } from '@balcao/domain/ticket/machine';
import { useContext, useEffectEvent, useLayoutEffect } from 'react';
import type { Ticket } from '../../entities/tickets/tickets.api.ts';
import { isTyping } from '../../ui/index.ts';
import { SingleKeys } from '../../ui/single-keys.ts';
import { useTicketActions } from './actions/provider.tsx';
import type { InboxView } from './list/inbox-view.ts';
import { hasListFocus } from './list/list-focus.ts';
import { useAcceptNext } from './list/use-accept-next.ts';

export interface InboxKeysProps {
  view: InboxView;
  rows: readonly Ticket[];
  openUuid: string | undefined;
  /** The row focused last. */
  activeId: number | null;
  isPicking: boolean;
  onFocus(ticket: Ticket): void;
  onPick(ticket: Ticket, range: boolean): void;
  onPickAll(): void;
  onLeavePicking(): void;
  onLeave(): void;
}

export function InboxKeys(props: InboxKeysProps) {
  const { view, rows, openUuid, activeId, isPicking } = props;
  const singleKeys = useContext(SingleKeys);
  const acceptNext = useAcceptNext(view.list);
  const actions = useTicketActions();

  function actionFor(event: KeyboardEvent): (() => void) | undefined {
    const key = event.key.toLowerCase();
    // The list handles arrow keys only where no other control does.
    if ((key === 'arrowdown' || key === 'arrowup') && !isInList(event.target)) return undefined;
    if (key === 'arrowleft' || key === 'arrowright') return moveInRow(key === 'arrowright' ? 1 : -1);
    if (key === 'j' || key === 'arrowdown') return () => moveFocus(1);
    if (key === 'k' || key === 'arrowup') return () => moveFocus(-1);
    // A held key accepts once.
    if (key === 'a') return event.repeat ? undefined : () => void acceptNext();
    if (key === 'v' && view.canSeeAll) return toggleAll;
    if (key === 'x') return pickActive(event.shiftKey);
    // A held key acts once, although the next row gets the focus.
    if (key === 'r' || key === 't') return event.repeat ? undefined : actOnRow(key);
    const tab = /^[1-4]$/.test(key) ? view.tabs[Number(key) - 1] : undefined;
    return tab && (() => showTab(tab));
  }

  function showTab(tab: InboxView['tab']): void {
    view.goTo(tab);
    focusListPane();
  }

  function toggleAll(): void {
    view.setShowAll(!view.showAll);
    focusListPane();
  }

  function moveFocus(by: 1 | -1): void {
    const focused = rows.findIndex(({ id }) => id === focusedRow());
    const open = rows.findIndex(({ uuid }) => uuid === openUuid);
    const active = rows.findIndex(({ id }) => id === activeId);
    const from = focused >= 0 ? focused : open >= 0 ? open : active;
    const to = from < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, from + by));
    if (rows[to]) props.onFocus(rows[to]);
  }

  /** Resolves or transfers the focused row; the open one has its own shortcuts. */
  function actOnRow(key: 'r' | 't'): (() => void) | undefined {
    const ticket = rows.find(({ id }) => id === focusedRow());
    if (!ticket || ticket.uuid === openUuid) return undefined;
    const commands = commandsFor(ticket.status);
    const canResolve = commands.includes('close') && !commands.includes('ignore');
    return () => {
      if (key === 't' && commands.includes('transfer')) actions.transfer(ticket);
      if (key === 'r' && canResolve) actions.resolve(ticket);
    };
  }

  function pickActive(range: boolean): (() => void) | undefined {
    const ticket =
      rows.find(({ id }) => id === (focusedRow() ?? activeId)) ?? rows.find(({ uuid }) => uuid === openUuid);
    return ticket && (() => props.onPick(ticket, range));
  }

  /** Ends the selection; else returns from the conversation to its row; else closes the conversation. */
  function leave(from: EventTarget | null): (() => void) | undefined {
    if (isPicking) return props.onLeavePicking;
    if (openUuid === undefined) return undefined;
    const isListVisible = document.querySelector('[data-list-pane]')?.checkVisibility?.() !== false;
    // Where only the conversation is visible, the first Esc leaves its text.
    if (!isListVisible) return isInComposer(from) ? undefined : props.onLeave;
    const isInPane = from instanceof Element && from.closest('[data-list-pane]') !== null;
    const open = rows.find(({ uuid }) => uuid === openUuid);
    const row = open ?? rows.find(({ id }) => id === activeId) ?? rows[0];
    if (open ? focusedRow() === open.id : isInPane) return props.onLeave;
    return () => {
      if (row) props.onFocus(row);
      // A row that is not rendered yet is focused later; until then keys must not fall back into the text.
      if (!hasListFocus(document.activeElement)) focusPane();
    };
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && isInSearch(event.target)) return runShortcut(event, focusFirstResult);
    if (event.defaultPrevented || event.altKey || (isTyping(event) && !isInComposer(event.target))) return;
    if (document.querySelector('[aria-modal="true"], [role="menu"]')) return;
    const isAll = isPicking && event.key.toLowerCase() === 'a' && hasListFocus(event.target);
    if (event.ctrlKey || event.metaKey) return runShortcut(event, isAll ? props.onPickAll : undefined);
    if (event.key === 'Escape') return runShortcut(event, leave(event.target));
    if (singleKeys && hasListFocus(event.target)) runShortcut(event, actionFor(event));
  });

  // In the render that shows the list: a key pressed before a later effect would be lost.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return null;
}

const focusedRow = (): number | undefined => {
  const id = document.activeElement?.getAttribute('data-row');
  return id ? Number(id) : undefined;
};

const isInList = (where: EventTarget | null): boolean =>
  where === document.body ||
  (where instanceof Element &&
    (where.closest('[data-inbox-list]') !== null || where.matches('[data-list-pane]') || where.id === 'content'));

const isInComposer = (where: EventTarget | null): boolean =>
  where instanceof Element && where.closest('[data-conversation] [data-focus-home]') !== null;

/** When the rows are replaced, and with them the focused one: the next letter is a command again. */
const focusListPane = (): void =>
  document.querySelector<HTMLElement>('[data-list-pane]')?.focus({ preventScroll: true });

/** Between a row and its buttons, which are no tab stops: Tab leads from the rows to the conversation. */
function moveInRow(by: 1 | -1): (() => void) | undefined {
  const row = document.activeElement?.closest('[data-inbox-list] [role="listitem"]');
  const stops = [...(row?.querySelectorAll<HTMLElement>('[data-row], button') ?? [])];
  const to = stops[stops.indexOf(document.activeElement as HTMLElement) + by];
  return to && (() => to.focus());
}

const isInSearch = (where: EventTarget | null): boolean =>
  where instanceof Element && where.closest('[data-list-pane] [role="search"]') !== null;

const focusFirstResult = (): void =>
  document.querySelector<HTMLElement>('[data-list-pane] [role="listitem"] a')?.focus();

/** The tab shown, or the pane itself while a search has no tabs. */
function focusPane(): void {
  const pane = document.querySelector<HTMLElement>('[data-list-pane]');
  (pane?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]') ?? pane)?.focus();
}

function runShortcut(event: KeyboardEvent, action: (() => void) | undefined): void {
  if (!action) return;
  event.preventDefault();
  action();
}
