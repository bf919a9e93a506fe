import { digitsOf, phoneKey } from '@balcao/domain/contact/phone';
import type { Identity } from '../../channels/port.ts';
import type { IdentityKind } from '../../infrastructure/db/schema/contacts.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

export interface StoredIdentity {
  kind: IdentityKind;
  scope: string;
  value: string;
}

/** An identity with the number of its contact as its owner writes it. */
export interface WrittenIdentity extends StoredIdentity {
  number: string;
}
/** The identities of a contact with the number as its owner writes it. */
export const toPeerIdentities = (rows: WrittenIdentity[]): Identity[] =>
  rows.map(({ kind, scope, value, number }) => {
    const isOwn = kind === 'phone' && phoneKey(number) === value;
    return { kind, scope, value: isOwn ? number : value };
  });
/** `WrittenIdentity[]` of a contact as a column of a statement; `contactId` is an SQL expression. */
export const writtenIdentitiesSql = (contactId: string): string =>
  `(select coalesce(json_agg(json_build_object('kind', i.kind, 'scope', i.scope, 'value', i.value, 'number', c.number)), '[]')
      from contact_identities i join contacts c on c.company_id = i.company_id and c.id = i.contact_id
     where i.company_id = $1 and i.contact_id = ${contactId})`;

/** Stored form of an identity: a phone is stored by the key that both spellings share. */
const normalize = ({ kind, value, scope = '' }: Identity): StoredIdentity => ({
  kind,
  scope,
  value: kind === 'phone' ? phoneKey(digitsOf(value)) : value,
});
const textOf = ({ kind, scope, value }: StoredIdentity): string => `${kind}\n${scope}\n${value}`;
/** The value in a key of `holders`. */
export const valueOfKey = (key: string): string => key.split('\n')[2]!;
/** Parameters for `unnest`, in one order, so that two transactions that add the same identities do not deadlock. */
const arraysOf = (identities: Identity[]): [kinds: string[], scopes: string[], values: string[]] => {
  const stored = identities.map(normalize).sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
  return [stored.map(({ kind }) => kind), stored.map(({ scope }) => scope), stored.map(({ value }) => value)];
};

/** Key of an identity; the same for both spellings of a phone. */
export const keyOf = (identity: Identity): string => textOf(normalize(identity));

/** Names under which channels know a contact. */
export const identityStore = {
  /** The contact of each identity, by the identity's key. */
  async holders(tx: Tx, identities: Identity[]): Promise<Map<string, number>> {
    const rows = await tx.query<StoredIdentity & { contactId: number }>(holders, [
      tx.companyId,
      ...arraysOf(identities),
    ]);
    return new Map(rows.map(({ contactId, ...identity }) => [textOf(identity), contactId]));
  },

  /** The contacts of these identities, oldest first. */
  async find(tx: Tx, identities: Identity[]): Promise<number[]> {
    const rows = await tx.query<{ contactId: number }>(find, [tx.companyId, ...arraysOf(identities)]);
    return rows.map(({ contactId }) => contactId);
  },

  /** Adds the identities that are still free and returns their number. Waits for a transaction that adds the same one. */
  async add(tx: Tx, contactId: number, identities: Identity[]): Promise<number> {
    if (identities.length === 0) return 0;
    return (await tx.query(add, [tx.companyId, contactId, ...arraysOf(identities)])).length;
  },

  of: (tx: Tx, contactId: number) => tx.query<StoredIdentity>(ofContact, [tx.companyId, contactId]),

  /** Identities with the number as its owner writes it, because channels may know only that spelling. */
  async written(tx: Tx, contactId: number): Promise<Identity[]> {
    return (await identityStore.writtenOf(tx, [contactId])).get(contactId) ?? [];
  },
  /** The same for several contacts; those without an identity are missing. */
  async writtenOf(tx: Tx, contactIds: number[]): Promise<Map<number, Identity[]>> {
    if (contactIds.length === 0) return new Map();
    const rows = await tx.query<WrittenIdentity & { contactId: number }>(written, [tx.companyId, contactIds]);
    return new Map(
      [...Map.groupBy(rows, (row) => row.contactId)].map(([contactId, own]) => [contactId, toPeerIdentities(own)]),
    );
  },

  /** Removes only this number: a merged contact may have two. */
  async removePhone(tx: Tx, contactId: number, number: string): Promise<void> {
    await tx.query(removePhone, [tx.companyId, contactId, phoneKey(number)]);
  },

  async remove(tx: Tx, contactId: number, identities: Identity[]): Promise<void> {
    if (identities.length === 0) return;
    await tx.query(remove, [tx.companyId, contactId, ...arraysOf(identities)]);
  },

  /** Moves all identities, or only the given ones, to another contact. */
  async move(tx: Tx, from: number, to: number, only?: StoredIdentity[]): Promise<void> {
    await tx.query(move, [tx.companyId, from, to, only === undefined ? null : JSON.stringify(only)]);
  },
};

const find = {
  name: 'identities.find',
  text: `select distinct i.contact_id as "contactId" from contact_identities i
           join unnest($2::text[], $3::text[], $4::text[]) as given (kind, scope, value)
             on i.kind = given.kind and i.scope = given.scope and i.value = given.value
          where i.company_id = $1 order by i.contact_id`,
};
const holders = {
  name: 'identities.holders',
  text: `select i.kind, i.scope, i.value, i.contact_id as "contactId" from contact_identities i
           join unnest($2::text[], $3::text[], $4::text[]) as given (kind, scope, value)
             on i.kind = given.kind and i.scope = given.scope and i.value = given.value
          where i.company_id = $1`,
};
const add = {
  name: 'identities.add',
  text: `insert into contact_identities (company_id, contact_id, kind, scope, value)
         select $1, $2, given.kind, given.scope, given.value
           from unnest($3::text[], $4::text[], $5::text[]) with ordinality as given (kind, scope, value, n) order by given.n
             on conflict do nothing returning kind`,
};
const ofContact = {
  name: 'identities.of-contact',
  text: 'select kind, scope, value from contact_identities where company_id = $1 and contact_id = $2',
};
const written = {
  name: 'identities.written',
  text: `select i.kind, i.scope, i.value, c.number, c.id as "contactId" from contact_identities i
           join contacts c on c.company_id = i.company_id and c.id = i.contact_id
          where i.company_id = $1 and i.contact_id = any($2::int[])`,
};
const removePhone = {
  name: 'identities.remove-phone',
  text: `delete from contact_identities where company_id = $1 and contact_id = $2 and kind = 'phone' and value = $3`,
};
const remove = {
  name: 'identities.remove',
  text: `delete from contact_identities i using unnest($3::text[], $4::text[], $5::text[]) as given (kind, scope, value)
          where i.company_id = $1 and i.contact_id = $2
            and i.kind = given.kind and i.scope = given.scope and i.value = given.value`,
};
const move = {
  name: 'identities.move',
  text: `update contact_identities set contact_id = $3
          where company_id = $1 and contact_id = $2
            and ($4::json is null or (kind, scope, value) in (
                  select kind, scope, value from json_to_recordset($4::json) as x (kind text, scope text, value text)))`,
};
