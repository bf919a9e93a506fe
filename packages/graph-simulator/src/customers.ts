import type { CustomerProfile } from './customer-actions.ts';
import type { AccountKind, Customer, GraphControl } from './control.ts';

/** A customer of one account, for the local and the remote control. */
export function customerOf(
  performAction: GraphControl['performAction'],
  kind: AccountKind,
  accountId: string,
  profile: CustomerProfile,
): Customer {
  return {
    profile,
    sendText: (text, { quotes, forwarded, ad } = {}) =>
      performAction(accountId, profile, {
        kind: 'text',
        text,
        ...(quotes !== undefined && { quotes }),
        ...(forwarded !== undefined && { forwarded }),
        ...(ad && { ad }),
      }),
    async perform(action) {
      if (kind === 'whatsapp' && action.kind === 'postback') throw new Error('WhatsApp has no postbacks.');
      return await performAction(accountId, profile, action);
    },
  };
}
