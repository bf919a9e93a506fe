import type { ContactChange } from '../../foundation/db/schema/contact-sheets.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import { contactStore } from './contacts.store.ts';
import { crowdStore, type Newcomer, type Standing } from './crowd.store.ts';

export interface TakenIn {
  /** What became of each, in the order they came. */
  fates: ('created' | 'changed' | 'unchanged')[];
  created: number[];
  changed: ContactChange[];
  /** Whose number each key is now. */
  ids: Map<string, number>;
}
interface Manner {
  acceptsAudio: boolean;
  connectionId: number | null;
  /** False leaves everybody as they are who are known already. */
  overwrites: boolean;
}

/**
 * Many people at once, one contact for each number whoever else is bringing the same ones. What a newcomer has nothing
 * to say about stays as it was; tags and fields are added, never taken.
 */
export async function takeIn(tx: Tx, people: Newcomer[], manner: Manner): Promise<TakenIn> {
  const { each, fates } = together(people);
  const keys = [...each.keys()];
  const known = await crowdStore.standing(tx, keys);
  const strangers = [...each.values()].filter(({ key }) => !known.has(key));
  const settled = await crowdStore.settle(tx, strangers, manner);
  // Somebody was faster with these: by now it is known who.
  const lost = strangers.filter(({ key }) => !settled.has(key)).map(({ key }) => key);
  for (const [key, one] of await crowdStore.standing(tx, lost)) known.set(key, one);

  const changed = new Map<string, ContactChange>();
  if (manner.overwrites && known.size > 0) {
    await contactStore.lockMany(
      tx,
      [...known.values()].map(({ id }) => id),
    );
    const held = await crowdStore.standing(tx, [...known.keys()]);
    for (const [key, before] of held) {
      const change = changeOf(before, each.get(key)!);
      if (change) changed.set(key, change);
    }
    await apply(
      tx,
      [...changed].map(([key, change]) => ({ change, before: held.get(key)!, now: each.get(key)! })),
    );
  }
  const fresh = [...settled].map(([key, id]) => ({ id, one: each.get(key)! }));
  await crowdStore.addTags(
    tx,
    fresh.flatMap(({ id, one }) => one.tagIds.map((tagId) => ({ id, tagId }))),
  );
  await crowdStore.putExtra(
    tx,
    fresh.flatMap(({ id, one }) => one.extra.map(([name, value]) => ({ id, name, value }))),
  );
  const first = new Set<string>();
  return {
    fates: people.map(({ key }, index) => {
      if (first.has(key)) return fates[index]!;
      first.add(key);
      return settled.has(key) ? 'created' : changed.has(key) ? 'changed' : 'unchanged';
    }),
    created: [...settled.values()],
    changed: [...changed.values()],
    ids: new Map([...settled, ...[...known].map(([key, { id }]): [string, number] => [key, id])]),
  };
}

/** What would be different of somebody who is known, were this row taken in. */
export function changeOf(before: Standing, now: Omit<Newcomer, 'number'>): ContactChange | undefined {
  const tags = now.tagIds.filter((tagId) => !before.tagIds.includes(tagId));
  const extra = now.extra.flatMap(([name, value]): [string, string | null, string][] => {
    const old = before.extra.find(([label]) => label === name)?.[1] ?? null;
    return old === value ? [] : [[name, old, value]];
  });
  const name = now.name !== '' && now.name !== before.name;
  const email = now.email !== '' && now.email !== before.email;
  if (!name && !email && tags.length === 0 && extra.length === 0) return undefined;
  return {
    id: before.id,
    ...(name && { name: [before.name, now.name] as [string, string] }),
    ...(email && { email: [before.email, now.email] as [string, string] }),
    ...(tags.length > 0 && { tags }),
    ...(extra.length > 0 && { extra }),
  };
}

async function apply(tx: Tx, all: { change: ContactChange; before: Standing; now: Newcomer }[]) {
  await crowdStore.rename(
    tx,
    all.flatMap(({ change: { id, name, email }, before }) =>
      name || email ? [{ id, name: name?.[1] ?? before.name, email: email?.[1] ?? before.email }] : [],
    ),
  );
  await crowdStore.addTags(
    tx,
    all.flatMap(({ change: { id, tags = [] } }) => tags.map((tagId) => ({ id, tagId }))),
  );
  await crowdStore.putExtra(
    tx,
    all.flatMap(({ change: { id, extra = [] } }) => extra.map(([name, , value]) => ({ id, name, value }))),
  );
}

/** The same number several times is one person, of whom the last row knows best. */
function together(people: Newcomer[]) {
  const each = new Map<string, Newcomer>();
  const fates = people.map((one): 'changed' | 'unchanged' => {
    const before = each.get(one.key);
    if (!before) {
      each.set(one.key, one);
      return 'unchanged';
    }
    const change = changeOf({ ...before, id: 0 }, one);
    if (!change) return 'unchanged';
    each.set(one.key, {
      ...before,
      name: one.name,
      email: one.email || before.email,
      tagIds: [...new Set([...before.tagIds, ...one.tagIds])],
      extra: [...new Map([...before.extra, ...one.extra])],
    });
    return 'changed';
  });
  return { each, fates };
}
