import type { ResultFilter } from '@balcao/domain/campaign/campaign';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { outcomeConditions } from './result-outcomes.ts';

/** Where the recipients come from. */
export type Audience =
  | { kind: 'list'; id: number }
  | { kind: 'tag'; id: number }
  | { kind: 'results'; id: number; filter: ResultFilter };

/** What decides whether a person may be contacted. */
export interface AudienceFacts {
  isValid: boolean | null;
  hasAddress: boolean;
  isBlocked: boolean;
  hasOptedOut: boolean;
  hasWritten: boolean;
  /** Wrote since the time that is given. */
  hasWrittenLately: boolean;
}
/** People of an audience about whom the same is known. */
export interface AudienceGroup extends AudienceFacts {
  count: number;
}
export interface AudiencePerson {
  name: string;
  number: string;
  email: string;
}
/** The first people of an audience: samples are chosen from those who may be contacted. */
const MAX_CANDIDATES = 50;
/** Both forms of a Brazilian mobile number are looked up by their key. */
const CONTACT_OF = (key: string) => `(select ci.contact_id from contact_identities ci
  where ci.company_id = $1 and ci.kind = 'phone' and ci.scope = ''
    and ci.value in (${key}, regexp_replace(${key}, '^(55[1-9]\\d)([6-9]\\d{7})$', '\\19\\2')) limit 1)`;
const people = {
  list: `select i.name, i.number, i.email, i.address_key as key, i.is_valid, ${CONTACT_OF('i.address_key')} as contact_id, i.id::bigint as position
           from contact_list_items i where i.company_id = $1 and i.list_id = $2`,
  tag: `select c.name, c.number, c.email,
               coalesce(case when c.number ~ '^\\d{8,15}$' then phone_key(c.number) end,
                 (select address_key_of(i.kind, i.scope, i.value) from contact_identities i
                   where i.company_id = $1 and i.contact_id = c.id and i.kind in ('bsuid', 'lid', 'psid', 'igsid')
                   order by i.kind limit 1), '') as key,
               null::boolean as is_valid, c.id as contact_id, c.id::bigint as position
          from contact_tags ct join contacts c on c.company_id = $1 and c.id = ct.contact_id
         where ct.company_id = $1 and ct.tag_id = $2 and not c.is_group and c.merged_into_id is null`,
  ...Object.fromEntries(
    Object.entries(outcomeConditions).map(([filter, condition]) => [
      `results ${filter}`,
      `select r.name, r.number, r.email, r.address_key as key, null::boolean as is_valid, r.contact_id, r.id as position
         from campaign_recipients r where r.company_id = $1 and r.campaign_id = $2 and r.address_key <> '' and ${condition}`,
    ]),
  ),
} as Record<string, string>;
const nameOf = (audience: Audience) => (audience.kind === 'results' ? `results ${audience.filter}` : audience.kind);

const KNOWN = `p.*, c.is_active,
                  exists (select from opt_outs o where o.company_id = $1 and o.address_key = p.key and o.revoked_at is null
                             and (o.connection_id is null or o.connection_id = $3)) as opted_out,
                  (select max(t.last_inbound_at) from tickets t
                    where t.company_id = $1 and t.contact_id = p.contact_id and t.connection_id = $3) as wrote_at
             from people p left join contacts c on c.company_id = $1 and c.id = p.contact_id`;
const FACTS = `is_valid as "isValid", key <> '' as "hasAddress", is_active is false as "isBlocked",
                opted_out as "hasOptedOut", wrote_at is not null as "hasWritten",
                coalesce(wrote_at >= $4, false) as "hasWrittenLately"`;
const groups = (name: string) => ({
  name: `campaign-audience.groups-${name.replace(' ', '-')}`,
  text: `with people as (${people[name]}),
         known as (
           select distinct on (case when p.key = '' then p.position::text else p.key end) ${KNOWN})
         select count(*)::int as count, ${FACTS}
           from known group by 2, 3, 4, 5, 6, 7`,
});
const total = (name: string) => ({
  name: `campaign-audience.total-${name.replace(' ', '-')}`,
  text: `select count(*)::int as count from (${people[name]}) p`,
});
const candidates = (name: string) => ({
  name: `campaign-audience.candidates-${name.replace(' ', '-')}`,
  text: `with people as (
           select * from (${people[name]}) p where key <> '' and is_valid is not false order by position limit $5),
         known as (select ${KNOWN})
         select name, number, email, ${FACTS} from known order by position`,
});
const statements = Object.fromEntries(
  Object.keys(people).map((name) => [name, { groups: groups(name), total: total(name), candidates: candidates(name) }]),
);

/** More than a phone may reach within the days of a forecast. */
const MAX_COLD = 1500;
const coldLeft = {
  name: 'campaign-audience.cold-left',
  text: `select count(*)::int as count from (
           select from campaign_recipients r
            where r.company_id = $1 and r.campaign_id = $2 and r.state in ('planned', 'confirmed')
              and not exists (select from tickets t
                where t.company_id = $1 and t.connection_id = $3 and t.last_inbound_at is not null
                  and t.contact_id = coalesce(r.contact_id, ${CONTACT_OF('r.address_key')}))
            limit ${MAX_COLD}) cold`,
};

export const audienceStore = {
  /** Recipients who are left and never wrote to the connection; counted up to a number that is too many anyway. */
  async coldLeft(tx: Tx, campaignId: number, connectionId: number): Promise<number> {
    return (await tx.query<{ count: number }>(coldLeft, [tx.companyId, campaignId, connectionId]))[0]!.count;
  },
  groups: (tx: Tx, audience: Audience, connectionId: number, since: Date) =>
    tx.query<AudienceGroup>(statements[nameOf(audience)]!.groups, [tx.companyId, audience.id, connectionId, since]),
  async total(tx: Tx, audience: Audience): Promise<number> {
    return (await tx.query<{ count: number }>(statements[nameOf(audience)]!.total, [tx.companyId, audience.id]))[0]!
      .count;
  },
  candidates: (tx: Tx, audience: Audience, connectionId: number, since: Date) =>
    tx.query<AudiencePerson & AudienceFacts>(statements[nameOf(audience)]!.candidates, [
      tx.companyId,
      audience.id,
      connectionId,
      since,
      MAX_CANDIDATES,
    ]),
};
export const audienceOf = ({
  contactListId,
  tagId,
  sourceCampaignId,
  sourceFilter,
}: {
  contactListId: number | null;
  tagId: number | null;
  sourceCampaignId?: number | null;
  sourceFilter?: ResultFilter | null;
}): Audience | undefined =>
  contactListId !== null
    ? { kind: 'list', id: contactListId }
    : tagId !== null
      ? { kind: 'tag', id: tagId }
      : sourceCampaignId && sourceFilter
        ? { kind: 'results', id: sourceCampaignId, filter: sourceFilter }
        : undefined;
