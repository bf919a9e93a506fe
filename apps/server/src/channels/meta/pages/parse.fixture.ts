/** Payloads of pages and Instagram for the parser tests. */
import type { Account, Content, ChannelEvent } from '../../port.ts';
import { parsePagesPayload } from './parse.ts';

export const page: Account = {
  companyId: 1,
  connectionId: 1,
  kind: 'facebook',
  number: '',
  secrets: { pageId: '1906385232743451', accessToken: 'page-token' },
};
export const gram: Account = { ...page, kind: 'instagram', secrets: { ...page.secrets, igId: '17841400000000001' } };
export const AT = 1_458_692_752_478;
export const at = new Date(AT).toISOString();
export const psid = { identities: [{ kind: 'psid', value: '2439012', scope: '1906385232743451' }], isGroup: false };
export const igsid = { identities: [{ kind: 'igsid', value: '2439012', scope: '17841400000000001' }], isGroup: false };

export const own = (account: Account) => account.secrets[account.kind === 'instagram' ? 'igId' : 'pageId'];
export const delivery = (account: Account, ...items: unknown[]) => ({
  object: account.kind === 'instagram' ? 'instagram' : 'page',
  entry: [{ id: own(account), time: AT + 5, messaging: items }],
});
export const item = (account: Account, fields: object) => ({
  sender: { id: '2439012' },
  recipient: { id: own(account) },
  timestamp: AT,
  ...fields,
});
export const parse = (payload: unknown, account = page): ChannelEvent[] => [
  ...parsePagesPayload(Buffer.from(JSON.stringify(payload)), account),
];
export const parseFields = (account: Account, fields: object) =>
  parse(delivery(account, item(account, fields)), account);
export const contentsOf = (events: ChannelEvent[]): Content[] =>
  events.flatMap((event) => (event.type === 'message' ? [event.content] : []));
export const CDN = 'https://scontent.xx.fbcdn.net/v/t1.15752-9/';
