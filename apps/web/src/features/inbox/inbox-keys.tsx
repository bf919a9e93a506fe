/** The shortcuts of the list. Single keys work outside text fields and dialogs, and can be turned off. */
import { useContext, useEffect, useEffectEvent } from 'react';
import type { Ticket } from '../../entities/tickets/tickets.api.ts';
import { isTyping } from '../../ui/index.ts';
import { SingleKeys } from '../../ui/single-keys.ts';
import type { InboxView } from './list/inbox-view.ts';
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
  onLeavePicking(): void;
  onLeave(): void;
}

export function InboxKeys(props: InboxKeysProps) {
  const { view, rows, openUuid, activeId, isPicking } = props;
  const singleKeys = useContext(SingleKeys);
  const acceptNext = useAcceptNext(view.list);

  function actionFor(event: KeyboardEvent): (() => void) | undefined {
    const key = event.key.toLowerCase();
    // The list handles arrow keys only where no other control does.
    if ((key === 'arrowdown' || key === 'arrowup') && !isInList(event.target)) return undefined;
    if (key === 'j' || key === 'arrowdown') return () => moveFocus(1);
    if (key === 'k' || key === 'arrowup') return () => moveFocus(-1);
    if (key === 'a') return () => void acceptNext();
    if (key === 'v' && view.canSeeAll) return () => view.setShowAll(!view.showAll);
    if (key === 'x') return pickActive(event.shiftKey);
    const tab = /^[1-4]$/.test(key) ? view.tabs[Number(key) - 1] : undefined;
    return tab && (() => view.goTo(tab));
  }

  function moveFocus(by: 1 | -1): void {
    const focused = rows.findIndex(({ id }) => id === focusedRow());
    const open = rows.findIndex(({ uuid }) => uuid === openUuid);
    const active = rows.findIndex(({ id }) => id === activeId);
    const from = focused >= 0 ? focused : open >= 0 ? open : active;
    const to = from < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, from + by));
    if (rows[to]) props.onFocus(rows[to]);
  }

  function pickActive(range: boolean): (() => void) | undefined {
    const ticket =
      rows.find(({ id }) => id === (focusedRow() ?? activeId)) ?? rows.find(({ uuid }) => uuid === openUuid);
    return ticket && (() => props.onPick(ticket, range));
  }

  /** Ends the selection; else returns from the conversation to its row; else closes the conversation. */
  function leave(): (() => void) | undefined {
    if (isPicking) return props.onLeavePicking;
    const open = rows.find(({ uuid }) => uuid === openUuid);
    if (open && focusedRow() !== open.id && document.querySelector(`[data-inbox-list]`)?.checkVisibility?.() !== false)
      return () => props.onFocus(open);
    return openUuid === undefined ? undefined : props.onLeave;
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (document.querySelector('[aria-modal="true"], [role="menu"]')) return;
    if (event.key === 'Escape') return runShortcut(event, leave());
    if (!singleKeys) return;
    runShortcut(event, actionFor(event));
  });

  useEffect(() => {
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
  (where instanceof Element && (where.closest('[data-inbox-list]') !== null || where.id === 'content'));

function runShortcut(event: KeyboardEvent, action: (() => void) | undefined): void {
  if (!action) return;
  event.preventDefault();
  action();
}
