import { describe, expect, it } from 'vitest';
import { compareInbound, compareOutbound, type Kept, type Phone } from './judge.ts';
import { seeded } from './seeded.ts';

const word = (wid: string, fromCustomer: boolean): Phone['messages'][number] => ({
  wid,
  fromCustomer,
  isFromOwnPhone: false,
  atMs: 0,
  ticks: 'sent',
  isEdited: false,
  isDeleted: false,
  isForwarded: false,
  reactions: {},
  say: { kind: 'text', body: `palavra ${wid}` },
});
const phone = (fromCustomer: boolean, ...wids: string[]): Phone => ({
  connectionId: 1,
  messages: wids.map((wid) => word(wid, fromCustomer)),
});
const kept = (wid: string, seq: number, more: Partial<Kept> = {}): Kept => ({
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

describe('the judge of what came in', () => {
  const held = { told: 3, people: 1, lost: 0, doubled: 0, outOfOrder: 0, notOneTicket: 0 };
  const said = [phone(true, 'a', 'b', 'c')];
  const all = [kept('a', 1), kept('b', 2), kept('c', 3)];

  it('is content when everything is there, once and in order', () => {
    expect(compareInbound(said, all, live)).toEqual(held);
  });
  it('sees what is lost', () => {
    expect(compareInbound(said, all.slice(1), live)).toEqual({ ...held, lost: 1 });
  });
  it('sees what is there twice, under one name of the channel or under two', () => {
    expect(compareInbound(said, [...all, kept('c', 4)], live)).toEqual({ ...held, doubled: 1 });
    expect(compareInbound(said, [...all, kept('d', 4, { body: 'palavra c' })], live)).toEqual({ ...held, doubled: 1 });
  });
  it('sees what was overtaken, within a ticket and by a ticket', () => {
    expect(compareInbound(said, [kept('a', 2), kept('b', 1), kept('c', 3)], live)).toEqual({ ...held, outOfOrder: 1 });
    const later = [kept('a', 1, { ticket_id: 2 }), kept('b', 1), kept('c', 2)];
    expect(compareInbound(said, later, live)).toEqual({ ...held, outOfOrder: 1 });
  });
  it('sees a second live ticket, and a missing one', () => {
    expect(compareInbound(said, all, [{ ...live[0]!, n: 2 }])).toEqual({ ...held, notOneTicket: 1 });
    expect(compareInbound(said, all, [])).toEqual({ ...held, notOneTicket: 1 });
  });
});

describe('the judge of what went out', () => {
  const held = { sent: 2, atPhones: 2, lost: 0, doubled: 0, failed: 0, inversions: 0, unsettled: 0 };
  const all = [kept('a', 1), kept('b', 2)];

  it('is content when each is at the phone once, in order', () => {
    expect(compareOutbound([phone(false, 'a', 'b')], all)).toEqual(held);
  });
  it('sees what never arrived, unless somebody was told that it may not have', () => {
    expect(compareOutbound([phone(false, 'a')], all)).toEqual({ ...held, atPhones: 1, lost: 1 });
    const told = [kept('a', 1), kept('b', 2, { delivery: 'unknown' })];
    expect(compareOutbound([phone(false, 'a')], told)).toEqual({ ...held, atPhones: 1, failed: 1 });
  });
  it('sees what arrived twice or in another order, and what nobody settled', () => {
    expect(compareOutbound([phone(false, 'a', 'b', 'b')], all)).toMatchObject({ doubled: 1 });
    expect(compareOutbound([phone(false, 'b', 'a')], all)).toEqual({ ...held, inversions: 1 });
    expect(compareOutbound([phone(false, 'a', 'b')], [all[0]!, kept('b', 2, { delivery: 'queued' })])).toEqual({
      ...held,
      unsettled: 1,
    });
  });
});

describe('chance with a seed', () => {
  const draw = (seed: number, part: string) => {
    const random = seeded(seed).part(part);
    return Array.from({ length: 8 }, () => random.between(0, 1000));
  };
  it('repeats itself, whatever other parts draw, and differs by seed and part', () => {
    expect(draw(7, 'CR-01')).toEqual(draw(7, 'CR-01'));
    expect(draw(7, 'CR-01')).not.toEqual(draw(8, 'CR-01'));
    expect(draw(7, 'CR-01')).not.toEqual(draw(7, 'IN-01'));
  });
});
