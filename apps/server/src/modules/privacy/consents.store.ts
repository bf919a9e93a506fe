import type { ConsentAction } from '../../infrastructure/db/schema/privacy.ts';
import { consents } from '../../infrastructure/db/schema/privacy.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

/** Nobody is asked so often; whoever was is read from the newest on. */
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
  add: (tx: Tx, consent: NewConsent) => tx.orm.insert(consents).values({ ...consent, companyId: tx.companyId }),

  /** Newest first; whoever turned out to be the same person brings along what was agreed to. */
  of: (tx: Tx, contactId: number) => tx.query<FullConsent>(ofContact, [tx.companyId, contactId, MAX_CONSENTS]),

  /** How the channel knows this person; the phone, where there is one. */
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
  name: 'consents.of-person',
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
