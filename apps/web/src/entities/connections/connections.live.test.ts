import { describe, expect, it } from 'vitest';
import { aConnection } from '../../testing/people.ts';
import { needsAttention, withNews, type SeenConnection } from './connections.live.ts';

const matriz = aConnection({ id: 1, name: 'Matriz', status: 'qrcode', qrcode: 'a-code' });
const centro = aConnection({ id: 2, name: 'Loja Centro' });
const known: SeenConnection[] = [matriz, centro];
const brief = ({ id, name, channel, status, isDefault, groupAsTicket, provider }: SeenConnection) => ({
  id,
  name,
  channel,
  status,
  isDefault,
  groupAsTicket,
  provider,
});

describe('news of connections', () => {
  it('change the one they speak of, and no other', () => {
    const after = withNews(known, { action: 'update', whatsapp: { ...centro, name: 'Centro' } });
    expect(after.map(({ name }) => name)).toEqual(['Matriz', 'Centro']);
  });

  it('add what is new and take away what is gone', () => {
    const added = withNews(known, { action: 'create', whatsapp: aConnection({ id: 3, name: 'Televendas' }) });
    expect(added.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(withNews(added, { action: 'delete', whatsappId: 1 }).map(({ id }) => id)).toEqual([2, 3]);
  });

  it('in brief leave what was known in full', () => {
    const [, after] = withNews(known, { action: 'update', whatsapp: brief({ ...centro, status: 'TIMEOUT' }) });
    expect(after).toMatchObject({ status: 'TIMEOUT', number: centro.number });
  });

  it('of the code come with the session only; all others leave it while one is shown', () => {
    const codeAfter = (news: Parameters<typeof withNews>[1]) =>
      withNews(known, news).find(({ id }) => id === 1) as typeof matriz;
    expect(codeAfter({ action: 'update', whatsapp: { ...matriz, qrcode: '' } }).qrcode).toBe('a-code');
    expect(codeAfter({ action: 'update', whatsapp: { ...matriz, status: 'CONNECTED', qrcode: '' } }).qrcode).toBe('');
    expect(codeAfter({ action: 'update', session: { ...matriz, qrcode: 'another' } }).qrcode).toBe('another');
    expect(codeAfter({ action: 'update', session: { ...matriz, qrcode: '' } }).qrcode).toBe('');
  });
});

it.each([
  ['CONNECTED', false],
  ['OPENING', true],
  ['qrcode', true],
  ['PAIRING', true],
  ['TIMEOUT', true],
  ['DISCONNECTED', true],
] as const)('%s wants a look: %s', (status, expected) => {
  expect(needsAttention({ status })).toBe(expected);
});
