/** What every ticket action needs: one request at a time per ticket, the answer shown at once, errors reported. */
import type { SessionUser } from '@balcao/contract/endpoints/access';
import type { Ticket, TicketChange } from '@balcao/contract/endpoints/tickets';
import type { Viewer } from '@balcao/domain/ticket/scope';
import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { existingIn, existingOf, type Existing } from '../../../entities/tickets/conflict.ts';
import { whileChanging } from '../../../entities/tickets/own-changes.ts';
import { cacheTicket } from '../../../entities/tickets/tickets.api.ts';
import { applyTicketUpdates } from '../../../entities/tickets/tickets.live.ts';
import { api, ApiError, invalidateModule } from '../../../lib/api.ts';
import { currentLanguage } from '../../../lib/language.tsx';
import { translate, type Values } from '../../../lib/texts.ts';
import { toasts } from '../../../ui/index.ts';
import { actionTexts } from './actions.texts.ts';
import type { OpenDialog } from './open-dialog.ts';

export interface ActionContext {
  client: QueryClient;
  user(): SessionUser;
  viewer(): Viewer;
  /** Resolves when the new page is shown. */
  navigate(path: string): Promise<void>;
  currentPath(): string;
  /** The user has accepted or reopened this ticket. */
  onAccepted(ticket: Ticket): void;
  setDialog(dialog: OpenDialog | null): void;
}
export type ActionRunner = ReturnType<typeof createActionRunner>;

export const actionText = (key: keyof typeof actionTexts, values?: Values) =>
  translate(actionTexts[key], currentLanguage(), values);

export function createActionRunner(context: ActionContext) {
  const { client, user, viewer, navigate, currentPath, onAccepted, setDialog } = context;
  /** Tickets with an action under way. A second click on the same ticket is ignored. */
  const busy = new Set<number>();

  async function change(ticket: Ticket, body: z.input<typeof TicketChange>): Promise<Ticket> {
    const answered = await api.tickets.update({ params: { id: ticket.id }, body });
    applyTicket(answered);
    return answered;
  }
  /** Lists and open conversations show the answer at once, without waiting for the socket. */
  function applyTicket(ticket: Ticket): void {
    cacheTicket(client, ticket);
    applyTicketUpdates(client, [{ type: 'changed', ticket }], viewer());
  }

  const open = (uuid: string) => navigate(`/tickets/${uuid}`);
  const isCurrentTicket = ({ uuid }: { uuid: string }) => currentPath().toLowerCase().endsWith(`/${uuid}`);
  /** The conversation that an action opened while others were under way: the user has not gone there. */
  let lastOpened: { uuid: string } | null = null;
  /** Opens a conversation after a reply. A user who has left the path of the click meanwhile stays there. */
  async function openFrom(path: string, uuid: string): Promise<void> {
    if (currentPath() !== path && !(lastOpened && isCurrentTicket(lastOpened))) return;
    lastOpened = { uuid };
    await open(uuid);
  }
  /** Closes the conversation if it is the open one. A user who has opened another conversation stays there. */
  const leave = async (ticket: Ticket) => {
    if (isCurrentTicket(ticket)) await navigate('/tickets');
  };

  /** Another agent's conversation: names the agent. The user's own or an unassigned one opens. */
  async function openExisting(existing: Existing, from = currentPath()): Promise<void> {
    if (existing.userId === null || existing.userId === user().id) return openFrom(from, existing.uuid);
    setDialog({ type: 'already-assigned', existing });
  }

  /** Opens a ticket that is now the user's own; one that another agent was given is not opened. */
  function openAccepted(ticket: Ticket, from: string): Promise<void> {
    if (ticket.userId === user().id) onAccepted(ticket);
    return openExisting(existingOf(ticket), from);
  }

  /** Reports an error. `opened`: a conflicting conversation is shown instead of a message. */
  function handleError(error: unknown, ticket?: Ticket, from = currentPath()): 'opened' | 'reported' {
    // The tickets on screen are outdated.
    if (error instanceof ApiError && error.status !== 400) void invalidateModule(client, 'tickets');
    const existing = existingIn(error);
    if (existing) {
      void openExisting(existing, from);
      return 'opened';
    }
    if (error instanceof ApiError && error.code === 'ERR_TICKET_NEEDS_TAG' && ticket) warnOfTag(ticket);
    else toasts.failed(error);
    return 'reported';
  }
  const warnOfTag = (ticket: Ticket) =>
    toasts.warn(actionText('needsTag'), {
      label: actionText('addTag'),
      onClick: () => setDialog({ type: 'tag', tickets: [ticket] }),
    });

  /** Resolves to whether the action succeeded; errors are already reported. The action gets the path of its start. */
  async function once(ticket: Ticket, action: (from: string) => Promise<void>): Promise<boolean> {
    if (busy.has(ticket.id)) return false;
    if (busy.size === 0) lastOpened = null;
    busy.add(ticket.id);
    const from = currentPath();
    try {
      await whileChanging(ticket.id, () => action(from));
      return true;
    } catch (error) {
      handleError(error, ticket, from);
      return false;
    } finally {
      busy.delete(ticket.id);
    }
  }

  return { change, applyTicket, open, openFrom, leave, openExisting, openAccepted, handleError, warnOfTag, once };
}
