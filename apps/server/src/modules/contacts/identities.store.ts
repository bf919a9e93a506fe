import { digitsOf, phoneKey } from '@balcao/domain/contact/phone';
import { and, eq, sql } from 'drizzle-orm';
import type { Identity } from '../../channels/port.ts';
import { contactIdentities } from '../../infrastructure/db/schema/contacts.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

/** How an identity is kept: phones by the key that both spellings share. */
const normalize = ({ kind, value, scope = '' }: Identity) => ({
  kind,
  scope,
  value: kind === 'phone' ? phoneKey(digitsOf(value)) : value,
});
/** Always in one order: two who take the same ones at once wait for each other in a row, not in a ring. */
const inOrder = (a: { kind: string; scope: string; value: string }, b: typeof a): number =>
  `${a.kind}\n${a.scope}\n${a.value}` < `${b.kind}\n${b.scope}\n${b.value}` ? -1 : 1;

const find = {
  name: 'identities.find',
  text: `select distinct i.contact_id from contact_identities i
           join unnest($2::text[], $3::text[], $4::text[]) as wanted (kind, scope, value)
             on i.kind = wanted.kind and i.scope = wanted.scope and i.value = wanted.value
          where i.company_id = $1 order by i.contact_id`,
};

const holders = {
  name: 'identities.holders',
  text: `select i.kind, i.scope, i.value, i.contact_id from contact_identities i
           join unnest($2::text[], $3::text[], $4::text[]) as wanted (kind, scope, value)
             on i.kind = wanted.kind and i.scope = wanted.scope and i.value = wanted.value
          where i.company_id = $1`,
};

const written = {
  name: 'identities.written',
  text: `select i.kind, i.scope, i.value, c.number from contact_identities i
           join contacts c on c.company_id = i.company_id and c.id = i.contact_id
          where i.company_id = $1 and i.contact_id = $2`,
};
const remove = {
  name: 'identities.remove',
  text: `delete from contact_identities i using unnest($3::text[], $4::text[], $5::text[]) as given (kind, scope, value)
          where i.company_id = $1 and i.contact_id = $2
            and i.kind = given.kind and i.scope = given.scope and i.value = given.value`,
};

/** The same for both spellings of a phone. */
export const keyOf = (identity: Identity): string => {
  const { kind, scope, value } = normalize(identity);
  return `${kind}\n${scope}\n${value}`;
};

export const identityStore = {
  /** Whose each of these is, by its key. */
  async holders(tx: Tx, identities: Identity[]): Promise<Map<string, number>> {
    const all = identities.map(normalize);
    const rows = await tx.query<{ kind: Identity['kind']; scope: string; value: string; contact_id: number }>(holders, [
      tx.companyId,
      all.map((identity) => identity.kind),
      all.map((identity) => identity.scope),
      all.map((identity) => identity.value),
    ]);
    return new Map(rows.map(({ kind, scope, value, contact_id }) => [`${kind}\n${scope}\n${value}`, contact_id]));
  },
  /** The contacts these identities belong to, oldest first. */
  async find(tx: Tx, identities: Identity[]): Promise<number[]> {
    const all = identities.map(normalize);
    const rows = await tx.query<{ contact_id: number }>(find, [
      tx.companyId,
      all.map((identity) => identity.kind),
      all.map((identity) => identity.scope),
      all.map((identity) => identity.value),
    ]);
    return rows.map((row) => row.contact_id);
  },

  /** Those that were still free; one that somebody else was just taking is waited for. */
  async add(tx: Tx, contactId: number, identities: Identity[]): Promise<number> {
    if (identities.length === 0) return 0;
    const rows = await tx.orm
      .insert(contactIdentities)
      .values(
        identities
          .map(normalize)
          .sort(inOrder)
          .map((identity) => ({ ...identity, companyId: tx.companyId, contactId })),
      )
      .onConflictDoNothing()
      .returning({ kind: contactIdentities.kind });
    return rows.length;
  },

  of: (tx: Tx, contactId: number) =>
    tx.orm
      .select({ kind: contactIdentities.kind, scope: contactIdentities.scope, value: contactIdentities.value })
      .from(contactIdentities)
      .where(and(own(tx, contactIdentities), eq(contactIdentities.contactId, contactId))),

  /** The same with the number as its owner writes it, not as it is compared: channels may know only that spelling. */
  async written(tx: Tx, contactId: number): Promise<Identity[]> {
    const rows = await tx.query<{ kind: Identity['kind']; scope: string; value: string; number: string }>(written, [
      tx.companyId,
      contactId,
    ]);
    return rows.map(({ number, ...identity }) =>
      identity.kind === 'phone' && phoneKey(number) === identity.value ? { ...identity, value: number } : identity,
    );
  },

  /** This number and no other: who was merged may have two. */
  async removePhone(tx: Tx, contactId: number, number: string) {
    await tx.orm
      .delete(contactIdentities)
      .where(
        and(
          own(tx, contactIdentities),
          eq(contactIdentities.contactId, contactId),
          eq(contactIdentities.kind, 'phone'),
          eq(contactIdentities.value, phoneKey(number)),
        ),
      );
  },

  /** These are nobody's from here on. */
  async remove(tx: Tx, contactId: number, identities: Identity[]) {
    if (identities.length === 0) return;
    const all = identities.map(normalize);
    await tx.query(remove, [
      tx.companyId,
      contactId,
      all.map((identity) => identity.kind),
      all.map((identity) => identity.scope),
      all.map((identity) => identity.value),
    ]);
  },

  /** Hands these over from one contact to another. */
  async move(tx: Tx, from: number, to: number, only?: { kind: string; scope: string; value: string }[]) {
    const chosen =
      only &&
      sql`(kind, scope, value) in (select * from json_to_recordset(${JSON.stringify(only)}::json) as x(kind text, scope text, value text))`;
    await tx.orm
      .update(contactIdentities)
      .set({ contactId: to })
      .where(and(own(tx, contactIdentities), eq(contactIdentities.contactId, from), chosen));
  },
};
