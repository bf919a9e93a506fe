import { describe, expect, it } from 'vitest';
import { diffReceived, diffSent, type StoredMessage, type Phone } from './compare.ts';
import { seeded } from './seeded.ts';

const message = (wid: string, fromCustomer: boolean): Phone['messages'][number] => ({
  wid,
  fromCustomer,
  isFromOwnPhone: false,
  atMs: 0,
  ticks: 'sent',
  isEdited: false,
  isDeleted: false,
  isForwarded: false,
  reactions: {},
  content: { kind: 'text', body: `palavra ${wid}` },
});
const phone = (fromCustomer: boolean, ...wids: string[]): Phone => ({
  connectionId: 1,
  messages: wids.map((wid) => message(wid, fromCustomer)),
});
const stored = (wid: string, seq: number, more: Partial<StoredMessage> = {}): StoredMessage => ({
  connection_id: 1,
  wid,
  body: `palavra ${wid}`,
  ticket_id: 1,
  contact_id: 1,
  seq: String(seq),
  delivery: 'delivered',
  ...more,
});
const live = [{ connection_id: 1, contact_id: 1, n: 1 }];

describe('diffReceived', () => {
  const noDifferences = { sent: 3, customers: 1, lost: 0, doubled: 0, outOfOrder: 0, withoutSingleTicket: 0 };
  const phones = [phone(true, 'a', 'b', 'c')];
  const all = [stored('a', 1), stored('b', 2), stored('c', 3)];

  it('finds no difference when each message is stored once, in order', () => {
    expect(diffReceived(phones, all, live)).toEqual(noDifferences);
  });
  it('counts a message that is not stored as lost', () => {
    expect(diffReceived(phones, all.slice(1), live)).toEqual({ ...noDifferences, lost: 1 });
  });
  it('counts a message stored twice, under one channel id or under two', () => {
    expect(diffReceived(phones, [...all, stored('c', 4)], live)).toEqual({ ...noDifferences, doubled: 1 });
    expect(diffReceived(phones, [...all, stored('d', 4, { body: 'palavra c' })], live)).toEqual({
      ...noDifferences,
      doubled: 1,
    });
  });
  it('counts messages out of order, within a ticket and across tickets', () => {
    expect(diffReceived(phones, [stored('a', 2), stored('b', 1), stored('c', 3)], live)).toEqual({
      ...noDifferences,
      outOfOrder: 1,
    });
    const later = [stored('a', 1, { ticket_id: 2 }), stored('b', 1), stored('c', 2)];
    expect(diffReceived(phones, later, live)).toEqual({ ...noDifferences, outOfOrder: 1 });
  });
  it('counts a customer with two live tickets, and one with none', () => {
    expect(diffReceived(phones, all, [{ ...live[0]!, n: 2 }])).toEqual({ ...noDifferences, withoutSingleTicket: 1 });
    expect(diffReceived(phones, all, [])).toEqual({ ...noDifferences, withoutSingleTicket: 1 });
  });
});

describe('diffSent', () => {
  const noDifferences = { sent: 2, atPhones: 2, lost: 0, doubled: 0, failed: 0, inversions: 0, unsettled: 0 };
  const all = [stored('a', 1), stored('b', 2)];

  it('finds no difference when each message is on the phone once, in order', () => {
    expect(diffSent([phone(false, 'a', 'b')], all)).toEqual(noDifferences);
  });
  it('counts a message that never arrived as lost, or as failed when its delivery is unknown', () => {
    expect(diffSent([phone(false, 'a')], all)).toEqual({ ...noDifferences, atPhones: 1, lost: 1 });
    const withUnknown = [stored('a', 1), stored('b', 2, { delivery: 'unknown' })];
    expect(diffSent([phone(false, 'a')], withUnknown)).toEqual({ ...noDifferences, atPhones: 1, failed: 1 });
  });
  it('finds messages that arrived twice, out of order, or unsettled', () => {
    expect(diffSent([phone(false, 'a', 'b', 'b')], all)).toMatchObject({ doubled: 1 });
    expect(diffSent([phone(false, 'b', 'a')], all)).toEqual({ ...noDifferences, inversions: 1 });
    expect(diffSent([phone(false, 'a', 'b')], [all[0]!, stored('b', 2, { delivery: 'queued' })])).toEqual({
      ...noDifferences,
      unsettled: 1,
    });
  });
});

describe('seeded', () => {
  const draw = (seed: number, part: string) => {
    const random = seeded(seed).part(part);
    return Array.from({ length: 8 }, () => random.between(0, 1000));
  };
  it('gives the same numbers for the same seed and part, and others for another seed or part', () => {
    expect(draw(7, 'CR-01')).toEqual(draw(7, 'CR-01'));
    expect(draw(7, 'CR-01')).not.toEqual(draw(8, 'CR-01'));
    expect(draw(7, 'CR-01')).not.toEqual(draw(7, 'IN-01'));
  });
});
