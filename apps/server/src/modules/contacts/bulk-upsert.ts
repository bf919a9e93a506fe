import type { ContactChange } from '../../infrastructure/db/schema/contact-spreadsheets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { contactStore } from './contacts.store.ts';
import { bulkStore, type NewContact, type ExistingContact } from './bulk-upsert.store.ts';

export interface UpsertResult {
  /** Outcome of each contact, in input order. */
  outcomes: ('created' | 'changed' | 'unchanged')[];
  created: number[];
  changed: ContactChange[];
  /** Contact id by phone key. */
  ids: Map<string, number>;
}
interface UpsertOptions {
  acceptsAudio: boolean;
  connectionId: number | null;
  /** False leaves existing contacts unchanged. */
  overwrites: boolean;
}

/**
 * Creates or updates many contacts at once: one contact per number, also with concurrent imports. Empty fields leave the
 * existing value; tags and extra fields are added, never removed.
 */
export async function upsertMany(tx: Tx, contacts: NewContact[], options: UpsertOptions): Promise<UpsertResult> {
  const { byKey, outcomes } = mergeDuplicates(contacts);
  const keys = [...byKey.keys()];
  const existing = await bulkStore.findExisting(tx, keys);
  const newContacts = [...byKey.values()].filter(({ key }) => !existing.has(key));
  const inserted = await bulkStore.insertNew(tx, newContacts, options);
  // Another transaction created these contacts first, so they exist now.
  const conflicting = newContacts.filter(({ key }) => !inserted.has(key)).map(({ key }) => key);
  for (const [key, contact] of await bulkStore.findExisting(tx, conflicting)) existing.set(key, contact);

  const changed = new Map<string, ContactChange>();
  if (options.overwrites && existing.size > 0) {
    await contactStore.lockMany(
      tx,
      [...existing.values()].map(({ id }) => id),
    );
    const locked = await bulkStore.findExisting(tx, [...existing.keys()]);
    for (const [key, before] of locked) {
      const change = changeOf(before, byKey.get(key)!);
      if (change) changed.set(key, change);
    }
    await apply(
      tx,
      [...changed].map(([key, change]) => ({ change, before: locked.get(key)!, now: byKey.get(key)! })),
    );
  }
  const insertedContacts = [...inserted].map(([key, id]) => ({ id, contact: byKey.get(key)! }));
  await bulkStore.addTags(
    tx,
    insertedContacts.flatMap(({ id, contact }) => contact.tagIds.map((tagId) => ({ id, tagId }))),
  );
  await bulkStore.saveExtraFields(
    tx,
    insertedContacts.flatMap(({ id, contact }) => contact.extra.map(([name, value]) => ({ id, name, value }))),
  );
  const first = new Set<string>();
  return {
    outcomes: contacts.map(({ key }, index) => {
      if (first.has(key)) return outcomes[index]!;
      first.add(key);
      return inserted.has(key) ? 'created' : changed.has(key) ? 'changed' : 'unchanged';
    }),
    created: [...inserted.values()],
    changed: [...changed.values()],
    ids: new Map([...inserted, ...[...existing].map(([key, { id }]): [string, number] => [key, id])]),
  };
}

/** What a row would change on an existing contact; undefined if nothing. */
export function changeOf(before: ExistingContact, now: Omit<NewContact, 'number'>): ContactChange | undefined {
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

async function apply(tx: Tx, all: { change: ContactChange; before: ExistingContact; now: NewContact }[]) {
  await bulkStore.rename(
    tx,
    all.flatMap(({ change: { id, name, email }, before }) =>
      name || email ? [{ id, name: name?.[1] ?? before.name, email: email?.[1] ?? before.email }] : [],
    ),
  );
  await bulkStore.addTags(
    tx,
    all.flatMap(({ change: { id, tags = [] } }) => tags.map((tagId) => ({ id, tagId }))),
  );
  await bulkStore.saveExtraFields(
    tx,
    all.flatMap(({ change: { id, extra = [] } }) => extra.map(([name, , value]) => ({ id, name, value }))),
  );
}

/** Rows with the same number are one contact; the last row takes precedence. */
function mergeDuplicates(contacts: NewContact[]) {
  const byKey = new Map<string, NewContact>();
  const outcomes = contacts.map((contact): 'changed' | 'unchanged' => {
    const before = byKey.get(contact.key);
    if (!before) {
      byKey.set(contact.key, contact);
      return 'unchanged';
    }
    const change = changeOf({ ...before, id: 0 }, contact);
    if (!change) return 'unchanged';
    byKey.set(contact.key, {
      ...before,
      name: contact.name,
      email: contact.email || before.email,
      tagIds: [...new Set([...before.tagIds, ...contact.tagIds])],
      extra: [...new Map([...before.extra, ...contact.extra])],
    });
    return 'changed';
  });
  return { byKey, outcomes };
}
