import { describe, expect, it } from 'vitest';
import { aConnection } from '../../testing/fixtures.ts';
import { needsAttention, applyConnectionUpdate, type VisibleConnection } from './connections.updates.ts';

const matriz = aConnection({ id: 1, name: 'Matriz', status: 'qrcode', qrcode: 'a-code' });
const centro = aConnection({ id: 2, name: 'Loja Centro' });
const current: VisibleConnection[] = [matriz, centro];
const brief = ({ id, name, channel, status, isDefault, groupAsTicket, provider }: VisibleConnection) => ({
  id,
  name,
  channel,
  status,
  isDefault,
  groupAsTicket,
  provider,
});

describe('connection updates', () => {
  it('change only their own connection', () => {
    const after = applyConnectionUpdate(current, { action: 'update', whatsapp: { ...centro, name: 'Centro' } });
    expect(after.map(({ name }) => name)).toEqual(['Matriz', 'Centro']);
  });

  it('add new connections and remove deleted ones', () => {
    const added = applyConnectionUpdate(current, {
      action: 'create',
      whatsapp: aConnection({ id: 3, name: 'Televendas' }),
    });
    expect(added.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(applyConnectionUpdate(added, { action: 'delete', whatsappId: 1 }).map(({ id }) => id)).toEqual([2, 3]);
  });

  it('without all fields keep the known ones', () => {
    const [, after] = applyConnectionUpdate(current, {
      action: 'update',
      whatsapp: brief({ ...centro, status: 'TIMEOUT' }),
    });
    expect(after).toMatchObject({ status: 'TIMEOUT', number: centro.number });
  });

  it('only session updates change the QR code; all others keep it while it is shown', () => {
    const codeAfter = (update: Parameters<typeof applyConnectionUpdate>[1]) =>
      applyConnectionUpdate(current, update).find(({ id }) => id === 1) as typeof matriz;
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
] as const)('%s needs attention: %s', (status, expected) => {
  expect(needsAttention({ status })).toBe(expected);
});
