import type { Person } from './acts.ts';
import type { AccountKind, Customer, GraphControl } from './control.ts';

/** A person with one account in mind; the same over a wire and without one. */
export function customerOf(act: GraphControl['act'], kind: AccountKind, accountId: string, person: Person): Customer {
  return {
    person,
    says: (text, { quotes, forwarded, ad } = {}) =>
      act(accountId, person, {
        does: 'text',
        text,
        ...(quotes !== undefined && { quotes }),
        ...(forwarded !== undefined && { forwarded }),
        ...(ad && { ad }),
      }),
    async does(what) {
      if (kind === 'whatsapp' && what.does === 'postback') throw new Error('WhatsApp has no postbacks.');
      return await act(accountId, person, what);
    },
  };
}
