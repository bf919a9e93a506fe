import type { ConsentAction } from '../../infrastructure/db/schema/privacy.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

/** Limit of one list, from the newest. */
const MAX_CONSENTS = 200;

export interface NewConsent {
  contactId: number;
  ticketId: number | null;
  connectionId: number | null;
  act: ConsentAction;
  askedText: string;
  askedLink: string;
  askedHash: Buffer;
  answerText: string;
  messageId: number | null;
  identityKind: string;
  identityValue: string;
  userId: number | null;
  at: Date;
}
export interface FullConsent extends NewConsent {
  id: number;
  userName: string | null;
  connectionName: string | null;
}

export const consentStore = {
  async add(tx: Tx, consent: NewConsent): Promise<void> {
    await tx.query(add, [
      tx.companyId,
      consent.contactId,
      consent.ticketId,
      consent.connectionId,
      consent.act,
      consent.askedText,
      consent.askedLink,
      consent.askedHash,
      consent.answerText,
      consent.messageId,
      consent.identityKind,
      consent.identityValue,
      consent.userId,
      consent.at,
    ]);
  },

  /** Newest first, including consents of contacts that were merged into this one. */
  of: (tx: Tx, contactId: number) => tx.query<FullConsent>(ofContact, [tx.companyId, contactId, MAX_CONSENTS]),

  /** An identity of the contact, preferably the phone. */
  async identityOf(tx: Tx, contactId: number): Promise<{ kind: string; value: string } | undefined> {
    return (await tx.query<{ kind: string; value: string }>(identityOf, [tx.companyId, contactId]))[0];
  },
};

const identityOf = {
  name: 'consents.identity-of',
  text: `select kind, value from contact_identities where company_id = $1 and contact_id = $2
          order by kind = 'phone' desc, kind, value limit 1`,
};
const ofContact = {
  name: 'consents.of-contact',
  text: `with recursive person as (
           select id from contacts where company_id = $1 and id = $2
            union
           select c.id from contacts c join person p on c.merged_into_id = p.id where c.company_id = $1)
         select c.id, c.contact_id as "contactId", c.ticket_id as "ticketId", c.connection_id as "connectionId", c.act,
                c.asked_text as "askedText", c.asked_link as "askedLink", c.asked_hash as "askedHash",
                c.answer_text as "answerText", c.message_id as "messageId", c.identity_kind as "identityKind",
                c.identity_value as "identityValue", c.user_id as "userId", c.at, u.name as "userName",
                w.name as "connectionName"
           from person p join consents c on c.company_id = $1 and c.contact_id = p.id
           left join users u on u.company_id = c.company_id and u.id = c.user_id
           left join connections w on w.company_id = c.company_id and w.id = c.connection_id
          order by c.id desc limit $3`,
};
const add = {
  name: 'consents.add',
  text: `insert into consents (company_id, contact_id, ticket_id, connection_id, act, asked_text, asked_link, asked_hash,
                               answer_text, message_id, identity_kind, identity_value, user_id, at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
};
