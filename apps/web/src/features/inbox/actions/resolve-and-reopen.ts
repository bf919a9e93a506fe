import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { api, NetworkError } from '../../../lib/api.ts';
import { toasts } from '../../../ui/index.ts';
import { actionText, type ActionContext, type ActionRunner } from './action-runner.ts';
import { farewellOf } from './farewell.ts';

export const attendedStatus = (ticket: Ticket) => (ticket.isGroup ? 'group' : 'open');

/** Resolving a ticket, with its conditions and its farewell, and reopening it. */
export function createResolveAndReopen(
  { client, user, setDialog }: ActionContext,
  { change, openAccepted, leave, warnOfTag, once }: ActionRunner,
) {
  const reopen = (ticket: Ticket) =>
    once(ticket, async (from) => {
      const answered = await change(ticket, { status: attendedStatus(ticket), userId: user().id });
      await openAccepted(answered, from);
    });
  /** For the toast of a closed ticket. */
  const reopenAction = (ticket: Ticket) => ({ label: actionText('reopen'), onClick: () => void reopen(ticket) });

  const close = (ticket: Ticket, sendFarewellMessage: boolean) =>
    change(ticket, { status: 'closed', userId: ticket.userId, sendFarewellMessage });
  const resolveWith = (ticket: Ticket, farewell: boolean) =>
    once(ticket, async () => {
      toasts.done(actionText('resolved'), reopenAction(await close(ticket, farewell)));
      await leave(ticket);
    });

  /** The company setting `requiredTag` demands a tag on the contact. */
  async function canResolve(ticket: Ticket): Promise<boolean> {
    const isNeeded = user().company.companieSettings.some(
      (setting) => setting.key === 'requiredTag' && setting.value === 'enabled',
    );
    if (!isNeeded) return true;
    const { tags } = await api.tags.ofContact({ params: { contactId: ticket.contactId } });
    if (!tags) warnOfTag(ticket);
    return tags;
  }
  /** Opens the dialog if there is a farewell to choose; otherwise resolves at once. */
  async function requestResolve(ticket: Ticket): Promise<void> {
    let hasNoFarewell = false;
    await once(ticket, async () => {
      if (!(await canResolve(ticket))) return;
      const connections = api.connections.list.query({ query: { session: '0' } });
      // Neither paused nor repeated: a dialog that appears later is not expected any more.
      const cachedConnections = await client
        .ensureQueryData({ ...connections, networkMode: 'always', retry: false })
        .catch((error: unknown) => {
          if (error instanceof NetworkError) throw error;
          return undefined;
        });
      if (farewellOf(ticket, user(), cachedConnections)) setDialog({ type: 'resolve', tickets: [ticket] });
      else hasNoFarewell = true;
    });
    if (hasNoFarewell) await resolveWith(ticket, false);
  }

  return { reopen, reopenAction, close, resolveWith, requestResolve };
}
