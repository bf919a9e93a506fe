import type { ContactChange } from '../../infrastructure/db/schema/contact-spreadsheets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

/** A contact of a bulk import, with its normalized number. */
export interface NewContact {
  name: string;
  number: string;
  /** The same for both spellings of a phone. */
  key: string;
  email: string;
  tagIds: number[];
  extra: [name: string, value: string][];
}
export interface ExistingContact {
  key: string;
  id: number;
  name: string;
  email: string;
  tagIds: number[];
  extra: [name: string, value: string][];
}

/** Statements that each process many contacts. */
export const bulkStore = {
  /** Contacts of these numbers, with the fields that an import can change. */
  async findExisting(tx: Tx, keys: string[]): Promise<Map<string, ExistingContact>> {
    if (keys.length === 0) return new Map();
    const rows = await tx.query<ExistingContact>(findExisting, [tx.companyId, keys]);
    return new Map(rows.map((row) => [row.key, row]));
  },

  /**
   * Inserts the contacts whose number is free and returns their ids by key. A number that another transaction claims at the
   * same time is waited for and then skipped. Numbers are claimed in order, so that two imports do not deadlock.
   */
  async insertNew(
    tx: Tx,
    contacts: NewContact[],
    { acceptsAudio, connectionId }: { acceptsAudio: boolean; connectionId: number | null },
  ): Promise<Map<string, number>> {
    if (contacts.length === 0) return new Map();
    const rows = await tx.query<{ key: string; id: number }>(insertNew, [
      tx.companyId,
      contacts.map(({ name }) => name),
      contacts.map(({ number }) => number),
      contacts.map(({ key }) => key),
      contacts.map(({ email }) => email),
      acceptsAudio,
      connectionId,
    ]);
    return new Map(rows.map(({ key, id }) => [key, id]));
  },

  async rename(tx: Tx, changes: { id: number; name: string; email: string }[]) {
    if (changes.length === 0) return;
    await tx.query(rename, [
      tx.companyId,
      changes.map(({ id }) => id),
      changes.map(({ name }) => name),
      changes.map(({ email }) => email),
    ]);
  },

  /** Saves the spelling that the channel uses; the phone key stays the same. */
  async updateNumbers(tx: Tx, numbers: { id: number; number: string }[]) {
    if (numbers.length === 0) return;
    await tx.query(updateNumbers, [tx.companyId, numbers.map(({ id }) => id), numbers.map(({ number }) => number)]);
  },

  async addTags(tx: Tx, pairs: { id: number; tagId: number }[]) {
    if (pairs.length === 0) return;
    await tx.query(addTags, [tx.companyId, pairs.map(({ id }) => id), pairs.map(({ tagId }) => tagId)]);
  },

  async saveExtraFields(tx: Tx, fields: { id: number; name: string; value: string }[]) {
    if (fields.length === 0) return;
    await tx.query(saveExtraFields, [
      tx.companyId,
      fields.map(({ id }) => id),
      fields.map(({ name }) => name),
      fields.map(({ value }) => value),
    ]);
  },

  /** While locked, no ticket can be opened with these contacts. */
  lock: (tx: Tx, ids: number[]) => tx.query<{ id: number }>(lock, [tx.companyId, ids]),

  /** Removes contacts that nothing refers to and returns their ids. Lock them first. */
  async removeUnused(tx: Tx, ids: number[]): Promise<number[]> {
    return (await tx.query<{ id: number }>(removeUnused, [tx.companyId, ids])).map(({ id }) => id);
  },

  /** Reverts the fields that still have the changed value and returns the ids of the reverted contacts. */
  async revert(tx: Tx, changes: ContactChange[]): Promise<number[]> {
    const touched = new Set<number>();
    const collect = (rows: { id: number }[]) => rows.forEach(({ id }) => touched.add(id));
    const textChanges = changes.flatMap(({ id, name, email }) => [
      ...(name ? [{ id, field: 'name', before: name[0], after: name[1] }] : []),
      ...(email ? [{ id, field: 'email', before: email[0], after: email[1] }] : []),
    ]);
    for (const [field, statement] of [
      ['name', revertName],
      ['email', revertEmail],
    ] as const) {
      const ofField = textChanges.filter((change) => change.field === field);
      collect(
        await tx.query(statement, [
          tx.companyId,
          ofField.map(({ id }) => id),
          ofField.map(({ before }) => before),
          ofField.map(({ after }) => after),
        ]),
      );
    }
    const tags = changes.flatMap(({ id, tags: added = [] }) => added.map((tagId) => ({ id, tagId })));
    collect(await tx.query(untag, [tx.companyId, tags.map(({ id }) => id), tags.map(({ tagId }) => tagId)]));
    const extra = changes.flatMap(({ id, extra: fields = [] }) => fields.map((field) => ({ id, field })));
    const valuesOf = (entries: typeof extra) => [
      tx.companyId,
      entries.map(({ id }) => id),
      entries.map(({ field }) => field[0]),
      entries.map(({ field }) => field[2]),
    ];
    const [added, changed] = [
      extra.filter(({ field }) => field[1] === null),
      extra.filter(({ field }) => field[1] !== null),
    ];
    collect(await tx.query(dropExtra, valuesOf(added)));
    collect(await tx.query(revertExtra, [...valuesOf(changed), changed.map(({ field }) => field[1])]));
    return [...touched];
  },
};

const findExisting = {
  name: 'contacts-bulk.find-existing',
  text: `select i.value as key, c.id, c.name, c.email,
                array(select t.tag_id from contact_tags t join tags g on g.company_id = $1 and g.id = t.tag_id
                       where t.company_id = $1 and t.contact_id = c.id) as "tagIds",
                coalesce((select json_agg(json_build_array(e.name, e.value)) from contact_extra_info e
                           where e.company_id = $1 and e.contact_id = c.id), '[]') as extra
           from contact_identities i join contacts c on c.company_id = i.company_id and c.id = i.contact_id
          where i.company_id = $1 and i.kind = 'phone' and i.scope = '' and i.value = any($2)`,
};
const insertNew = {
  name: 'contacts-bulk.insert-new',
  text: `with people as materialized (
           select p.*, nextval('contact_ids')::integer as id
             from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as p (name, number, key, email)),
         claimed as (
           insert into contact_identities (company_id, kind, scope, value, contact_id)
           select $1, 'phone', '', key, id from people order by key
               on conflict do nothing returning value, contact_id),
         inserted as (
           insert into contacts (company_id, id, name, number, email, accepts_audio, connection_id)
           select $1, p.id, p.name, p.number, p.email, $6, $7 from people p join claimed c on c.contact_id = p.id)
         select value as key, contact_id as id from claimed`,
};
const rename = {
  name: 'contacts-bulk.rename',
  text: `update contacts c set name = x.name, email = x.email, updated_at = now()
           from unnest($2::integer[], $3::text[], $4::text[]) as x (id, name, email)
          where c.company_id = $1 and c.id = x.id`,
};
const updateNumbers = {
  name: 'contacts-bulk.update-numbers',
  text: `update contacts c set number = x.number, updated_at = now()
           from unnest($2::integer[], $3::text[]) as x (id, number) where c.company_id = $1 and c.id = x.id`,
};
const addTags = {
  name: 'contacts-bulk.add-tags',
  text: `insert into contact_tags (company_id, contact_id, tag_id)
         select $1, x.contact_id, x.tag_id from unnest($2::integer[], $3::integer[]) as x (contact_id, tag_id)
           join tags t on t.company_id = $1 and t.id = x.tag_id
          order by 2, 3 on conflict do nothing`,
};
const saveExtraFields = {
  name: 'contacts-bulk.save-extra-fields',
  text: `insert into contact_extra_info (company_id, contact_id, name, value)
         select $1, x.* from unnest($2::integer[], $3::text[], $4::text[]) as x (contact_id, name, value) order by 2, 3
             on conflict (company_id, contact_id, name) do update set value = excluded.value`,
};
const lock = {
  name: 'contacts-bulk.lock',
  text: 'select id from contacts where company_id = $1 and id = any($2) order by id for update',
};
const removeUnused = {
  name: 'contacts-bulk.remove-unused',
  text: `delete from contacts c
          where c.company_id = $1 and c.id = any($2) and c.merged_into_id is null
            and not exists (select from tickets t where t.company_id = $1 and t.contact_id = c.id)
            and not exists (select from messages m where m.company_id = $1 and m.author_contact_id = c.id)
            and not exists (select from contact_notes n where n.company_id = $1 and n.contact_id = c.id)
            and not exists (select from contact_merges m where m.company_id = $1 and (m.kept_id = c.id or m.gone_id = c.id))
          returning c.id`,
};
const revertName = {
  name: 'contacts-bulk.revert-name',
  text: `update contacts c set name = x.before, updated_at = now()
           from unnest($2::integer[], $3::text[], $4::text[]) as x (id, before, after)
          where c.company_id = $1 and c.id = x.id and c.name = x.after returning c.id`,
};
const revertEmail = {
  name: 'contacts-bulk.revert-email',
  text: `update contacts c set email = x.before, updated_at = now()
           from unnest($2::integer[], $3::text[], $4::text[]) as x (id, before, after)
          where c.company_id = $1 and c.id = x.id and c.email = x.after returning c.id`,
};
const untag = {
  name: 'contacts-bulk.untag',
  text: `delete from contact_tags t using unnest($2::integer[], $3::integer[]) as x (contact_id, tag_id)
          where t.company_id = $1 and t.contact_id = x.contact_id and t.tag_id = x.tag_id returning t.contact_id as id`,
};
const dropExtra = {
  name: 'contacts-bulk.drop-extra',
  text: `delete from contact_extra_info e using unnest($2::integer[], $3::text[], $4::text[]) as x (contact_id, name, value)
          where e.company_id = $1 and e.contact_id = x.contact_id and e.name = x.name and e.value = x.value
          returning e.contact_id as id`,
};
const revertExtra = {
  name: 'contacts-bulk.revert-extra',
  text: `update contact_extra_info e set value = x.before
           from unnest($2::integer[], $3::text[], $4::text[], $5::text[]) as x (contact_id, name, value, before)
          where e.company_id = $1 and e.contact_id = x.contact_id and e.name = x.name and e.value = x.value
          returning e.contact_id as id`,
};
