/**
 * The Cloud API's words into ours. Pure, and total over JSON: every entry, change and item of it becomes a signal, what
 * is not understood a placeholder. Only news that nothing here depends on stays without one.
 */
import { z } from 'zod';
import type { Account, Signal } from '../../port.ts';
import { perhaps, scopeOf, text } from '../words.ts';
import { digestOf, jsonOf, momentOf, nobody, plainName, puzzling } from '../../puzzle.ts';
import { readCall, readError, readStatus, readUserId } from './happenings.ts';
import { readHistory } from './history.ts';
import { readMessage, type Place } from './messages.ts';
import { readNews } from './news.ts';
import { peopleOf } from './people.ts';
import * as wire from './wire-format.ts';

export function readDelivery(body: Buffer, account: Account): Signal[] {
  const told = jsonOf(body);
  const digest = digestOf(body);
  const whole = wire.Delivery.safeParse(told);
  const strange = (what: unknown, mark: string) => puzzling(undefined, what, mark, nobody(scopeOf(account)));
  if (!whole.success) return [strange('delivery', `${digest}.0`)];
  return whole.data.entry.flatMap((one, e) => {
    const entry = wire.Entry.safeParse(one);
    if (!entry.success) return [strange('entry', `${digest}.${e}`)];
    const at = momentOf(entry.data.time);
    return entry.data.changes.flatMap((change, c) => readChange(change, { account, mark: `${digest}.${e}.${c}`, at }));
  });
}

const OfNumber = z.object({ display_phone_number: perhaps(text) });

function readChange(told: unknown, { account, mark, at }: { account: Account; mark: string; at: string }): Signal[] {
  const change = wire.Change.safeParse(told);
  const strange = (what: unknown, where = mark) => puzzling(undefined, what, where, nobody(scopeOf(account)));
  if (!change.success) return [strange('change')];
  const { field, value } = change.data;
  const news = readNews(field, value, { at, own: account.number.replace(/\D/g, '') });
  if (news) return news;
  const place: Place = {
    account,
    people: peopleOf(wire.Contacts.parse(value['contacts'])),
    mark,
    isHistory: field === 'history',
    own: OfNumber.safeParse(value['metadata']).data?.display_phone_number?.replace(/\D/g, ''),
    at,
  };
  // By the lists it carries: whatever the field is called, a message in it is a message.
  const signals = lists.flatMap(([list, read]) => {
    const items = value[list];
    if (items === undefined) return [];
    if (!Array.isArray(items)) return [strange(`${plainName(field)}.${list}`, `${mark}.${list}`)];
    return items.flatMap((item, index) => read(item, { ...place, mark: `${mark}.${list}.${index}` }));
  });
  return signals.length > 0 || lists.some(([list]) => Array.isArray(value[list])) ? signals : [strange(field)];
}

type ReadItem = (told: unknown, place: Place) => Signal[];
const lists: [list: string, read: ReadItem][] = [
  ['messages', (told, place) => readMessage(told, place)],
  ['message_echoes', (told, place) => readMessage(told, place, true)],
  ['statuses', readStatus],
  ['calls', readCall],
  ['history', readHistory],
  ['user_id_update', readUserId],
  ['errors', readError],
];
