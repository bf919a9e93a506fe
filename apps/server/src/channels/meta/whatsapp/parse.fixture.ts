/** Payloads of the Cloud API for the parser tests. */
import type { Account, ChannelEvent } from '../../port.ts';
import { parsePayload } from './parse.ts';

export const account: Account = {
  companyId: 1,
  connectionId: 1,
  kind: 'whatsappapi',
  number: '550033330001',
  secrets: { phoneNumberId: '106540352242922', wabaId: '102290129340398' },
};
export const metadata = { display_phone_number: '550033330001', phone_number_id: '106540352242922' };
export const contacts = [{ profile: { name: 'Helena' }, wa_id: '5500987650001' }];
export const helena = { identities: [{ kind: 'phone', value: '5500987650001' }], name: 'Helena', isGroup: false };
export const WID = 'wamid.HBgLNTUwMDk4NzY1MDAwMRUCABIYFDNBQURGODQ0MTM0N0U4NTcxQzEwAA==';
export const AT = '2025-02-12T00:43:44.000Z';

const delivery = (...changes: object[]) =>
  Buffer.from(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: '102290129340398', time: 1739321024, changes }],
    }),
  );
export const change = (value: object, field = 'messages') => ({
  value: { messaging_product: 'whatsapp', metadata, ...value },
  field,
});
export const parse = (...changes: object[]): ChannelEvent[] => [...parsePayload(delivery(...changes), account)];
export const message = (more: object) => ({ from: '5500987650001', id: WID, timestamp: '1739321024', ...more });
export const parseFields = (more: object): ChannelEvent[] => parse(change({ contacts, messages: [message(more)] }));
